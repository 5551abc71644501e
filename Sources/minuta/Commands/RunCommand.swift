import IntentKit

/// Runs a file of calls, or one intent by its id.
struct RunCommand: Command {
  let name = "run"
  let usage = "run FILE|-|ID [--atomic|--on-error stop|continue] [--once|--resume] [--stream]"
  let summary = "Run the calls of a JSON file, of standard input, or one intent"

  private static let flags = [
    Flag(name: "atomic", kind: .boolean),
    Flag(name: "on-error", kind: .value),
    Flag(name: "once", kind: .boolean),
    Flag(name: "resume", kind: .boolean),
    Flag(name: "stream", kind: .boolean),
  ]

  func run(_ words: CommandLineWords, _ program: Program) async throws -> Int32 {
    guard let target = words.plain.first else {
      throw UsageError.missingWord("file or intent to run")
    }
    if isFile(target) {
      let words = try CommandLineWords(words.rest, flags: Self.flags, global: words.global)
      try words.noWords(after: 0)
      if words.global.wantsHelp {
        try HelpCommand().printHelp(of: self, program)
        return 0
      }
      return try await run(target, try BatchFlags(words), words.global, program)
    }
    let ids = program.definitions.map(\.id)
    guard ids.contains(target) else {
      throw IntentError.unknownIntent(target, near: NearMiss.of(target, in: ids))
    }
    return try await IntentCommand(target).run(words.rest, words.global, program)
  }

  private func isFile(_ word: String) -> Bool {
    word == "-" || word.contains("/") || word.hasSuffix(".json") || word.hasSuffix(".jsonl")
  }

  private func run(
    _ path: String,
    _ flags: BatchFlags,
    _ global: GlobalFlags,
    _ program: Program
  ) async throws -> Int32 {
    let input = try CallInput(
      path,
      isStream: flags.isStream,
      temporaryFolder: program.surroundings.temporaryFolder
    )
    let engine = try await program.engine(global)
    let console = Console(program.surroundings)
    let confirming = { (call: Call) in global.confirming(call, among: program.definitions) }
    switch try GivenCalls(input) {
    case .call(let single):
      let calls = PreparedCalls(
        base: CallList([single]),
        isOnce: flags.isOnce,
        confirming: confirming
      )
      var reader = try calls.reader()
      var call = try reader.next()?.call ?? single
      if let key = global.key { call = Call(call.intent, with: call.values, key: key) }
      let outcome = await engine.perform(call, from: .file)
      return try OutcomePrinter(console: console, wantsJSON: global.wantsJSON)
        .print(outcome, of: call.intent)
    case .batch(let list):
      if global.key != nil { throw UsageError.keyForBatch }
      let calls = PreparedCalls(base: list, isOnce: flags.isOnce, confirming: confirming)
      // A stream cannot be looked into beforehand.
      let first = flags.isStream ? nil : try calls.firstDigest()
      let trace = global.isDryRun ? nil : program.trace(of: input.name, first: first)
      if flags.isResumed, let first { try program.checkIsAlone(first, trace) }
      return try await run(calls, flags, engine, trace, console, wantsJSON: global.wantsJSON)
    }
  }

  private func run(
    _ calls: PreparedCalls,
    _ flags: BatchFlags,
    _ engine: IntentEngine,
    _ trace: BatchTrace?,
    _ console: Console,
    wantsJSON: Bool
  ) async throws -> Int32 {
    var options = flags.options
    if flags.isResumed {
      options.skipped = try BatchResumption(places: await engine.batchPlaces()).skipped(of: calls)
      if options.skipped == 0 {
        console.note("minuta: No earlier run begins like this; nothing of it is done yet.")
      }
    }
    let printer = BatchPrinter(console: console, wantsJSON: wantsJSON || !console.isTerminal)
    let summary = try await BatchRun(engine: engine, door: .file, options: options).perform(
      calls,
      checked: { printer.show(checked: $0) },
      report: { result in
        trace?.note(result)
        printer.print(result)
      }
    )
    trace?.end(summary)
    printer.print(summary)
    return summary.firstFailure?.exitCode ?? (printer.isClosed ? 1 : 0)
  }
}
