import MinutaCore
import MinutaLog
import SystemCalls

/// Gets the index of one store, as the folder is now.
struct IndexSource: Sendable {
  /// Files that have changed as the system told.
  enum Suspects: Sendable {
    case files(Set<String>)
    /// More than it could tell.
    case all
  }

  let root: String
  let place: IndexPlace

  /// Reads the index and brings it up to date.
  ///
  /// - Parameter isAfresh: whether what is in the cache is of no use.
  /// - Returns: Nil where it cannot be had.
  func current(_ suspects: Suspects, isAfresh: Bool) -> RecordIndex? {
    guard let cache = IndexCache(in: place.folder, of: root) else { return nil }
    if !isAfresh, var index = cache.read() {
      do throws(IndexFailure) {
        try update(&index, suspects)
        cache.write(&index)
        return index
      } catch {
        if case .system(let cause) = error {
          AppLogger.storage.error("Cannot read the data folder", ["reason": .text(cause.reason)])
          return nil
        }
        AppLogger.storage.info("Rebuilding the index: it is damaged", ["folder": .text(root)])
      }
    } else {
      let reason = isAfresh ? "it does not match the files" : "there is none, or it is unreadable"
      AppLogger.storage.info("Rebuilding the index: \(reason)", ["folder": .text(root)])
    }
    guard var index = try? RecordIndex(of: root, progress: place.progress) else { return nil }
    index.origin = cache.origin
    cache.write(&index)
    return index
  }

  /// Whether there is one in the cache.
  var isKept: Bool { IndexCache(in: place.folder, of: root)?.origin != nil }

  private func update(
    _ index: inout RecordIndex,
    _ suspects: Suspects
  ) throws(IndexFailure) {
    switch suspects {
    case .files(let files):
      let files = files.filter(Self.isRecord)
      try IndexUpdate.run(&index, from: root, suspecting: files, progress: place.progress)
    case .all:
      try IndexUpdate.run(&index, from: root, progress: place.progress)
      try checkAll(&index)
    }
  }

  /// Whether a file could be that of a record.
  static func isRecord(_ path: String) -> Bool {
    let names = path.utf8.split(separator: UInt8(ascii: "/"))
    return path.hasPrefix("\(StoreLayout.records)/") && path.hasSuffix(".json")
      && names.count <= StoreLayout.deepest + 2
      && !names.contains { $0.first == UInt8(ascii: ".") }
  }

  /// Puts an index into the cache, where it has changed.
  func keep(_ index: inout RecordIndex) {
    if index.isChanged { IndexCache(in: place.folder, of: root)?.write(&index) }
  }

  /// Checks every file, and reads the unusable ones anew.
  func checkAll(_ index: inout RecordIndex) throws(IndexFailure) {
    let unusable = index.unusable.keys.sorted()
    try IndexUpdate.read(unusable, into: &index, from: root, progress: place.progress)
    try check(&index) { index throws(IndexDamage) in try CheckPlan.all(of: index) }
  }

  /// Looks at files of the months that have a part in a range, the newest first, as far as the budget
  /// goes.
  ///
  /// - Parameter takesTurns: whether some older ones have their turn.
  func checkMonths(
    _ index: inout RecordIndex,
    from: Int64,
    to: Int64,
    takesTurns: Bool
  ) throws(IndexFailure) {
    let cache = takesTurns ? IndexCache(in: place.folder, of: root) : nil
    var ledger = cache.map { CheckLedger(in: $0) }
    try check(&index) { index throws(IndexDamage) in
      try CheckPlan.months(of: index, from: from, to: to, budget: place.budget, ledger: &ledger)
    }
    keep(&index)
    // What was found and could not be kept has to be found again.
    if !index.isChanged { ledger?.write(of: index.folders) }
  }

  private func check(
    _ index: inout RecordIndex,
    _ plan: (RecordIndex) throws(IndexDamage) -> CheckPlan
  ) throws(IndexFailure) {
    let files: CheckPlan
    do throws(IndexDamage) { files = try plan(index) } catch { throw .damaged }
    let changed = try FileCheck(root: root).changed(files)
    try IndexUpdate.read(changed, into: &index, from: root, progress: place.progress)
  }

  /// Looks at the files of some rows, the last ones as far as the budget goes.
  func check(
    _ files: [RecordIndex.File],
    _ index: inout RecordIndex
  ) throws(IndexFailure) {
    let changed = try FileCheck(root: root).changed(files.suffix(place.budget))
    try IndexUpdate.read(changed, into: &index, from: root, progress: nil)
  }
}
