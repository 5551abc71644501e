import MinutaCore

/// The progress of an earlier batch run.
package struct BatchRunProgress: Sendable {
  /// The indices of the calls that changed something.
  private var done: RangeSet<Int> = RangeSet()
  private let contents: BatchRunFile.Contents?
  /// The index of the first call that has been undone since.
  package private(set) var firstUndone: Int?
  /// The index of the last call that changed something.
  private var last = -1

  init(contents: BatchRunFile.Contents?) {
    self.contents = contents
  }

  mutating func add(_ step: BatchStep, isUndone: Bool) {
    done.insert(contentsOf: step.index..<(step.index + 1))
    last = max(last, step.index)
    if isUndone { firstUndone = min(firstUndone ?? step.index, step.index) }
  }

  /// The calls that failed and were skipped.
  package var failed: Set<Int> {
    (contents?.failed ?? []).filter { $0 < last && !done.contains($0) }
  }

  /// The first call whose result is unknown: it changed nothing, and the run was killed before
  /// recording whether it failed; nil if there is none.
  package var firstUnknown: Int? {
    guard let contents, contents.continuesOnError else { return nil }
    return (min(contents.last, last) + 1..<last + 1).first { !done.contains($0) }
  }
}
