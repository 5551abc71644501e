package import MinutaCore
import SystemCalls

/// The runs of batches that did not come to their end, or are still at work: a file each.
///
/// The name of a run is the digest of its batch's first call, a dot, and what tells it from others.
package struct BatchFolder {
  let store: FolderStore

  /// The most files that are kept.
  private static let limit = 100

  private var path: String { "\(store.root)/\(store.layout.batches)" }

  private func file(of run: String) -> String { "\(path)/\(run)\(Self.suffix)" }

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
    noting note: UnfinishedBatch.Head
  ) throws(TrackingError) -> UnfinishedBatch? {
    try FolderReader(root: store.root).checkRoot()
    try store.refuseIfGone()
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
    _ note: UnfinishedBatch.Head
  ) throws(SystemError) -> UnfinishedBatch? {
    var made = try Folder.make(store.root)
    for folder in made { try Folder.flush(Folder.parent(of: folder) ?? "/") }
    made += try StoreCommit(root: store.root, journal: store.journal).makeFolder(path)
    guard let lock = try FileLock.take(path, patience: .seconds(10), for: .folder) else {
      throw .locked(path)
    }
    return try lock.whileHeld { () throws(SystemError) in
      if isAlone, try holder(besides: run) != nil { return nil }
      try makeRoom()
      return try UnfinishedBatch(file(of: run), madeWith: made, head: note)
    }
  }

  /// Takes an earlier run up again, which nobody is at.
  package func takeUp(
    _ run: String,
    noting note: UnfinishedBatch.Head
  ) throws(TrackingError) -> UnfinishedBatch {
    do throws(SystemError) {
      return try UnfinishedBatch(file(of: run), madeWith: [], head: note)
    } catch {
      throw .storeUnwritable(path: error.path ?? path, reason: error.reason)
    }
  }

  /// The process that is at another run of the batch of a run; nil where there is none.
  package func running(besides run: String) throws(TrackingError) -> Int32? {
    do throws(SystemError) {
      return try holder(besides: run)?.process
    } catch {
      throw .storeUnreadable(path: error.path ?? path, reason: error.reason)
    }
  }

  private func holder(besides run: String) throws(SystemError) -> LockHolder? {
    let batch = run.prefix { $0 != "." } + "."
    for other in try runs() where other.hasPrefix(batch) && other != run {
      let file = file(of: other)
      if FileLock.isHeld(file) {
        return FileLock.holder(of: file) ?? LockHolder(process: 0, program: nil)
      }
    }
    return nil
  }

  /// What is known of a run.
  package func memory(of run: String) throws(TrackingError) -> BatchMemory {
    do throws(SystemError) {
      var memory = BatchMemory(notes: try UnfinishedBatch.notes(in: file(of: run)))
      try store.journal.steps(of: run) { memory.note($0, isUndone: $1) }
      return memory
    } catch {
      throw .storeUnreadable(path: error.path ?? path, reason: error.reason)
    }
  }

  /// What a run was read from that did not come to its end; nil for any other.
  package func file(ofUnfinished run: String) throws(TrackingError) -> String? {
    do throws(SystemError) {
      return try UnfinishedBatch.notes(in: file(of: run)).map { $0.file }
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

  private func runs() throws(SystemError) -> [String] {
    (try Folder.names(in: path) ?? []).filter { $0.hasSuffix(Self.suffix) }
      .map { String($0.dropLast(Self.suffix.count)) }
  }

  /// Lets the oldest go where there are many.
  private func makeRoom() throws(SystemError) {
    let runs = try runs()
    if runs.count < Self.limit { return }
    var files: [(path: String, modified: Int64)] = []
    for run in runs {
      guard let status = try FileStatus.of(file(of: run), following: false) else { continue }
      files.append((file(of: run), status.modified))
    }
    files.sort { $0.modified < $1.modified }
    for (path, _) in files.dropLast(Self.limit - 1) where !FileLock.isHeld(path) {
      try? Folder.unlink(path)
    }
  }
}

extension FolderStore {
  /// What this machine knows of the batches that were run over the store.
  package var batches: BatchFolder { BatchFolder(store: self) }
}
