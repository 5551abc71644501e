/// Which files are looked at.
struct FileCheckPlan {
  private(set) var slices: [RowSlice] = []

  /// All files that the index knows.
  static func all(of index: RecordIndex) throws(IndexCorruptionError) -> FileCheckPlan {
    var plan = FileCheckPlan()
    for folder in index.folders {
      plan.slices.append(try RowSlice(of: folder, most: .max, before: .max))
    }
    return plan
  }

  /// Files of the folders that have a part in a range, the newest first.
  ///
  /// - Parameters:
  ///   - budget: how many.
  ///   - ledger: where there are more, part of the budget goes to those that had no turn for the longest
  ///     time; nil for the newest alone.
  static func months(
    of index: RecordIndex,
    from: Int64,
    to: Int64,
    budget: Int,
    rotation: inout CheckRotation?
  ) throws(IndexCorruptionError) -> FileCheckPlan {
    var plan = FileCheckPlan()
    let folders = index.folders.filter { $0.reaches(from, to) }.sorted(by: isNewer)
    let isEnough = folders.reduce(0) { $0 + $1.count } <= budget
    let older = rotation == nil || isEnough ? 0 : min(budget, max(1, budget / olderShare))
    var rest = budget - older
    var left: [(folder: DirectoryIndex, start: Int64)] = []
    for folder in folders {
      let slice = try RowSlice(of: folder, most: rest, before: .max)
      plan.slices.append(slice)
      rest -= slice.count
      if let start = slice.start { left.append((folder, start)) }
    }
    try plan.take(older, of: left, by: &rotation)
    return plan
  }

  /// What was written lately is most likely to be edited, and nothing may wait for ever.
  private static let olderShare = 4

  private static func isNewer(_ first: DirectoryIndex, _ second: DirectoryIndex) -> Bool {
    let (start, other) = (first.bounds.lastStart, second.bounds.lastStart)
    return start == other ? first.path < second.path : start > other
  }

  /// Takes files of folders that start before some instants, those first that had no turn for the
  /// longest time.
  private mutating func take(
    _ most: Int,
    of folders: [(folder: DirectoryIndex, start: Int64)],
    by rotation: inout CheckRotation?
  ) throws(IndexCorruptionError) {
    guard var updated = rotation else { return }
    let inTurn = folders.map { ($0, round: updated.round(of: $0.folder.path)) }
    var rest = most
    for ((folder, start), _) in inTurn.sorted(by: { $0.round < $1.round }) where rest > 0 {
      let start = min(start, updated.start(of: folder.path))
      let slice = try RowSlice(of: folder, most: rest, before: start)
      slices.append(slice)
      rest -= slice.count
      updated.markChecked(folder.path, from: slice.start)
    }
    rotation = updated
  }
}
