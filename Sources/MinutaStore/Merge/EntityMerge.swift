import JSONText

/// A three-way merge of one record or tag whose result is the same if the sides are swapped.
struct EntityMerge {
  let result: JSONObject
  let conflicts: [MergeConflict]

  /// - Parameter isTheirsLater: whether the value of `theirs` is used for a field that both changed.
  init(
    _ subject: MergeField.Subject,
    base: JSONObject?,
    _ ours: JSONObject,
    _ theirs: JSONObject,
    isTheirsLater: @escaping (MergeField) -> Bool
  ) {
    if ours == base || theirs == base || ours == theirs {
      (result, conflicts) = (ours == base ? theirs : ours, [])
      return
    }
    // The order of members and of list elements comes from the first side, so choose it by content.
    let isSwapped = JSONValue.object(theirs).text(.stored) < JSONValue.object(ours).text(.stored)
    let (first, second) = isSwapped ? (theirs, ours) : (ours, theirs)
    let merge = JSONObjectMerge(first, second, base: base.map { MergeBase($0) }) { key in
      isTheirsLater(MergeField(subject, key)) != isSwapped
    }
    let result = merge.result
    self.result = result
    conflicts = merge.decided.map { key in
      let field = MergeField(subject, key)
      let keepsTheirs =
        switch result[key] {
        case ours[key]: false
        case theirs[key]: true
        // A merged comment has the text of one side and the labels of both.
        default: merge.keepsTheirs.map { $0 != isSwapped } ?? isTheirsLater(field)
        }
      return MergeConflict(field, kept: result[key], other: keepsTheirs ? ours[key] : theirs[key])
    }
  }
}
