import MinutaCore
import Synchronization

/// The changes that a dry run would commit to the data directory.
struct PlannedChanges: Sendable {
  /// The journal entries that the dry run would write, in order.
  private(set) var entries: [JournalEntry] = []
  private(set) var overlay = FileOverlay()
  private(set) var idempotentResults: [String: IdempotentResult] = [:]

  mutating func add(_ new: [JournalEntry], tagList: FileChange?) {
    entries += new
    if let tagList { overlay.write(tagList.after, to: tagList.path) }
    for entry in new {
      overlay.apply(entry.files, entry.moves)
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
