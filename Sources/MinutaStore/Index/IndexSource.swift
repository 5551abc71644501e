import MinutaCore
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
        if case .system = error { return nil }
      }
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
    IndexCache(in: place.folder, of: root)?.write(&index)
  }

  /// Looks at every file.
  func checkAll(_ index: inout RecordIndex) throws(IndexFailure) {
    var check = FileCheck(root: root, rest: .max)
    try check.visit(index, from: .min, to: .max)
    try IndexUpdate.read(check.changed, into: &index, from: root, progress: place.progress)
  }

  /// Looks at files of the months that have a part in a stretch, the newest first, as far as the
  /// budget goes, and goes on with some older ones where it ended the last time.
  ///
  /// - Parameter goesOn: whether it does the latter.
  func checkMonths(
    _ index: inout RecordIndex,
    from: Int64,
    to: Int64,
    goesOn: Bool
  ) throws(IndexFailure) {
    var check = FileCheck(root: root, rest: place.budget)
    try check.visit(index, from: from, to: to)
    if goesOn, let end = check.end, let cache = IndexCache(in: place.folder, of: root) {
      let cursor = CheckCursor(in: cache)
      check.rest = max(1, place.budget / 4)
      let next = cursor.read().flatMap { index.folder(at: $0.path) == nil ? nil : $0 }
      try check.visit(index, from: from, to: to, after: next.map { max($0, end) } ?? end)
      cursor.write(check.end)
    }
    try IndexUpdate.read(check.changed, into: &index, from: root, progress: place.progress)
  }

  /// Looks at the files of some rows, as far as the budget goes.
  func check(
    _ files: [RecordIndex.File],
    _ index: inout RecordIndex
  ) throws(IndexFailure) {
    var check = FileCheck(root: root, rest: place.budget)
    try check.visit(files)
    try IndexUpdate.read(check.changed, into: &index, from: root, progress: nil)
  }
}
