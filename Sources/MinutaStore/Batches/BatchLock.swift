import SystemCalls

/// The lock of an active batch run, so that the same batch isn't resumed at the same time.
package final class BatchLock {
  private let path: String
  private let lock: FileLock
  private let createdFolders: [String]

  /// Locks the file at `path`; nil if another run holds it.
  ///
  /// - Parameters:
  ///   - timeout: the time to wait for a process that only looks whether the lock is free.
  ///   - createdFolders: the directories that were created for the file, outermost first.
  init?(
    _ path: String,
    timeout: Duration = .zero,
    createdFolders: [String] = []
  ) throws(SystemError) {
    guard let lock = try FileLock.acquire(path, timeout: timeout) else { return nil }
    self.path = path
    self.lock = lock
    self.createdFolders = createdFolders
  }

  /// Deletes the file, and the directories created for it that are empty.
  package func remove() {
    try? Directory.unlink(path)
    for folder in createdFolders.reversed() { try? Directory.remove(folder) }
  }
}
