/// Which files are looked at.
struct CheckPlan {
  private(set) var stretches: [FolderStretch] = []

  /// All files that the index knows.
  static func all(of index: RecordIndex) throws(IndexDamage) -> CheckPlan {
    var plan = CheckPlan()
    for folder in index.folders {
      plan.stretches.append(try FolderStretch(of: folder, most: .max, before: .max))
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
    ledger: inout CheckLedger?
  ) throws(IndexDamage) -> CheckPlan {
    var plan = CheckPlan()
    let folders = index.folders.filter { $0.reaches(from, to) }.sorted(by: isNewer)
    let isEnough = folders.reduce(0) { $0 + $1.count } <= budget
    let older = ledger == nil || isEnough ? 0 : min(budget, max(1, budget / partForOlder))
    var rest = budget - older
    var left: [(folder: IndexFolder, start: Int64)] = []
    for folder in folders {
      let stretch = try FolderStretch(of: folder, most: rest, before: .max)
      plan.stretches.append(stretch)
      rest -= stretch.count
      if let start = stretch.start { left.append((folder, start)) }
    }
    try plan.take(older, of: left, by: &ledger)
    return plan
  }

  /// What was written lately is most likely to be edited, and nothing may wait for ever.
  private static let partForOlder = 4

  private static func isNewer(_ first: IndexFolder, _ second: IndexFolder) -> Bool {
    let (start, other) = (first.bounds.lastStart, second.bounds.lastStart)
    return start == other ? first.path < second.path : start > other
  }

  /// Takes files of folders that start before some instants, those first that had no turn for the
  /// longest time.
  private mutating func take(
    _ most: Int,
    of folders: [(folder: IndexFolder, start: Int64)],
    by ledger: inout CheckLedger?
  ) throws(IndexDamage) {
    guard var turns = ledger else { return }
    let inTurn = folders.map { ($0, turn: turns.turn(of: $0.folder.path)) }
    var rest = most
    for ((folder, start), _) in inTurn.sorted(by: { $0.turn < $1.turn }) where rest > 0 {
      let start = min(start, turns.start(of: folder.path))
      let stretch = try FolderStretch(of: folder, most: rest, before: start)
      stretches.append(stretch)
      rest -= stretch.count
      turns.note(folder.path, from: stretch.start)
    }
    ledger = turns
  }
}
