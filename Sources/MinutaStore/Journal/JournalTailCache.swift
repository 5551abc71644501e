import Synchronization
import SystemCalls

/// The end of the journal as this process left it, so that it is not read again while nobody else
/// writes to it.
final class JournalTailCache: Sendable {
  private struct CachedTail {
    let status: FileStatus
    let tail: Journal.Tail
  }

  private let cached = Mutex<CachedTail?>(nil)

  /// The end of the journal; nil where nothing was ever written.
  func tail(of journal: Journal) throws(SystemError) -> Journal.Tail? {
    if let cached = cached.withLock({ $0 }), let (name, status) = try journal.newestFile(),
      name == cached.tail.end.file, status == cached.status
    {
      return cached.tail
    }
    return try journal.tail()
  }

  /// Notes that the journal ends with a transaction that has been finished.
  ///
  /// - Parameter status: that of the newest file.
  func update(_ name: String, _ status: FileStatus, sequence: Int) {
    let tail = Journal.Tail(
      end: Journal.EndPosition(file: name, size: status.size),
      sequence: sequence,
      openEntries: [],
      committedSize: status.size
    )
    cached.withLock { $0 = CachedTail(status: status, tail: tail) }
  }
}
