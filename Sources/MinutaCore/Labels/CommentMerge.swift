/// A three-way merge of two versions of a comment: the labels of both are united.
package struct CommentMerge {
  /// The merged comment; nil if nothing is left.
  package let comment: String?
  /// Whether both versions changed the text, so that the later one was taken.
  package let isConflict: Bool

  /// Merges two comments.
  ///
  /// - Parameters:
  ///   - keepsTheirs: whether the text of `theirs`, and not of `ours`, stays even if only the other
  ///     side changed it; nil if neither does.
  ///   - isTheirsLater: whether the text of `theirs` is used where both changed it.
  package init(
    _ ours: String?,
    _ theirs: String?,
    base: String?,
    keepsTheirs: Bool? = nil,
    isTheirsLater: Bool
  ) {
    let (first, second, before) = (Self.text(of: ours), Self.text(of: theirs), Self.text(of: base))
    isConflict =
      first != second && (keepsTheirs == true || second != before)
      && (keepsTheirs == false || first != before)
    let usesTheirs =
      if first == second || isConflict { isTheirsLater } else { first == before }
    let (ourLabels, theirLabels) = (Label.all(in: ours), Label.all(in: theirs))
    let known = Label.all(in: base)
    let united =
      ourLabels.filter { theirLabels.contains($0) || !known.contains($0) }
      + theirLabels.filter { !ourLabels.contains($0) && !known.contains($0) }
    var merged = usesTheirs ? theirs : ours
    for label in Label.all(in: merged) where !united.contains(label) {
      // A label without a value also removes those with one; they are added again below.
      merged = label.removed(from: merged)
    }
    comment = united.added(to: merged)
  }

  /// Returns the part of a comment that two versions can disagree on: the comment without its labels
  /// and the blanks around it.
  package static func text(of comment: String?) -> String {
    var text = comment
    for label in Label.all(in: comment) { text = label.removed(from: text) }
    let words = (text ?? "").split(whereSeparator: \.isWhitespace)
    return words.joined(separator: " ")
  }
}
