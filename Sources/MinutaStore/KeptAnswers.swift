import MinutaCore
import Synchronization
import SystemCalls

/// Finds the answers that were kept, as far as the journal has been read.
///
/// A journal only grows at its end, so that a batch whose calls all have keys reads it once. Of an
/// answer only its place is held.
final class KeptAnswers: Sendable {
  /// Half of the SHA-256 of a key.
  private typealias Digest = SIMD4<UInt32>

  private struct Reading {
    var end: Journal.End?
    var places: [Digest: Journal.Place] = [:]
  }

  private let reading = Mutex(Reading())

  /// The answer that was kept under a key.
  func answer(_ key: String, in journal: Journal) throws(SystemError) -> KeptAnswer? {
    try reading.withLock { reading throws(SystemError) in
      try Self.readOn(journal, &reading)
      let digest = Self.digest(of: key)
      guard let place = reading.places[digest] else { return nil }
      if let answer = try journal.entry(at: place)?.answer(key) { return answer }
      // The journal is no longer as it was read.
      reading = Reading()
      try Self.readOn(journal, &reading)
      return try reading.places[digest].flatMap { place throws(SystemError) in
        try journal.entry(at: place)?.answer(key)
      }
    }
  }

  private static func readOn(_ journal: Journal, _ reading: inout Reading) throws(SystemError) {
    let tail = try journal.tail()
    if tail?.end == reading.end { return }
    var new: [Digest: Journal.Place] = [:]
    let isWhole = try journal.keptAnswers(since: reading.end) { keys, place in
      for digest in keys.map(digest) where new[digest] == nil { new[digest] = place }
    }
    if isWhole { reading.places = new } else { reading.places.merge(new) { $1 } }
    // What has not been finished may yet be taken off.
    reading.end = tail?.isClosed == true ? tail?.end : nil
  }

  private static func digest(of key: String) -> Digest {
    let words = SHA256.digest(of: Array(key.utf8))
    return Digest(words[0], words[1], words[2], words[3])
  }
}

extension JournalEntry {
  fileprivate func answer(_ key: String) -> KeptAnswer? {
    var answer = kept.first { $0.key == key }
    // An entry that only keeps an answer changed nothing that could be undone.
    let isEmpty = files.isEmpty && tags.isEmpty && moves.isEmpty && decisions.isEmpty
    if !isEmpty { answer?.entry = sequence }
    return answer
  }
}
