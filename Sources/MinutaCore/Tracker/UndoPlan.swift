/// The entries of the history that an undo takes back, found before anything is changed.
package struct UndoPlan: Sendable, Equatable {
  package private(set) var sequences = RangeSet<Int>()
  /// Whether the entries are undos, so that their calls are done again.
  package let isRedo: Bool
  /// The calls that are taken back or done again.
  package private(set) var calls = 0
  private var runs: Set<String> = []
  private var callsWithoutRun = 0
  /// The first entry that cannot be taken back, as its paths are not the store's.
  private(set) var refusal: TrackingError?
  private(set) var changesTags = false
  /// Whether the entries were not named, so that `skip` can go on with those before.
  private(set) var isSkippable = false

  init(isRedo: Bool = false) {
    self.isRedo = isRedo
  }

  /// The calls, where those of one run of a workflow or batch count as one.
  package var callGroupCount: Int { runs.count + callsWithoutRun }

  var isEmpty: Bool { sequences.isEmpty }

  /// The plan with the advice to skip where it cannot be carried out.
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

/// Which entries to take back.
package enum UndoSelection: Sendable, Hashable {
  /// The last call that holds, with the run of a workflow or batch that it is part of.
  case last
  /// The last call that holds, without its run.
  case lastCall
  /// All of a run that holds.
  case run(String)
  /// The last that was taken back.
  case lastUndone
  case entry(Int)
  /// Every call that holds after an entry.
  case after(Int)
}

extension RangeSet<Int> {
  /// Inserts one number.
  mutating func insert(_ number: Int) {
    insert(contentsOf: number..<number + 1)
  }
}
