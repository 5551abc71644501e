import MinutaCore
import Synchronization
import SystemCalls

/// Finds the answers that were kept, as far as the journal has been read.
///
/// A journal only grows at its end, so that a batch whose calls all have keys reads it once. Of an
/// answer only its place is held.
final class IdempotencyIndex: Sendable {
  /// Half of the SHA-256 of a key.
  private typealias Digest = SIMD4<UInt32>

  private struct KeyIndex {
    var end: Journal.EndPosition?
    var places: [Digest: Journal.LineLocation] = [:]
  }

  private let keyIndex = Mutex(KeyIndex())

  /// The answer that was kept under a key.
  func result(for key: String, in journal: Journal) throws(SystemError) -> IdempotentResult? {
    try keyIndex.withLock { keyIndex throws(SystemError) in
      try Self.readNewEntries(journal, &keyIndex)
      let digest = Self.digest(of: key)
      guard let place = keyIndex.places[digest] else { return nil }
      if let answer = try journal.entry(at: place)?.result(for: key) { return answer }
      // The journal is no longer as it was read.
      keyIndex = KeyIndex()
      try Self.readNewEntries(journal, &keyIndex)
      return try keyIndex.places[digest].flatMap { place throws(SystemError) in
        try journal.entry(at: place)?.result(for: key)
      }
    }
  }

  private static func readNewEntries(_ journal: Journal, _ keyIndex: inout KeyIndex)
    throws(SystemError)
  {
    let tail = try journal.tail()
    if tail?.end == keyIndex.end { return }
    var new: [Digest: Journal.LineLocation] = [:]
    let isWhole = try journal.idempotencyKeys(since: keyIndex.end) { keys, place in
      for digest in keys.map(digest) where new[digest] == nil { new[digest] = place }
    }
    if isWhole { keyIndex.places = new } else { keyIndex.places.merge(new) { $1 } }
    // What has not been finished may yet be taken off.
    keyIndex.end = tail?.isClosed == true ? tail?.end : nil
  }

  private static func digest(of key: String) -> Digest {
    let words = SHA256.digest(of: Array(key.utf8))
    return Digest(words[0], words[1], words[2], words[3])
  }
}

extension JournalEntry {
  fileprivate func result(for key: String) -> IdempotentResult? {
    var answer = idempotentResults.first { $0.key == key }
    // An entry that only keeps an answer changed nothing that could be undone.
    let isEmpty = files.isEmpty && tags.isEmpty && moves.isEmpty && decisions.isEmpty
    if !isEmpty { answer?.entry = sequence }
    return answer
  }
}
