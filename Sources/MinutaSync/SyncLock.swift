import IntentKit
import MinutaCore
import MinutaStore
import SystemCalls

/// A lock that lets one sync of a folder run at a time on this machine.
///
/// It isn't the lock of writers: those can write while a sync waits for the network.
struct SyncLock {
  private let path: String

  init(_ store: DirectoryStore) {
    path = "\(store.machineFolder)/sync.lock"
  }

  /// The time to wait for another sync.
  private static let timeout = Duration.seconds(10)

  func hold<Result>(_ body: () async throws -> Result) async throws -> Result {
    var waited = Duration.zero
    while waited < Self.timeout {
      if let lock = try acquire() {
        let result = try await body()
        lock.release()
        return result
      }
      try await Task.sleep(for: .milliseconds(50))
      waited += .milliseconds(50)
    }
    let holder = FileLock.holder(of: path)
    throw Failure.syncBusy(holder.map { "\($0.program ?? "a program") (process \($0.process))" })
  }

  private func acquire() throws -> HeldSyncLock? {
    do throws(SystemError) {
      try Directory.make(Directory.parent(of: path) ?? "/", permissions: 0o700)
      guard let lock = try FileLock.acquire(path, timeout: .zero) else { return nil }
      return HeldSyncLock(lock)
    } catch {
      throw TrackingError.storeUnwritable(path: path, reason: error.reason)
    }
  }
}

/// A lock that is held until the last reference to it ends.
private final class HeldSyncLock {
  private let lock: FileLock

  init(_ lock: consuming FileLock) { self.lock = lock }

  /// Marks the end of the time in which the lock must be held.
  func release() {}
}
