package import MinutaCore
import SystemCalls

/// The progress files of batch runs that are incomplete or still running.
///
/// A run's ID is the digest of the first call, a dot, and a unique suffix. File names contain a
/// number instead of the suffix, so that the names aren't random.
package struct BatchRunStore {
  let store: DirectoryStore

  /// The maximum number of progress files to keep.
  private static let limit = 100

  private var path: String { "\(store.root)/\(store.layout.batches)" }

  private static let suffix = ".jsonl"

  /// Creates the progress file of a run that is about to make its first call.
  ///
  /// - Parameters:
  ///   - isAlone: whether to start only if no other run of the same batch is active.
  ///   - header: the header of the progress file.
  /// - Returns: nil if `isAlone` is true and another run is active.
  package func begin(
    _ run: String,
    isAlone: Bool,
    header: BatchRunFile.Header
  ) throws(TrackingError) -> BatchRunFile? {
    try DirectoryReader(root: store.root).checkRoot()
    try store.checkNotMissing()
    do throws(SystemError) {
      do throws(SystemError) {
        return try create(run, isAlone: isAlone, header)
      } catch  where error.isMissing {
        // Another run has just ended without changes and deleted the directory: create it again.
        return try create(run, isAlone: isAlone, header)
      }
    } catch {
      throw .storeUnwritable(path: error.path ?? path, reason: error.reason)
    }
  }

  private func create(
    _ run: String,
    isAlone: Bool,
    _ header: BatchRunFile.Header
  ) throws(SystemError) -> BatchRunFile? {
    var createdFolders = try Directory.make(store.root)
    for folder in createdFolders { try Directory.flush(Directory.parent(of: folder) ?? "/") }
    createdFolders += try TransactionCommitter(root: store.root, journal: store.journal)
      .makeDirectory(store.layout.batches)
    return try withLockHeld { () throws(SystemError) in
      if isAlone, try holder(of: run) != nil { return nil }
      try removeOldestRuns()
      return try BatchRunFile(
        run,
        at: try unusedPath(for: run),
        createdFolders: createdFolders,
        header: header
      )
    }
  }

  /// Runs `body` while no other process can start or resume a batch run.
  private func withLockHeld<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    guard let lock = try FileLock.acquire(path, timeout: .seconds(10), for: .directory) else {
      throw .locked(path)
    }
    return try lock.withLock(body)
  }

  /// Opens the progress file of an earlier run to resume it; no process may be working on the run.
  package func resume(
    _ run: String,
    header: BatchRunFile.Header
  ) throws(TrackingError) -> BatchRunFile {
    do throws(SystemError) {
      return try withLockHeld { () throws(SystemError) in
        let existing = try file(of: run)
        let file = if let existing { existing } else { try unusedPath(for: run) }
        return try BatchRunFile(run, at: file, createdFolders: [], header: header)
      }
    } catch {
      throw .storeUnwritable(path: error.path ?? path, reason: error.reason)
    }
  }

  /// Returns the process ID of an active run of the same batch; nil if there is none.
  package func running(batchOf run: String) throws(TrackingError) -> Int32? {
    do throws(SystemError) {
      return try holder(of: run)?.process
    } catch {
      throw .storeUnreadable(path: error.path ?? path, reason: error.reason)
    }
  }

  private func holder(of run: String) throws(SystemError) -> LockHolder? {
    for file in try files(ofBatch: run) where FileLock.isHeld(file) {
      return FileLock.holder(of: file) ?? LockHolder(process: 0, program: nil)
    }
    return nil
  }

  /// Returns the path of the progress file of an incomplete run; nil for any other run.
  private func file(of run: String) throws(SystemError) -> String? {
    for file in try files(ofBatch: run)
    where try BatchRunFile.contents(in: file)?.run == run {
      return file
    }
    return nil
  }

  private func unusedPath(for run: String) throws(SystemError) -> String {
    let taken = Set(try files(ofBatch: run))
    var number = 1
    while taken.contains(file(numbered: number, of: run)) { number += 1 }
    return file(numbered: number, of: run)
  }

  private func file(numbered number: Int, of run: String) -> String {
    "\(path)/\(run.prefix { $0 != "." }).\(number)\(Self.suffix)"
  }

  /// Returns the paths of the progress files of all runs of the batch that `run` belongs to.
  private func files(ofBatch run: String) throws(SystemError) -> [String] {
    let batch = run.prefix { $0 != "." } + "."
    return try names().filter { $0.hasPrefix(batch) }.map { "\(path)/\($0)" }
  }

  private func names() throws(SystemError) -> [String] {
    (try Directory.names(in: path) ?? []).filter { $0.hasSuffix(Self.suffix) }
  }

  /// Returns the progress of a run, according to its progress file and the journal.
  package func progress(of run: String) throws(TrackingError) -> BatchRunProgress {
    do throws(SystemError) {
      var progress = BatchRunProgress(contents: try contents(of: run))
      try store.journal.steps(of: run) { progress.add($0, isUndone: $1) }
      return progress
    } catch {
      throw .storeUnreadable(path: error.path ?? path, reason: error.reason)
    }
  }

  /// Returns the name of the file from which an incomplete run reads its calls; nil for any other
  /// run.
  package func file(ofUnfinished run: String) throws(TrackingError) -> String? {
    do throws(SystemError) {
      return try contents(of: run)?.file
    } catch {
      throw .storeUnreadable(path: error.path ?? path, reason: error.reason)
    }
  }

  /// Returns the digests of those calls of a run that changed something, by the call's index.
  package func digests(of run: String) throws(TrackingError) -> [Int: String] {
    var digests: [Int: String] = [:]
    do throws(SystemError) {
      try store.journal.steps(of: run) { step, _ in digests[step.index] = step.digest }
      return digests
    } catch {
      throw .storeUnreadable(path: error.path ?? path, reason: error.reason)
    }
  }

  private func contents(of run: String) throws(SystemError) -> BatchRunFile.Contents? {
    guard let file = try file(of: run) else { return nil }
    return try BatchRunFile.contents(in: file)
  }

  /// Deletes the progress files of the oldest inactive runs if the maximum number is reached.
  private func removeOldestRuns() throws(SystemError) {
    let names = try names()
    if names.count < Self.limit { return }
    var files: [(path: String, modified: Int64)] = []
    for file in names.map({ "\(path)/\($0)" }) {
      guard let status = try FileStatus.of(file, following: false) else { continue }
      files.append((file, status.modified))
    }
    files.sort { $0.modified < $1.modified }
    for (path, _) in files.dropLast(Self.limit - 1) where !FileLock.isHeld(path) {
      try? Directory.unlink(path)
    }
  }
}

extension DirectoryStore {
  /// Access to the batch runs that this machine has recorded in the data directory.
  package var batches: BatchRunStore { BatchRunStore(store: self) }
}
