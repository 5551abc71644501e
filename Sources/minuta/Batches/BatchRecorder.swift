import IntentKit
import JSONText
import MinutaStore
import SystemCalls

/// Records the progress of a batch in its run file and its trace, and prints its results.
final class BatchRecorder: BatchObserver {
  /// The file that records the run's progress for `--resume`; nil until a call may change
  /// something.
  var runFile: BatchRunFile?
  /// The indices of the calls that failed in an earlier run and are now retried.
  var retried: Set<Int> = []
  private let printer: BatchPrinter
  private let begin: ([BatchCall]) throws -> BatchRunFile?
  private let makeTrace: () -> TraceWriter?
  /// The writer of the batch's trace.
  ///
  /// It is created on first use, so a batch that fails validation leaves no trace.
  private lazy var trace = makeTrace()

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - begin: creates the run file; called before the first calls that may change something.
  ///   - makeTrace: creates the writer of the batch's trace.
  init(
    printer: BatchPrinter,
    begin: @escaping ([BatchCall]) throws -> BatchRunFile?,
    makeTrace: @escaping () -> TraceWriter?
  ) {
    self.printer = printer
    self.begin = begin
    self.makeTrace = makeTrace
  }

  var shouldStop: Bool { Signals.isTerminationRequested }

  func didValidate(_ count: Int) {
    printer.show(checked: count)
  }

  func willPerform(_ calls: [BatchCall]) throws {
    if runFile == nil { runFile = try begin(calls) }
    _ = trace
  }

  /// Records and prints results.
  ///
  /// Progress is saved before printing, so that no call whose result was printed is run again after
  /// a crash.
  func didProduce(_ results: [BatchCallResult]) {
    recordProgress(results)
    trace?.write(results.map(\.traceLine))
    for result in results { printer.print(result) }
  }

  private func recordProgress(_ results: [BatchCallResult]) {
    guard let last = results.map(\.index).max() else { return }
    let failed = results.filter { $0.outcome.error != nil }.map(\.index)
    let done = results.filter { $0.outcome.error == nil && retried.contains($0.index) }
    runFile?.append(last: last, failed: failed, done: done.map(\.index))
  }

  func end(_ summary: BatchSummary) {
    let isDone = summary.failed == 0 && summary.notRun == 0
    let isUncertain = summary.firstFailure?.error?.kind == .uncertain
    let didNothing = summary.succeeded == 0 && summary.skipped == 0 && !isUncertain
    if isDone || didNothing { runFile?.finish() }
    trace?.end(["summary": summary.json["summary"] ?? .null])
    printer.print(summary)
  }
}
