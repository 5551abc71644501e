package import MinutaCore
import SystemCalls

/// The runs of batches that did not come to their end, or are still at work: a file each.
///
/// The name of a run is the digest of its batch's first call, a dot, and what tells it from others.
/// That of its file has a number in place of the latter, so that it is the same each time.
package struct BatchRunStore {
  let store: DirectoryStore

  /// The most files that are kept.
  private static let limit = 100

  private var path: String { "\(store.root)/\(store.layout.batches)" }

  private static let suffix = ".jsonl"

  /// Begins a run, before anything of it is done.
  ///
  /// - Parameters:
  ///   - isAlone: whether it begins only where no other run of the same batch is at work.
  ///   - note: what the file says of the run at its head.
  /// - Returns: Nil where another run is at work.
  package func begin(
    _ run: String,
    isAlone: Bool,
    header note: BatchRunFile.Header
  ) throws(TrackingError) -> BatchRunFile? {
    try DirectoryReader(root: store.root).checkRoot()
    try store.checkNotMissing()
    do throws(SystemError) {
      do throws(SystemError) {
        return try make(run, isAlone: isAlone, note)
      } catch  where error.isMissing {
        // Another run that did nothing has taken the folder away again.
        return try make(run, isAlone: isAlone, note)
      }
    } catch {
      throw .storeUnwritable(path: error.path ?? path, reason: error.reason)
    }
  }

  private func make(
    _ run: String,
    isAlone: Bool,
    _ note: BatchRunFile.Header
  ) throws(SystemError) -> BatchRunFile? {
    var made = try Directory.make(store.root)
    for folder in made { try Directory.flush(Directory.parent(of: folder) ?? "/") }
    made += try TransactionCommitter(root: store.root, journal: store.journal)
      .makeDirectory(store.layout.batches)
    return try withLockHeld { () throws(SystemError) in
      if isAlone, try holder(of: run) != nil { return nil }
      try removeOldestRuns()
      return try BatchRunFile(run, at: try unusedPath(for: run), createdFolders: made, head: note)
    }
  }

  /// Does something while no run begins.
  private func withLockHeld<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    guard let lock = try FileLock.acquire(path, timeout: .seconds(10), for: .directory) else {
      throw .locked(path)
    }
    return try lock.withLock(body)
  }

  /// Takes an earlier run up again, which nobody is at.
  package func resume(
    _ run: String,
    header note: BatchRunFile.Header
  ) throws(TrackingError) -> BatchRunFile {
    do throws(SystemError) {
      return try withLockHeld { () throws(SystemError) in
        let known = try file(of: run)
        let file = if let known { known } else { try unusedPath(for: run) }
        return try BatchRunFile(run, at: file, createdFolders: [], head: note)
      }
    } catch {
      throw .storeUnwritable(path: error.path ?? path, reason: error.reason)
    }
  }

  /// The process that is at a run of the same batch; nil where there is none.
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

  /// The file of a run that did not come to its end; nil for any other.
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

  /// The files of all runs of one batch.
  private func files(ofBatch run: String) throws(SystemError) -> [String] {
    let batch = run.prefix { $0 != "." } + "."
    return try names().filter { $0.hasPrefix(batch) }.map { "\(path)/\($0)" }
  }

  private func names() throws(SystemError) -> [String] {
    (try Directory.names(in: path) ?? []).filter { $0.hasSuffix(Self.suffix) }
  }

  /// What is known of a run.
  package func progress(of run: String) throws(TrackingError) -> BatchRunProgress {
    do throws(SystemError) {
      var progress = BatchRunProgress(notes: try notes(of: run))
      try store.journal.steps(of: run) { progress.add($0, isUndone: $1) }
      return progress
    } catch {
      throw .storeUnreadable(path: error.path ?? path, reason: error.reason)
    }
  }

  /// What a run was read from that did not come to its end; nil for any other.
  package func file(ofUnfinished run: String) throws(TrackingError) -> String? {
    do throws(SystemError) {
      return try notes(of: run)?.file
    } catch {
      throw .storeUnreadable(path: error.path ?? path, reason: error.reason)
    }
  }

  /// The digests of the calls of a run that changed something, by place.
  package func digests(of run: String) throws(TrackingError) -> [Int: String] {
    var digests: [Int: String] = [:]
    do throws(SystemError) {
      try store.journal.steps(of: run) { step, _ in digests[step.index] = step.digest }
      return digests
    } catch {
      throw .storeUnreadable(path: error.path ?? path, reason: error.reason)
    }
  }

  private func notes(of run: String) throws(SystemError) -> BatchRunFile.Contents? {
    guard let file = try file(of: run) else { return nil }
    return try BatchRunFile.contents(in: file)
  }

  /// Lets the oldest go where there are many.
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
  /// What this machine knows of the batches that were run over the store.
  package var batches: BatchRunStore { BatchRunStore(store: self) }
}
