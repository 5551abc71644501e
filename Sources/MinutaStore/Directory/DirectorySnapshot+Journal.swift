import Foundation
import MinutaCore
import SystemCalls

/// Queries that a snapshot answers from the journal.
extension DirectorySnapshot {
  func touchedRecords(undone: Set<Int>, _ body: (UUID) -> Bool) throws(TrackingError) {
    var undone = undone
    func isEnough(_ entry: JournalEntry) -> Bool {
      if undone.contains(entry.sequence) { return false }
      undone.formUnion(entry.undoes)
      return entry.record.map { !body($0) } ?? false
    }
    if plannedChanges.entries.reversed().contains(where: isEnough) { return }
    try reading { journal throws(SystemError) in
      try journal.recordEntries { entry in !isEnough(entry) }
    }
  }

  func trashedImages(of record: TimeRecord) throws(TrackingError) -> Set<String> {
    let names = record.images.map { ImageReference(record: record.id, file: $0) }
    return Set(try trashedImages(Set(names)).keys.map(\.file))
  }

  func history(_ body: (HistoryEntry) -> Bool) throws(TrackingError) {
    try journalEntries { entry in
      var history = entry.history
      history.refusedPath = entry.refusedPath
      return body(history)
    }
  }

  /// Returns the image moves of some journal entries, by sequence number.
  func imageMoves(of sequences: Set<Int>) throws(TrackingError) -> [Int: [ImageFileMove]] {
    guard let first = sequences.min() else { return [:] }
    var moves: [Int: [ImageFileMove]] = [:]
    try journalEntries { entry in
      if sequences.contains(entry.sequence) { moves[entry.sequence] = entry.imageMoves }
      return entry.sequence > first
    }
    return moves
  }

  /// Calls `body` with each journal entry, newest first, until it returns false.
  private func journalEntries(_ body: (JournalEntry) -> Bool) throws(TrackingError) {
    for entry in plannedChanges.entries.reversed() where !body(entry) { return }
    try reading { journal throws(SystemError) in try journal.entries(body) }
  }

  /// Returns the paths of deleted images in the trash, according to the last move of each image in
  /// the journal.
  func trashedImages(_ names: Set<ImageReference>) throws(TrackingError) -> [ImageReference: String]
  {
    var wanted = names.filter { StoreLayout.isImageName($0.file) }
    var places: [ImageReference: String] = [:]
    if wanted.isEmpty { return places }
    try journalEntries { entry in
      for move in entry.imageMoves.reversed() {
        if case (.record(let name), .trash(let path)) = (move.from, move.to),
          wanted.remove(name) != nil
        {
          places[name] = path
        }
      }
      return !wanted.isEmpty
    }
    for (name, path) in places where try !isTaken(path) { places[name] = nil }
    return places
  }

  func idempotentResult(forKey key: String) throws(TrackingError) -> IdempotentResult? {
    if let kept = plannedChanges.idempotentResults[key] { return kept }
    return try reading { journal throws(SystemError) in
      try idempotencyIndex.result(for: key, in: journal)
    }
  }
}
