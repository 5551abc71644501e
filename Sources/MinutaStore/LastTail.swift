import Synchronization
import SystemCalls

/// The end of the journal as this process left it, so that it is not read again while nobody else
/// writes to it.
final class LastTail: Sendable {
  private struct Seen {
    let status: FileStatus
    let tail: Journal.Tail
  }

  private let seen = Mutex<Seen?>(nil)

  /// The end of the journal; nil where nothing was ever written.
  func tail(of journal: Journal) throws(SystemError) -> Journal.Tail? {
    if let seen = seen.withLock({ $0 }), let (name, status) = try journal.newestFile(),
      name == seen.tail.end.file, status == seen.status
    {
      return seen.tail
    }
    return try journal.tail()
  }

  /// Notes that the journal ends with a transaction that has been finished.
  ///
  /// - Parameter status: that of the newest file.
  func note(_ name: String, _ status: FileStatus, sequence: Int) {
    let tail = Journal.Tail(
      end: Journal.End(file: name, size: status.size),
      sequence: sequence,
      openEntries: [],
      committedSize: status.size
    )
    seen.withLock { $0 = Seen(status: status, tail: tail) }
  }
}
