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
        _ = consume lock
        return result
      }
      try await Task.sleep(for: .milliseconds(50))
      waited += .milliseconds(50)
    }
    let holder = FileLock.holder(of: path)
    throw Failure.syncBusy(holder.map { "\($0.program ?? "a program") (process \($0.process))" })
  }

  private func acquire() throws -> FileLock? {
    do throws(SystemError) {
      try Directory.make(Directory.parent(of: path) ?? "/", permissions: 0o700)
      return try FileLock.acquire(path, timeout: .zero)
    } catch {
      throw TrackingError.storeUnwritable(path: path, reason: error.reason)
    }
  }
}
