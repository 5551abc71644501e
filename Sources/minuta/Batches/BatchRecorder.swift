import IntentKit
import MinutaStore
import SystemCalls

/// Follows a batch: holds the file of the run, writes its trace, and prints its results.
final class BatchRecorder: BatchObserver {
  /// The file of the run; there is none before something may be changed.
  var runFile: BatchRunFile?
  /// The places of calls that failed in an earlier run and are tried again.
  var retried: Set<Int> = []
  private let printer: BatchPrinter
  private let begin: ([BatchCall]) throws -> BatchRunFile?
  private let makeTrace: () -> BatchTraceWriter?
  /// A batch that is refused before it begins has none.
  private lazy var trace = makeTrace()

  /// - Parameters:
  ///   - begin: makes the file of the run before the first calls that need it.
  ///   - makeTrace: begins a trace.
  init(
    printer: BatchPrinter,
    begin: @escaping ([BatchCall]) throws -> BatchRunFile?,
    makeTrace: @escaping () -> BatchTraceWriter?
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

  /// What was printed is known to have been done, also where the process ends a moment later.
  func didProduce(_ results: [BatchCallResult]) {
    recordProgress(results)
    trace?.append(results)
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
    trace?.end(summary)
    printer.print(summary)
  }
}
