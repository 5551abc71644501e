import Foundation
import IntentKit
import MinutaCore
import MinutaStore
import SystemCalls

/// Runs a batch as the command line asks for it.
struct BatchDesk {
  let program: Program
  let flags: BatchFlags
  let global: GlobalFlags
  /// What the calls are read from.
  let file: String

  /// - Returns: The exit code.
  func run(_ list: any CallSource) async throws -> Int32 {
    let engine = try await program.engine(global)
    let id = String(program.surroundings.makeID().uuidString.prefix(8))
    let calls = PreparedCalls(
      base: list,
      isOnce: flags.isOnce,
      // A dry run has nothing to be known by.
      run: global.isDryRun && !flags.isResumed ? nil : id,
      confirming: { [definitions = program.definitions] in
        global.confirming($0, among: definitions)
      }
    )
    let console = Console(program.surroundings, color: global.color)
    let printer = BatchPrinter(
      console: console,
      wantsJSON: global.wantsJSON || !console.isTerminal,
      isDryRun: global.isDryRun
    )
    let course = BatchCourse(printer: printer, begin: begin, makeTrace: makeTrace)
    do {
      let summary = try await summary(of: calls, engine, course)
      course.end(summary)
      return code(of: summary, printer)
    } catch let stopped as BatchStopped {
      course.end(stopped.summary)
      let outcome = program.outcome(of: cause(of: stopped))
      return try OutcomePrinter(console: console, wantsJSON: false).print(outcome)
    }
  }

  private func code(of summary: BatchSummary, _ printer: BatchPrinter) -> Int32 {
    if let closed = printer.closed {
      Console(program.surroundings).note("minuta: \(closed.sentence)")
    }
    if summary.isCancelled { return 130 }
    return summary.firstFailure?.exitCode ?? (printer.closed == nil ? 0 : 1)
  }

  private func cause(of stopped: BatchStopped) -> any Error {
    guard let changed = stopped.cause as? ChangedCalls else { return stopped.cause }
    return UsageError.changedMeanwhile(file, from: changed.index + 1)
  }

  private func summary(
    of calls: PreparedCalls,
    _ engine: IntentEngine,
    _ course: BatchCourse
  ) async throws -> BatchSummary {
    let run = BatchRun(engine: engine, door: .file, options: flags.options)
    let check = flags.isStream ? nil : try await run.check(calls, for: course)
    if let check, check.summary.firstFailure != nil { return check.summary }
    var calls = calls
    let options = try await options(for: &calls, engine, course)
    // A stream may wait for long, with nothing left half done.
    if !flags.isStream, !global.isDryRun { Signals.noteEnd() }
    return try await BatchRun(engine: engine, door: .file, options: options)
      .perform(calls, after: check, for: course)
  }

  /// How the calls are done, from where an earlier run ended.
  private func options(
    for calls: inout PreparedCalls,
    _ engine: IntentEngine,
    _ course: BatchCourse
  ) async throws -> BatchOptions {
    var options = flags.options
    guard flags.isResumed else { return options }
    var reader = try calls.reader()
    guard let first = try reader.next()?.place else { return options }
    let batches = try program.batches(global)
    if global.isDryRun {
      if let process = try batches.running(batchOf: first.run) {
        throw UsageError.notResumable(.stillRunning(process: process))
      }
    } else {
      course.unfinished = try hold(first, batches)
    }
    do {
      let resumption = BatchResumption(places: try await engine.batchPlaces(), batches: batches)
      guard let earlier = try resumption.course(of: calls) else {
        Console(program.surroundings)
          .note("minuta: No earlier run begins like this; nothing of it is done yet.")
        return options
      }
      if options.isAtomic, !earlier.retried.isEmpty {
        // Of one entry in the history nobody could tell which calls it stands for.
        throw UsageError.notTogether("--atomic", "--on-error continue")
      }
      (options.skipped, options.retried) = (earlier.skipped, earlier.retried)
      if global.isDryRun { return options }
      let taken = try batches.takeUp(earlier.run, noting: head)
      taken.note(last: earlier.skipped - 1, failed: [], done: [])
      course.unfinished?.finish()
      course.unfinished = taken
      course.retried = earlier.retried
      calls.run = earlier.id
      return options
    } catch {
      course.unfinished?.finish()
      throw error
    }
  }

  private func hold(_ first: BatchPlace, _ batches: BatchFolder) throws -> UnfinishedBatch {
    if let held = try batches.begin(first.run, isAlone: true, noting: head) { return held }
    let process = try batches.running(batchOf: first.run) ?? 0
    throw UsageError.notResumable(.stillRunning(process: process))
  }

  private var head: UnfinishedBatch.Head {
    UnfinishedBatch.Head(file: file, goesOn: flags.options.goesOn)
  }

  /// Makes the file of the run before the first calls that may change something.
  private func begin(_ calls: [BatchCall]) throws -> UnfinishedBatch? {
    if global.isDryRun { return nil }
    let readers = Set(program.definitions.filter(\.effects.readOnly).map(\.id))
    guard let first = calls.first?.place, !calls.allSatisfy({ readers.contains($0.call.intent) })
    else { return nil }
    return try program.batches(global).begin(first.run, isAlone: false, noting: head)
  }

  private func makeTrace() -> BatchTrace? {
    if global.isDryRun { return nil }
    let surroundings = program.surroundings
    let folder = TraceFolder(stateFolder: surroundings.stateFolder)
    let id = folder.id(at: surroundings.now(), surroundings.makeID())
    return BatchTrace(in: folder, id: id, of: file, now: surroundings.now)
  }
}
