import IntentKit
import JSONText
import MinutaStore
import SystemCalls

/// Holds the lock of a batch while it runs, and prints its results.
///
/// The journal records which calls were committed. Calls that change nothing are recorded only
/// where a resumed run would otherwise repeat them.
final class BatchRecorder: BatchObserver {
  /// The lock of the batch; nil until a call may change something.
  var lock: BatchLock?
  private let printer: BatchPrinter
  private let makeLock: ([BatchCall]) throws -> BatchLock?
  private let save: (BatchPosition, _ isLast: Bool) -> Void
  /// The indices of the calls that failed in an earlier run and are now retried.
  private var retried: Set<Int> = []
  /// The positions of the calls that run now.
  private var positions: [BatchPosition] = []
  private var hasCommitted = false
  /// The index of the call that the journal names as the last one of the batch; nil if there is
  /// none.
  ///
  /// It may come from an earlier run of fewer calls.
  private var indexOfLastCall: Int?

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - makeLock: locks the batch; called before the first calls that may change something.
  ///   - save: records a call that changed nothing in the journal.
  init(
    printer: BatchPrinter,
    makeLock: @escaping ([BatchCall]) throws -> BatchLock?,
    save: @escaping (BatchPosition, _ isLast: Bool) -> Void
  ) {
    self.printer = printer
    self.makeLock = makeLock
    self.save = save
  }

  var shouldStop: Bool { Signals.isTerminationRequested }

  /// Prints the calls that an earlier run committed, because it may not have printed them.
  func resume(_ run: BatchRun, skipping count: Int) {
    retried = run.failed
    hasCommitted = true
    indexOfLastCall = run.indexOfLastCall
    printer.print(run, skipping: count)
  }

  func didValidate(_ count: Int) {
    printer.show(checked: count)
  }

  func willPerform(_ calls: [BatchCall]) throws {
    if lock == nil { lock = try makeLock(calls) }
    positions = calls.compactMap(\.position)
  }

  func didProduce(_ results: [BatchCallResult]) {
    for result in results { noteCommit(result) }
    for result in results { printer.print(result) }
  }

  private func noteCommit(_ result: BatchCallResult) {
    guard let success = result.outcome.result else { return }
    if success.revision != nil, !success.isRepeated {
      hasCommitted = true
      if let last = positions.last, last.isLast, last.index == result.index {
        indexOfLastCall = last.index
      }
    } else if retried.contains(result.index),
      let position = positions.first(where: { $0.index == result.index })
    {
      save(position, false)
    }
  }

  func end(_ summary: BatchSummary) {
    saveLastCall(summary)
    lock?.remove()
    printer.print(summary)
  }

  /// Records the last call of a completed batch, unless the journal already names it as the last.
  private func saveLastCall(_ summary: BatchSummary) {
    guard hasCommitted, summary.failed == 0, summary.notRun == 0 else { return }
    // A resumed run may only retry calls before the last one.
    guard let last = positions.last, last.index == summary.calls - 1 else { return }
    if last.index != indexOfLastCall { save(last, true) }
  }
}
