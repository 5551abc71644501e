import MinutaCore

/// What is known of a run of a batch that was begun before.
package struct BatchRunProgress: Sendable {
  /// The calls that changed something, by place.
  private var done: RangeSet<Int> = RangeSet()
  private let notes: BatchRunFile.Contents?
  /// The first call that was taken back since.
  package private(set) var firstUndone: Int?
  /// The last call that changed something.
  private var last = -1

  init(notes: BatchRunFile.Contents?) {
    self.notes = notes
  }

  mutating func add(_ step: BatchStep, isUndone: Bool) {
    done.insert(contentsOf: step.index..<(step.index + 1))
    last = max(last, step.index)
    if isUndone { firstUndone = min(firstUndone ?? step.index, step.index) }
  }

  /// The calls that failed and were passed over.
  package var failed: Set<Int> {
    (notes?.failed ?? []).filter { $0 < last && !done.contains($0) }
  }

  /// The first call of which nobody knows whether it failed: its results were never noted, since the
  /// run was killed, and it changed nothing.
  package var firstUnknown: Int? {
    guard let notes, notes.continuesOnError else { return nil }
    return (min(notes.last, last) + 1..<last + 1).first { !done.contains($0) }
  }
}
