import MinutaCore
import Synchronization
import SystemCalls

/// The answers that were kept, as far as the journal has been read.
///
/// A journal only grows at its end, so that a batch whose calls all have keys reads it once.
final class KeptAnswers: Sendable {
  private struct Reading {
    var end: Journal.End?
    var answers: [String: KeptAnswer] = [:]
  }

  private let reading = Mutex(Reading())

  /// The answer that was kept under a key.
  func answer(_ key: String, in journal: Journal) throws(SystemError) -> KeptAnswer? {
    try reading.withLock { reading throws(SystemError) in
      let tail = try journal.tail()
      if tail?.end != reading.end {
        let new = try journal.keptAnswers(since: reading.end)
        if new.isWhole { reading.answers = [:] }
        reading.answers.merge(new.answers) { $1 }
        // What has not been finished may yet be taken off.
        reading.end = tail?.isClosed == true ? tail?.end : nil
      }
      return reading.answers[key]
    }
  }
}
