import MinutaCore

/// Collects the runs of a batch from the journal, whose entries are added newest first.
struct BatchHistory {
  private let batch: Substring
  /// The runs of the batch, and the newest run of any batch, newest first.
  private(set) var runs: [BatchRun] = []
  /// The indices in `runs`, by run ID.
  private var ranks: [String: Int] = [:]
  /// The runs that undid an entry, by its sequence number; an empty ID stands for other calls.
  private var undoers: [Int: Set<String>] = [:]

  /// - Parameter batch: the digest of the batch's first call.
  init(of batch: Substring) {
    self.batch = batch
  }

  mutating func add(_ entry: JournalEntry) {
    let step = entry.origin.step
    var entryUndoers = undoers.removeValue(forKey: entry.sequence) ?? []
    if entryUndoers.isEmpty {
      for undone in entry.undoes { undoers[undone, default: []].insert(step?.run ?? "") }
    }
    guard let step, let rank = makeRank(of: step.run) else { return }
    // A batch may undo its own calls, which doesn't prevent resuming it.
    entryUndoers.remove(step.run)
    runs[rank].add(entry, at: step, isUndone: !entryUndoers.isEmpty)
  }

  private mutating func makeRank(of run: String) -> Int? {
    if let rank = ranks[run] { return rank }
    guard runs.isEmpty || run.prefix(while: { $0 != "." }) == batch else { return nil }
    ranks[run] = runs.count
    runs.append(BatchRun(id: run))
    return runs.count - 1
  }
}
