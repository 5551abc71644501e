import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaIntents
import MinutaStore
import SystemCalls

/// Runs a batch of calls from a file, with the options of the command line.
struct BatchCommand {
  let program: Program
  let flags: BatchFlags
  let global: GlobalFlags
  /// The name of the input, as shown in messages: a path or `standard input`.
  let file: String

  /// Runs the calls of `list`.
  ///
  /// - Returns: The exit code.
  func run(_ list: any BatchSource) async throws -> Int32 {
    let engine = try await program.engine(global)
    let id = String(program.environment.makeID().uuidString.prefix(8))
    let calls = BatchCallPreparer(
      base: list,
      assignsIdempotencyKeys: flags.assignsIdempotencyKeys,
      // A dry run records no progress, so its calls need no positions.
      run: global.isDryRun && !flags.isResuming ? nil : id,
      addingConfirmation: { [definitions = program.definitions] in
        global.addingConfirmation($0, among: definitions)
      }
    )
    let console = Console(program.environment, color: global.color)
    let wantsJSON = global.wantsJSON || !global.wantsText && !console.isTerminal
    let printer = BatchPrinter(
      console: console,
      wantsJSON: wantsJSON,
      isDryRun: global.isDryRun,
      definitions: wantsJSON ? [] : await program.allDefinitions()
    )
    let recorder = BatchRecorder(
      printer: printer,
      makeLock: makeLock,
      save: save
    )
    do {
      let summary = try await summary(of: calls, engine, recorder)
      recorder.end(summary)
      if recorder.lock != nil { program.dropHistory(.short, global) }
      return code(of: summary, printer)
    } catch let stopped as BatchInterruptedError {
      recorder.end(stopped.summary)
      let outcome = program.outcome(of: cause(of: stopped))
      return try OutcomePrinter(console: console, wantsJSON: false).print(outcome)
    }
  }

  private func code(of summary: BatchSummary, _ printer: BatchPrinter) -> Int32 {
    if let closed = printer.writeError {
      Console(program.environment).printError("minuta: \(closed.sentence)")
    }
    if summary.isCancelled { return 130 }
    return summary.firstFailure?.exitCode ?? (printer.writeError == nil ? 0 : 1)
  }

  private func cause(of stopped: BatchInterruptedError) -> any Error {
    guard let changed = stopped.cause as? BatchChangedError else { return stopped.cause }
    return Failure.changedMeanwhile(file, from: changed.index + 1)
  }

  private func summary(
    of calls: BatchCallPreparer,
    _ engine: IntentEngine,
    _ recorder: BatchRecorder
  ) async throws -> BatchSummary {
    let run = BatchRunner(engine: engine, source: .file, options: flags.options)
    let check = flags.isStream ? nil : try await run.check(calls, for: recorder)
    if let check, check.summary.firstFailure != nil { return check.summary }
    var calls = calls
    let options = try options(for: &calls, recorder)
    // A signal such as SIGTERM ends a batch after the current call. A stream may wait forever for
    // its next call, so there the signal ends the process at once.
    if !flags.isStream, !global.isDryRun { Signals.recordTerminationRequests() }
    return try await BatchRunner(engine: engine, source: .file, options: options)
      .perform(calls, after: check, for: recorder)
  }

  /// Returns the options for running the batch.
  ///
  /// With `--resume`, they skip the calls that an earlier run completed.
  private func options(
    for calls: inout BatchCallPreparer,
    _ recorder: BatchRecorder
  ) throws -> BatchOptions {
    var options = flags.options
    guard flags.isResuming else { return options }
    var reader = try calls.reader()
    guard let first = try reader.next()?.position else { return options }
    let batches = try program.batches(global)
    if !global.isDryRun { recorder.lock = try batches.lock(first.run, isAlone: true) }
    if recorder.lock == nil, let process = try running(first, batches) {
      throw Failure.notResumable(.stillRunning(process: process))
    }
    do {
      let planner = BatchResumePlanner(runs: try batches.runs(ofBatch: first.run))
      guard let earlier = try planner.resumePoint(of: calls) else {
        Console(program.environment)
          .printError("minuta: No earlier run begins with these calls; starting with the first.")
        return options
      }
      let retried = earlier.run.failed.filter { $0 < earlier.skipped }
      if options.isAtomic, !retried.isEmpty {
        // An atomic batch makes one history entry for consecutive calls. Calls to retry may be
        // scattered, so they can't form such an entry.
        throw Failure.conflictingFlags("--atomic", "--on-error continue")
      }
      (options.skippedCount, options.retriedIndices) = (earlier.skipped, retried)
      if global.isDryRun { return options }
      recorder.resume(earlier.run, skipping: earlier.skipped)
      calls.run = String(earlier.run.suffix)
      return options
    } catch {
      recorder.lock?.remove()
      throw error
    }
  }

  /// Returns the process that runs the same batch, 0 if it is unknown; nil if the batch may be
  /// resumed.
  private func running(_ first: BatchPosition, _ batches: BatchRunStore) throws -> Int32? {
    let process = try batches.running(batchOf: first.run)
    return process ?? (global.isDryRun ? nil : 0)
  }

  /// Locks the batch; nil for a dry run, or if all calls only read.
  private func makeLock(_ calls: [BatchCall]) throws -> BatchLock? {
    if global.isDryRun { return nil }
    let readers = Set(program.definitions.filter(\.effects.readOnly).map(\.id))
    guard let first = calls.first?.position, !calls.allSatisfy({ readers.contains($0.call.intent) })
    else { return nil }
    return try program.batches(global).lock(first.run, isAlone: false)
  }

  private func save(_ position: BatchPosition, isLast: Bool) {
    // Ignore errors: without the entry, a resumed run repeats a call that changed nothing.
    try? program.batches(global).save(
      ChangeOrigin(
        now: program.environment.now(),
        source: CallSource.file.rawValue,
        intent: "Batch",
        step: BatchStep(position, isLast: isLast)
      )
    )
  }
}
