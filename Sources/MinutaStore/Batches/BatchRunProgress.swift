import MinutaCore

/// The progress of an earlier batch run, which shows where to resume it.
package struct BatchRunProgress: Sendable {
  /// The indices in the batch of the calls that changed something.
  private var done: RangeSet<Int> = RangeSet()
  private let contents: BatchRunFile.Contents?
  /// The index of the first call that the user has undone since the run; nil if there is none.
  package private(set) var firstUndone: Int?
  /// The index in the batch of the last call that changed something; -1 if there is none.
  private var last = -1

  init(contents: BatchRunFile.Contents?) {
    self.contents = contents
  }

  mutating func add(_ step: BatchStep, isUndone: Bool) {
    done.insert(contentsOf: step.index..<(step.index + 1))
    last = max(last, step.index)
    if isUndone { firstUndone = min(firstUndone ?? step.index, step.index) }
  }

  /// The indices of the calls that failed and after which the run continued with the next call.
  package var failed: Set<Int> {
    (contents?.failed ?? []).filter { $0 < last && !done.contains($0) }
  }

  /// The index of the first call whose result is unknown; nil if there is none.
  ///
  /// Such a call changed nothing, and the run was killed before it recorded whether the call
  /// failed.
  package var firstUnknown: Int? {
    guard let contents, contents.continuesOnError else { return nil }
    return (min(contents.last, last) + 1..<last + 1).first { !done.contains($0) }
  }
}
