/// The history entries to undo, determined before anything is changed.
package struct UndoPlan: Sendable, Equatable {
  package private(set) var sequences = RangeSet<Int>()
  /// Whether the entries are undos, so that undoing them redoes their calls.
  package let isRedo: Bool
  /// The number of calls to undo or redo.
  package private(set) var calls = 0
  private var runs: Set<String> = []
  private var callsWithoutRun = 0
  /// The error for the first entry that can't be undone because it names a file outside the data
  /// folder.
  private(set) var refusal: TrackingError?
  private(set) var changesTags = false
  /// Whether `skip` can continue with earlier entries, because the caller didn't name any.
  private(set) var isSkippable = false

  init(isRedo: Bool = false) {
    self.isRedo = isRedo
  }

  /// The number of calls, counting all calls of one workflow or batch run as one.
  package var callGroupCount: Int { runs.count + callsWithoutRun }

  var isEmpty: Bool { sequences.isEmpty }

  /// The same plan, marked so that a failure suggests `skip`.
  var skippable: UndoPlan {
    var plan = self
    plan.isSkippable = true
    return plan
  }

  mutating func add(_ entry: HistoryEntry) {
    sequences.insert(entry.sequence)
    changesTags = changesTags || !entry.tags.isEmpty
    if let path = entry.refusedPath, refusal == nil {
      refusal = .historyEntryRefused(entry.sequence, path: path)
    }
    if !isRedo { count(entry.origin) }
  }

  mutating func count(_ origin: ChangeOrigin) {
    calls += 1
    if let run = origin.run { runs.insert(run) } else { callsWithoutRun += 1 }
  }
}

/// The selection of history entries to undo.
package enum UndoSelection: Sendable, Hashable {
  /// The last call that hasn't been undone, with the workflow or batch run it belongs to.
  case last
  /// The last call that hasn't been undone, without its run.
  case lastCall
  /// All calls of a run that haven't been undone.
  case run(String)
  /// The last undo, to redo its calls.
  case lastUndone
  case entry(Int)
  /// All calls after an entry that haven't been undone.
  case after(Int)
}

extension RangeSet<Int> {
  mutating func insert(_ number: Int) {
    insert(contentsOf: number..<number + 1)
  }
}
