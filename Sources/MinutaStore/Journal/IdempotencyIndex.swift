import MinutaCore
import Synchronization
import SystemCalls

/// An index from idempotency keys to their results in the journal.
///
/// Only the newest file of the journal grows, so each call reads only the new entries. Whole old
/// files may disappear; a reader that loses one stops there, and the results in it are gone. The
/// index holds the location of a result in the journal, not the result.
final class IdempotencyIndex: Sendable {
  /// The first half of the SHA-256 of an idempotency key.
  private typealias Digest = SIMD4<UInt32>

  private struct KeyIndex {
    var end: Journal.EndPosition?
    var locations: [Digest: Journal.LineLocation] = [:]
  }

  private let keyIndex = Mutex(KeyIndex())

  /// Returns the result stored under `key`; nil if there is none.
  func result(for key: String, in journal: Journal) throws(SystemError) -> IdempotentResult? {
    try keyIndex.withLock { keyIndex throws(SystemError) in
      try Self.readNewEntries(journal, &keyIndex)
      let digest = Self.digest(of: key)
      guard let location = keyIndex.locations[digest] else { return nil }
      if let answer = try journal.entry(at: location)?.result(for: key) { return answer }
      // Another program has changed the journal, so the locations are wrong: rebuild the index.
      keyIndex = KeyIndex()
      try Self.readNewEntries(journal, &keyIndex)
      return try keyIndex.locations[digest].flatMap { location throws(SystemError) in
        try journal.entry(at: location)?.result(for: key)
      }
    }
  }

  private static func readNewEntries(_ journal: Journal, _ keyIndex: inout KeyIndex)
    throws(SystemError)
  {
    let tail = try journal.tail()
    if tail?.end == keyIndex.end { return }
    var new: [Digest: Journal.LineLocation] = [:]
    let isFullScan = try journal.idempotencyKeys(since: keyIndex.end) { keys, location in
      for digest in keys.map(digest) where new[digest] == nil { new[digest] = location }
    }
    if isFullScan { keyIndex.locations = new } else { keyIndex.locations.merge(new) { $1 } }
    // The last entries may still be rolled back unless the journal is closed: read them again next
    // time.
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
    // An entry that only stores a result changed nothing, so don't offer to undo it.
    if !changesNothing { answer?.entry = sequence }
    return answer
  }
}
