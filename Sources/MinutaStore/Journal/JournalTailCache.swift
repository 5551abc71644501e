import Synchronization
import SystemCalls

/// A cache of the journal's end as this process left it, valid until another process writes to the
/// journal.
final class JournalTailCache: Sendable {
  private struct CachedTail {
    let status: FileStatus
    let tail: Journal.TailState
  }

  private let cached = Mutex<CachedTail?>(nil)

  /// Returns the state at the journal's end, from the cache if it is valid; nil if the journal is
  /// empty.
  func tail(of journal: Journal) throws(SystemError) -> Journal.TailState? {
    if let cached = cached.withLock({ $0 }), let (name, status) = try journal.newestFile(),
      name == cached.tail.end.file, status == cached.status
    {
      return cached.tail
    }
    return try journal.tail()
  }

  /// Caches the journal's end after a transaction was applied.
  ///
  /// - Parameter status: the status of the newest file.
  func update(_ name: String, _ status: FileStatus, sequence: Int) {
    let tail = Journal.TailState(
      end: Journal.EndPosition(file: name, size: status.size),
      sequence: sequence,
      openEntries: [],
      committedSize: status.size
    )
    cached.withLock { $0 = CachedTail(status: status, tail: tail) }
  }
}
