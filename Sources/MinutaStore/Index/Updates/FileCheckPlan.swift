/// The files that are checked for changes by comparing their fingerprints with those in the index.
struct FileCheckPlan {
  private(set) var slices: [IndexRowSlice] = []

  /// Creates a plan to check all indexed files.
  static func all(of index: RecordIndex) throws(IndexCorruptionError) -> FileCheckPlan {
    var plan = FileCheckPlan()
    for folder in index.folders {
      plan.slices.append(try IndexRowSlice(of: folder, maximum: .max, before: .max))
    }
    return plan
  }

  /// Creates a plan for the directories that overlap a time range, newest files first.
  ///
  /// - Parameters:
  ///   - budget: the maximum number of files.
  ///   - rotation: reserves a part of the budget for the files checked longest ago; nil to check
  ///     only the newest files.
  static func months(
    of index: RecordIndex,
    from: Int64,
    to: Int64,
    budget: Int,
    rotation: inout FileCheckProgress?
  ) throws(IndexCorruptionError) -> FileCheckPlan {
    var plan = FileCheckPlan()
    let folders = index.folders.filter { $0.reaches(from, to) }.sorted(by: isNewer)
    let isEnough = folders.reduce(0) { $0 + $1.count } <= budget
    let older = rotation == nil || isEnough ? 0 : min(budget, max(1, budget / olderShare))
    var rest = budget - older
    var left: [(folder: DirectoryIndex, start: Int64)] = []
    for folder in folders {
      let slice = try IndexRowSlice(of: folder, maximum: rest, before: .max)
      plan.slices.append(slice)
      rest -= slice.count
      if let start = slice.start { left.append((folder, start)) }
    }
    try plan.addOlderFiles(older, of: left, by: &rotation)
    return plan
  }

  /// The divisor for the part of the budget that is reserved for older files: one quarter.
  ///
  /// Recent files change most often, but every file must be checked eventually.
  private static let olderShare = 4

  private static func isNewer(_ first: DirectoryIndex, _ second: DirectoryIndex) -> Bool {
    let (start, other) = (first.bounds.lastStart, second.bounds.lastStart)
    return start == other ? first.path < second.path : start > other
  }

  /// Adds older files of directories, beginning with the directories checked longest ago.
  ///
  /// - Parameter folders: the directories, each with the start of the oldest file in the plan.
  private mutating func addOlderFiles(
    _ maximum: Int,
    of folders: [(folder: DirectoryIndex, start: Int64)],
    by rotation: inout FileCheckProgress?
  ) throws(IndexCorruptionError) {
    guard var updated = rotation else { return }
    let candidates = folders.map { ($0, round: updated.round(of: $0.folder.path)) }
    var rest = maximum
    for ((folder, start), _) in candidates.sorted(by: { $0.round < $1.round }) where rest > 0 {
      let start = min(start, updated.start(of: folder.path))
      let slice = try IndexRowSlice(of: folder, maximum: rest, before: start)
      slices.append(slice)
      rest -= slice.count
      updated.markChecked(folder.path, from: slice.start)
    }
    rotation = updated
  }
}
