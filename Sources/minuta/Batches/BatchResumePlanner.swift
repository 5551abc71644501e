import IntentKit
import MinutaStore

/// Finds where to resume a batch that was run before.
struct BatchResumePlanner {
  /// The recent runs of the batch, and the newest run of any batch, newest first.
  let runs: [BatchRun]

  /// The earlier run to continue, and the number of calls at the start of the batch to skip.
  struct BatchResumePoint {
    let run: BatchRun
    let skipped: Int
  }

  /// Returns the run that completed the most calls of the batch; nil if there is no earlier run of
  /// it.
  ///
  /// Runs older than the newest incomplete one are not considered.
  ///
  /// - Throws: `Failure.notResumable` if it isn't clear which calls are still to do.
  func resumePoint(of calls: BatchCallPreparer) throws -> BatchResumePoint? {
    var reader = try calls.reader()
    guard let first = try reader.next()?.position else { return nil }
    var sameBatch = runs.filter { $0.batch == first.batch }.map(BatchRunComparison.init)
    if sameBatch.isEmpty {
      if let newest = runs.first, !newest.isComplete {
        throw Failure.notResumable(.otherUnfinished(done: newest.last + 1))
      }
      return nil
    }
    let count = try compare(&sameBatch, with: calls)
    var best: (comparison: BatchRunComparison, completed: Int)?
    for comparison in sameBatch {
      let completed = comparison.completed(of: count)
      if completed > best?.completed ?? 0 { best = (comparison, completed) }
      if comparison.run.isComplete { continue }
      if completed == 0, best?.completed != count { throw comparison.changed }
      break
    }
    guard let best else { throw sameBatch[0].changed }
    if let undone = best.comparison.firstUndone { throw Failure.notResumable(.undone(undone)) }
    return BatchResumePoint(run: best.comparison.run, skipped: best.completed)
  }

  /// Compares runs with the calls of the batch, up to the first call that none of them completed.
  ///
  /// - Returns: The number of calls in the batch; nil if it is longer than every run.
  private func compare(
    _ runs: inout [BatchRunComparison],
    with calls: BatchCallPreparer
  ) throws -> Int? {
    let last = runs.map(\.run.last).max() ?? -1
    var reader = try calls.reader()
    var count = 0
    while let call = try reader.next() {
      for index in runs.indices { runs[index].compare(call, at: count) }
      if count > last { return nil }
      count += 1
    }
    return count
  }
}

/// The comparison of an earlier run with the calls of a batch.
private struct BatchRunComparison {
  let run: BatchRun
  /// The first call that was undone since the run.
  private(set) var firstUndone: String?
  /// Whether all calls were the same up to the last compared one that the run committed.
  private var isSame = true
  private var firstChanged: String?
  /// The first call after those that the run completed.
  private var firstLeft: String?

  init(_ run: BatchRun) {
    self.run = run
  }

  /// Compares the call at an index; the calls before it have been compared.
  mutating func compare(_ call: BatchCall, at index: Int) {
    if index == run.firstUndone { firstUndone = call.label(at: index) }
    if index > run.last { firstLeft = firstLeft ?? call.label(at: index) }
    guard let committed = run.calls[index] else { return }
    // A digest covers all calls up to its own, so the last one decides.
    isSame = committed.digest == call.position?.digest
    if !isSame { firstChanged = firstChanged ?? call.label(at: index) }
  }

  /// The number of calls that the run completed of a batch with `count` calls, 0 if they differ.
  func completed(of count: Int?) -> Int {
    isSame ? min(run.last + 1, count ?? .max) : 0
  }

  var changed: Failure {
    .notResumable(.changed(first: firstChanged, done: run.last + 1, rest: firstLeft))
  }
}

extension BatchCall {
  /// The call as error messages name it: by its line, or by its number in a JSON array.
  fileprivate func label(at index: Int) -> String {
    line.map { "line \($0)" } ?? "call \(index + 1)"
  }
}
