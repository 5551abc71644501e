import MinutaStore

extension CommitMerge {
  /// Finds the fields whose value on one side is replaced without a conflict, although merges on that
  /// side have kept it in a conflict.
  ///
  /// The other side didn't know of that conflict, so it must stay open. This happens if the kept
  /// value is that of the common ancestor: then only the other side has changed the field.
  ///
  /// - Parameter merges: the fields that the commits of both sides name, with the side of each.
  static func replacedFields(
    _ merges: [(values: [String], trailers: [ConflictTrailer])],
    _ values: MergeValues,
    conflicts: [MergeConflict]
  ) -> [ConflictTrailer] {
    let decided = Set(conflicts.map(\.field))
    var found: [ConflictTrailer] = []
    for merge in merges {
      let isTheirs = merge.values == [">"]
      let fields = merge.trailers.map(\.field).filter { !$0.key.isEmpty && !decided.contains($0) }
      for field in fields {
        let paths = values.paths(of: field.subject)
        guard values.isReplaced(field, isTheirs: isTheirs),
          let path = isTheirs ? paths.theirs : paths.ours
        else { continue }
        let parent = isTheirs ? 1 : 0
        let trailer = ConflictTrailer(field, kind: .replaced, parent: parent, path: path)
        if !found.contains(trailer) { found.append(trailer) }
      }
    }
    return found
  }
}
