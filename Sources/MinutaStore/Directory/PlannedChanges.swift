import MinutaCore
import Synchronization

/// The changes that a dry run would commit to the data directory.
struct PlannedChanges: Sendable {
  /// The journal entries that the dry run would write, in order.
  private(set) var entries: [JournalEntry] = []
  /// The planned file contents by path; nil for a file that would be deleted.
  private(set) var files: [String: String?] = [:]
  /// Whether a file would exist after the planned moves, by path.
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

/// The planned changes of one dry run, shared by its calls.
final class SharedPlannedChanges: Sendable {
  private let plannedChanges = Mutex(PlannedChanges())

  var now: PlannedChanges { plannedChanges.withLock { $0 } }

  func add(_ entries: [JournalEntry], tagList: FileChange?) {
    plannedChanges.withLock { $0.add(entries, tagList: tagList) }
  }
}
