package import MinutaCore
import SystemCalls

/// The batch runs in this machine's journal, and the locks of those that are active.
///
/// A run's ID is the digest of the first call, a dot, and a unique suffix. Lock files are named by
/// the digest and a number, so that several runs of a batch can be active.
package struct BatchRunStore {
  private let store: DirectoryStore

  init(_ store: DirectoryStore) {
    self.store = store
  }

  private var path: String { "\(store.root)/\(store.layout.batches)" }

  /// Locks the batch of a run that is about to make its first call.
  ///
  /// - Parameter isAlone: whether no other run of the same batch may be active.
  /// - Returns: nil if `isAlone` is true and another run is active.
  package func lock(_ run: String, isAlone: Bool) throws(TrackingError) -> BatchLock? {
    try DirectoryReader(root: store.root).checkRoot()
    try store.checkNotMissing()
    do throws(SystemError) {
      do throws(SystemError) {
        return try acquire(run, isAlone: isAlone)
      } catch  where error.isMissing {
        // Another run has just ended and deleted the directory: create it again.
        return try acquire(run, isAlone: isAlone)
      }
    } catch {
      throw .storeUnwritable(path: error.path ?? path, reason: error.reason)
    }
  }

  private func acquire(_ run: String, isAlone: Bool) throws(SystemError) -> BatchLock? {
    var createdFolders = try Directory.make(store.root)
    for folder in createdFolders { try Directory.flush(Directory.parent(of: folder) ?? "/") }
    createdFolders += try TransactionCommitter(root: store.root, journal: store.journal)
      .makeDirectory(store.layout.batches)
    try removeUnusedLocks()
    var number = 1
    while true {
      let file = "\(path)/\(batch(of: run)).\(number)\(Self.suffix)"
      number += 1
      let timeout = isAlone ? Self.timeout : .zero
      if let lock = try BatchLock(file, timeout: timeout, createdFolders: createdFolders) {
        let other = try isAlone ? holder(of: run, except: file) : nil
        if other == nil { return lock }
        lock.remove()
      }
      if isAlone { return nil }
    }
  }

  private static let suffix = ".lock"
  private static let timeout = Duration.milliseconds(100)

  /// Deletes the lock files of killed runs.
  private func removeUnusedLocks() throws(SystemError) {
    for name in try Directory.names(in: path) ?? [] {
      try? BatchLock("\(path)/\(name)")?.remove()
    }
  }

  /// Returns the process ID of an active run of the same batch, 0 if it is unknown; nil if there is
  /// none.
  package func running(batchOf run: String) throws(TrackingError) -> Int32? {
    do throws(SystemError) {
      return try holder(of: run, except: nil)
    } catch {
      throw .storeUnreadable(path: error.path ?? path, reason: error.reason)
    }
  }

  private func holder(of run: String, except own: String?) throws(SystemError) -> Int32? {
    let prefix = "\(batch(of: run))."
    for name in try Directory.names(in: path) ?? [] where name.hasPrefix(prefix) {
      let file = "\(path)/\(name)"
      if file != own, FileLock.isHeld(file) { return FileLock.holder(of: file)?.process ?? 0 }
    }
    return nil
  }

  /// Returns the recent runs of a run's batch and the newest run of any batch, newest first.
  package func runs(ofBatch run: String) throws(TrackingError) -> [BatchRun] {
    var history = BatchHistory(of: batch(of: run))
    do throws(SystemError) {
      try store.journal.batchEntries { history.add($0) }
    } catch {
      throw .storeUnreadable(path: error.path ?? path, reason: error.reason)
    }
    return history.runs
  }

  /// Records a call that changed nothing, so that a resumed run doesn't repeat it.
  package func save(_ origin: ChangeOrigin) throws {
    guard let step = origin.step else { return }
    let key = "\(step.run)-\(step.index)"
    try store.write(origin) { transaction in
      transaction.save(IdempotentResult(key: key, call: step.digest, answer: "{}"))
    }
  }

  private func batch(of run: String) -> Substring { run.prefix { $0 != "." } }
}

extension DirectoryStore {
  /// Access to the batch runs that this machine has recorded in the data directory.
  package var batches: BatchRunStore { BatchRunStore(self) }
}
