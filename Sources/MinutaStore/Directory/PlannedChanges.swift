import MinutaCore
import Synchronization

/// What the folder would hold once calls are committed that are only rehearsed.
struct PlannedChanges: Sendable {
  /// In order.
  private(set) var entries: [JournalEntry] = []
  /// The files that are other than in the folder; nil for one that goes.
  private(set) var files: [String: String?] = [:]
  /// Whether something lies where files are moved from and to.
  private(set) var isTaken: [String: Bool] = [:]
  private(set) var idempotentResults: [String: IdempotentResult] = [:]

  mutating func add(_ new: [JournalEntry], tagList: FileChange?) {
    entries += new
    if let tagList { files[tagList.path] = .some(tagList.after) }
    for entry in new {
      for move in entry.moves {
        if move.isFirst { files[move.from] = .some(nil) }
        isTaken[move.from] = false
        isTaken[move.to] = true
      }
      for file in entry.files { files[file.path] = .some(file.after) }
      for answer in entry.idempotentResults { idempotentResults[answer.key] = answer }
    }
  }
}

/// The foresight of a rehearsal, which grows while that goes on.
final class SharedPlannedChanges: Sendable {
  private let plannedChanges = Mutex(PlannedChanges())

  var now: PlannedChanges { plannedChanges.withLock { $0 } }

  func add(_ entries: [JournalEntry], tagList: FileChange?) {
    plannedChanges.withLock { $0.add(entries, tagList: tagList) }
  }
}
