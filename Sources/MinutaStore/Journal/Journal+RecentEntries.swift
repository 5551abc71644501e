import MinutaCore
import SystemCalls

extension Journal {
  /// How much of a line is searched for marks, in bytes.
  private static let beginning = 512

  /// The last step of each run of a batch that was begun lately, the newest first.
  func batchSteps() throws(SystemError) -> [BatchStep] {
    var steps: [BatchStep] = []
    var ranks: [String: Int] = [:]
    try recentEntries(with: [#""batch":{"#]) { entry, _ in
      guard let step = entry.origin.step else { return true }
      let rank = ranks[step.run, default: steps.count]
      if rank == steps.count {
        ranks[step.run] = rank
        steps.append(step)
      } else if steps[rank].index < step.index {
        // A call that failed first and was done later stands after those that follow it.
        steps[rank] = step
      }
      return true
    }
    return steps
  }

  /// Hands over the steps of a run of a batch, each with whether it was taken back from without.
  func steps(
    of run: String,
    _ body: (_ step: BatchStep, _ isUndone: Bool) -> Void
  ) throws(SystemError) {
    var undone: Set<Int> = []
    try recentEntries(with: [#""batch":{"#], or: #""undoes":["#) { entry, _ in
      let isUndone = undone.contains(entry.sequence)
      if let step = entry.origin.step, step.run == run {
        body(step, isUndone)
      } else if !isUndone {
        undone.formUnion(entry.undoes)
      }
      return true
    }
  }

  /// Hands over the entries of calls about a record, and those that take others back, the newest
  /// first, until `body` has seen enough.
  func recordEntries(_ body: (JournalEntry) -> Bool) throws(SystemError) {
    try recentEntries(with: [#""record":""#, #""undoing":true"#]) { entry, _ in body(entry) }
  }

  /// Hands over the entries that have one of some marks near their beginning, or another anywhere,
  /// the newest first, until `body` has seen enough.
  ///
  /// The search covers the newest files: at least a month, even if the clock was wrong for a while and an entry of that time stands in a file of its own.
  ///
  /// - Parameter end: from where on, in the newest file; nil for all.
  func recentEntries(
    with marks: [String],
    or other: String? = nil,
    since end: EndPosition? = nil,
    _ body: (JournalEntry, LineLocation) -> Bool
  ) throws(SystemError) {
    let marks = marks.map { Array($0.utf8) }
    let other = other.map { Array($0.utf8) }
    for name in try names().suffix(end == nil ? 3 : 1).reversed() {
      let limit = other == nil ? Self.beginning : nil
      var lines = try lines(of: name, from: end?.size ?? 0, limit: limit)
      while let line = try lines.next() {
        // The marks stand before all that can be long.
        let beginning = line.bytes.prefix(Self.beginning)
        let isWanted =
          marks.contains { beginning.contains($0) }
          || other.map { line.bytes.contains($0) } ?? false
        if !isWanted { continue }
        let place = LineLocation(file: name, offset: line.offset, size: line.size)
        let isWhole = line.size == line.bytes.count
        let bytes = isWhole ? line.bytes : try self.bytes(at: place)[...]
        if let entry = try entry(bytes, in: name), !body(entry, place) { return }
      }
    }
  }
}
