import MinutaCore
import MinutaLog
import SystemCalls

/// Loads the index of a store and brings it up to date.
struct IndexLoader: Sendable {
  /// The files that have changed, as reported by the kernel.
  enum ChangedFiles: Sendable {
    case files(Set<String>)
    /// The changed files are unknown: any file may have changed.
    case all
  }

  let root: String
  let options: IndexCacheOptions

  /// Loads the cached index and updates it, or rebuilds it from the files.
  ///
  /// - Parameter ignoresCache: whether to rebuild the index, because the cached one is wrong.
  /// - Returns: nil if the index can't be built.
  func current(_ changedFiles: ChangedFiles, ignoresCache: Bool) -> RecordIndex? {
    guard let cache = IndexCache(in: options.folder, of: root) else { return nil }
    if !ignoresCache, var index = cache.read() {
      do throws(IndexUpdateError) {
        try update(&index, changedFiles)
        cache.write(&index)
        return index
      } catch {
        if case .system(let cause) = error {
          AppLogger.storage.error("Can't read the data folder", ["reason": .text(cause.reason)])
          return nil
        }
        let message = "Rebuilding the index: the cache is corrupt"
        AppLogger.storage.info(message, ["folder": .text(root)])
      }
    } else {
      let reason =
        ignoresCache ? "the cache doesn't match the files" : "there is no usable cache"
      AppLogger.storage.info("Rebuilding the index: \(reason)", ["folder": .text(root)])
    }
    guard var index = try? RecordIndex(of: root, progress: options.progress) else { return nil }
    index.origin = cache.origin
    cache.write(&index)
    return index
  }

  /// Whether the cache contains an index.
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

  /// Returns whether a file at a path may be a record.
  static func isRecord(_ path: String) -> Bool {
    let names = path.utf8.split(separator: UInt8(ascii: "/"))
    return path.hasPrefix("\(StoreLayout.records)/") && path.hasSuffix(".json")
      && names.count <= StoreLayout.maximumDepth + 2
      && !names.contains { $0.first == UInt8(ascii: ".") }
  }

  /// Saves the index to the cache if it has changed.
  func save(_ index: inout RecordIndex) {
    if index.isChanged { IndexCache(in: options.folder, of: root)?.write(&index) }
  }

  /// Checks all files, and reads the unusable ones again.
  func checkAll(_ index: inout RecordIndex) throws(IndexUpdateError) {
    let unusable = index.unusable.keys.sorted()
    try IndexUpdater.read(unusable, into: &index, from: root, progress: options.progress)
    try check(&index) { index throws(IndexCorruptionError) in try FileCheckPlan.all(of: index) }
  }

  /// Checks the files of the months that overlap a time range, newest first, up to the budget.
  ///
  /// - Parameter includesOlderFiles: whether to use a part of the budget for files checked longest
  ///   ago.
  func checkMonths(
    _ index: inout RecordIndex,
    from: Int64,
    to: Int64,
    includesOlderFiles: Bool
  ) throws(IndexUpdateError) {
    let cache = includesOlderFiles ? IndexCache(in: options.folder, of: root) : nil
    var rotation = cache.map { FileCheckProgress(in: $0) }
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
    // If the index couldn't be saved, don't count its files as checked: the next check must find
    // their changes again.
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

  /// Checks the files of some rows, up to the budget; the last rows have priority.
  func check(
    _ files: [RecordIndex.IndexedFile],
    _ index: inout RecordIndex
  ) throws(IndexUpdateError) {
    let changed = try FingerprintChecker(root: root).changed(files.suffix(options.budget))
    try IndexUpdater.read(changed, into: &index, from: root, progress: nil)
  }
}
