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

  private var cache: IndexCache? { options.folder.flatMap { IndexCache(in: $0, of: root) } }

  /// Loads the cached index and updates it, or builds an index from the files.
  ///
  /// - Parameter ignoresCache: whether to build the index, because the cached one is wrong.
  /// - Returns: the index, and whether it was built from the files just now.
  func current(
    _ changedFiles: ChangedFiles,
    ignoresCache: Bool
  ) -> (index: RecordIndex, isNew: Bool) {
    guard let cache else {
      return (IndexBuilder.index(of: root, progress: options.progress), true)
    }
    var reason = "the cache doesn't match the files"
    if !ignoresCache {
      reason = "there is no usable cache"
      if var index = cache.read() {
        do throws(IndexCorruptionError) {
          try update(&index, changedFiles)
          cache.write(&index)
          return (index, false)
        } catch {
          reason = "the cache is corrupt"
        }
      }
    }
    AppLogger.storage.info("Rebuilding the index: \(reason)", ["folder": .text(root)])
    let index = cache.rebuild(from: root, progress: options.progress)
    return (index ?? IndexBuilder.index(of: root, progress: options.progress), true)
  }

  /// Whether the cache contains an index.
  var isCached: Bool { cache?.origin != nil }

  private func update(
    _ index: inout RecordIndex,
    _ changedFiles: ChangedFiles
  ) throws(IndexCorruptionError) {
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
    if index.isChanged { cache?.write(&index) }
  }

  /// Checks all files, and reads the unusable ones again.
  func checkAll(_ index: inout RecordIndex) throws(IndexCorruptionError) {
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
  ) throws(IndexCorruptionError) {
    let cache = includesOlderFiles ? cache : nil
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
  ) throws(IndexCorruptionError) {
    let changed = try FingerprintChecker(root: root).changed(plan(index))
    try IndexUpdater.read(changed, into: &index, from: root, progress: options.progress)
  }

  /// Checks the files of some rows, up to the budget; the last rows have priority.
  func check(
    _ files: [RecordIndex.IndexedFile],
    _ index: inout RecordIndex
  ) throws(IndexCorruptionError) {
    let changed = FingerprintChecker(root: root).changed(files.suffix(options.budget))
    try IndexUpdater.read(changed, into: &index, from: root, progress: nil)
  }
}
