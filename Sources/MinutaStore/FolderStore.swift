package import MinutaCore
import SystemCalls

/// The user's folder of JSON files.
package struct FolderStore: RecordStore {
  private let reader: FolderReader
  private let patience: Duration

  /// Takes a folder, which need not be there before something is written.
  ///
  /// - Parameters:
  ///   - path: absolute.
  ///   - patience: how long a writer waits for another.
  package init(path: String, patience: Duration = .seconds(10)) {
    reader = FolderReader(root: path)
    self.patience = patience
  }

  package func read<Result>(_ body: (any StoreView) throws -> Result) throws -> Result {
    try reader.checkRoot()
    return try body(FolderView(reader: reader))
  }

  package func write<Result>(
    _ origin: ChangeOrigin,
    _ body: (inout StoreTransaction) throws -> Result
  ) throws -> Result {
    try reader.checkRoot()
    if try !hasLockFile() {
      // Nobody has written here yet: what fails or changes nothing leaves no folder and no lock.
      var trial = StoreTransaction(on: FolderView(reader: reader))
      let result = try body(&trial)
      if trial.changes.isEmpty { return result }
    }
    return try lock().whileHeld { () throws in
      let view = FolderView(reader: reader)
      var transaction = StoreTransaction(on: view)
      let result = try body(&transaction)
      try FolderWriter(root: reader.root).write(transaction.changes, over: view)
      return result
    }
  }

  private var lockPath: String { "\(reader.root)/\(StoreLayout.lock)" }

  private func hasLockFile() throws(TrackingError) -> Bool {
    do throws(SystemError) {
      return try FileStatus.of(lockPath) != nil
    } catch {
      throw .storeUnreadable(path: lockPath, reason: error.reason)
    }
  }

  private func lock() throws(TrackingError) -> FileLock {
    let path = lockPath
    do throws(SystemError) {
      let made = try Folder.make(reader.root)
      try FolderWriter.flushParents(of: made)
      if let lock = try FileLock.take(path, patience: patience) { return lock }
    } catch {
      throw .storeUnwritable(path: error.path ?? path, reason: error.reason)
    }
    let holder = FileLock.holder(of: path)
    throw .storeBusy(
      holder: holder.map { "\($0.program ?? "a program") (process \($0.process))" }
    )
  }
}
