import MinutaCore
import MinutaLog
import SystemCalls

/// Gets the index of one store, as the folder is now.
struct IndexLoader: Sendable {
  /// Files that have changed as the system told.
  enum ChangedFiles: Sendable {
    case files(Set<String>)
    /// More than it could tell.
    case all
  }

  let root: String
  let options: IndexOptions

  /// Reads the index and brings it up to date.
  ///
  /// - Parameter ignoresCache: whether what is in the cache is of no use.
  /// - Returns: Nil where it cannot be had.
  func current(_ changedFiles: ChangedFiles, ignoresCache: Bool) -> RecordIndex? {
    guard let cache = IndexCache(in: options.folder, of: root) else { return nil }
    if !ignoresCache, var index = cache.read() {
      do throws(IndexUpdateError) {
        try update(&index, changedFiles)
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
      let reason =
        ignoresCache ? "it does not match the files" : "there is none, or it is unreadable"
      AppLogger.storage.info("Rebuilding the index: \(reason)", ["folder": .text(root)])
    }
    guard var index = try? RecordIndex(of: root, progress: options.progress) else { return nil }
    index.origin = cache.origin
    cache.write(&index)
    return index
  }

  /// Whether there is one in the cache.
  var isCached: Bool { IndexCache(in: options.folder, of: root)?.origin != nil }

  private func update(
    _ index: inout RecordIndex,
    _ changedFiles: ChangedFiles
  ) throws(IndexUpdateError) {
    switch changedFiles {
    case .files(let files):
      let files = files.filter(Self.isRecord)
      try IndexUpdater.run(&index, from: root, suspecting: files, progress: options.progress)
    case .all:
      try IndexUpdater.run(&index, from: root, progress: options.progress)
      try checkAll(&index)
    }
  }

  /// Whether a file could be that of a record.
  static func isRecord(_ path: String) -> Bool {
    let names = path.utf8.split(separator: UInt8(ascii: "/"))
    return path.hasPrefix("\(StoreLayout.records)/") && path.hasSuffix(".json")
      && names.count <= StoreLayout.maximumDepth + 2
      && !names.contains { $0.first == UInt8(ascii: ".") }
  }

  /// Puts an index into the cache, where it has changed.
  func save(_ index: inout RecordIndex) {
    if index.isChanged { IndexCache(in: options.folder, of: root)?.write(&index) }
  }

  /// Checks every file, and reads the unusable ones anew.
  func checkAll(_ index: inout RecordIndex) throws(IndexUpdateError) {
    let unusable = index.unusable.keys.sorted()
    try IndexUpdater.read(unusable, into: &index, from: root, progress: options.progress)
    try check(&index) { index throws(IndexCorruptionError) in try FileCheckPlan.all(of: index) }
  }

  /// Looks at files of the months that have a part in a range, the newest first, as far as the budget
  /// goes.
  ///
  /// - Parameter includesOlderFiles: whether some older ones have their turn.
  func checkMonths(
    _ index: inout RecordIndex,
    from: Int64,
    to: Int64,
    includesOlderFiles: Bool
  ) throws(IndexUpdateError) {
    let cache = includesOlderFiles ? IndexCache(in: options.folder, of: root) : nil
    var rotation = cache.map { CheckRotation(in: $0) }
    try check(&index) { index throws(IndexCorruptionError) in
      try FileCheckPlan.months(
        of: index,
        from: from,
        to: to,
        budget: options.budget,
        rotation: &rotation
      )
    }
    save(&index)
    // What was found and could not be kept has to be found again.
    if !index.isChanged { rotation?.write(of: index.folders) }
  }

  private func check(
    _ index: inout RecordIndex,
    _ plan: (RecordIndex) throws(IndexCorruptionError) -> FileCheckPlan
  ) throws(IndexUpdateError) {
    let files: FileCheckPlan
    do throws(IndexCorruptionError) { files = try plan(index) } catch { throw .damaged }
    let changed = try FingerprintChecker(root: root).changed(files)
    try IndexUpdater.read(changed, into: &index, from: root, progress: options.progress)
  }

  /// Looks at the files of some rows, the last ones as far as the budget goes.
  func check(
    _ files: [RecordIndex.IndexedFile],
    _ index: inout RecordIndex
  ) throws(IndexUpdateError) {
    let changed = try FingerprintChecker(root: root).changed(files.suffix(options.budget))
    try IndexUpdater.read(changed, into: &index, from: root, progress: nil)
  }
}
