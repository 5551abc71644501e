/// The history entries to undo, determined before any change is made.
package struct UndoPlan: Sendable, Equatable {
  package private(set) var sequences = RangeSet<Int>()
  /// Whether this is a redo: the entries are undos, and undoing them redoes the original calls.
  package let isRedo: Bool
  /// The number of calls to undo or redo.
  package private(set) var calls = 0
  private var runs: Set<String> = []
  private var callsWithoutRun = 0
  /// The error to throw if an entry can't be undone, because it names a file outside the data
  /// folder.
  private(set) var refusal: TrackingError?
  private(set) var changesTags = false
  /// Whether a sync is among the calls to undo, which only its number selects.
  package private(set) var undoesSync = false
  /// Whether `skip` can select earlier entries; false if the caller asked for a certain entry or
  /// run.
  private(set) var isSkippable = false

  init(isRedo: Bool = false) {
    self.isRedo = isRedo
  }

  /// The number of calls to undo or redo, where all calls of one run count as one.
  package var callGroupCount: Int { runs.count + callsWithoutRun }

  var isEmpty: Bool { sequences.isEmpty }

  /// The same plan, but with `isSkippable` set, so that a failure suggests `skip`.
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
    if isRedo { return }
    undoesSync = undoesSync || entry.isSync
    count(entry.origin)
  }

  mutating func count(_ origin: ChangeOrigin) {
    calls += 1
    if let run = origin.run { runs.insert(run) } else { callsWithoutRun += 1 }
  }
}

/// The calls that the user wants to undo or redo.
package enum UndoSelection: Sendable, Hashable {
  /// The newest call that hasn't been undone, and all other calls of its workflow or batch run.
  case last
  /// Only the newest call that hasn't been undone, even if it belongs to a run.
  case lastCall
  /// All calls of a workflow or batch run that haven't been undone.
  case run(String)
  /// The newest undo that hasn't been undone; undoing it redoes its calls.
  case lastUndone
  case entry(Int)
  /// All calls after the history entry with this number that haven't been undone.
  case after(Int)
}

extension RangeSet<Int> {
  mutating func insert(_ number: Int) {
    insert(contentsOf: number..<number + 1)
  }
}
