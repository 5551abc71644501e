import IntentKit
import JSONText
import MinutaCore
import MinutaDesktop

/// Prints the status for a person or for a status bar.
struct StatusCommand: Command {
  let name = "status"
  let usage = "status [FORMAT] [--watch | --check]"
  let summary = "Show what is running, or print it for a status bar"

  var flags: [Flag] {
    [
      Flag("--watch", "Print again on each change, until the bar closes the pipe"),
      Flag("--check", "Print nothing; exit with 0 if a timer is running, else with 1"),
    ]
  }

  var list: (title: String, rows: [[String]])? {
    ("Formats", StatusFormats.all.map { [$0.name, $0.summary] })
  }

  func values(of noun: String, after words: [String], _ program: Program) async -> [String] {
    StatusFormats.all.map { $0.name }
  }

  func run(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    let format = try words.positionals.first.map(StatusFormats.named)
    if words.booleans["check"] == true { return try await check(words, program) }
    if words.booleans["watch"] == true {
      // Without a data folder, fail now: waiting for changes wouldn't help.
      _ = try DataDirectoryLocation.named(by: words.global, program.environment)
      var watcher = try BarWatcher(format ?? PlainStatusFormat(), words.global, program)
      try await watcher.run()
      return 0
    }
    let console = Console(program.environment, color: words.global.color)
    guard let format else {
      return try words.global.printer(program.environment).print(try await status(words, program))
    }
    return try await show(format, words, program, console)
  }

  /// Prints the status once for a status bar, also after an error, which the bar shows.
  private func show(
    _ format: any StatusFormat,
    _ words: CommandLineArguments,
    _ program: Program,
    _ console: Console
  ) async throws -> Int32 {
    let environment = program.environment
    let outcome: Outcome
    do {
      if let click = format.click(environment.variables) {
        try await BarClickHandler(words.global, program).handle(click)
      }
      outcome = try await status(words, program)
    } catch {
      outcome = program.outcome(of: error)
    }
    let keyOutcome = KeyOutcomeFile(environment).outcome(now: environment.now())
    let rules = (try? Settings(of: environment))?.timeRules ?? TimeRules()
    let content = outcome.barContent(keyOutcome, rules)
    try console.print(lines: format.header + [format.line(for: content)] + format.footer)
    if outcome.result != nil { return 0 }
    // The line is the output, so the error isn't printed as JSON too.
    let code = try OutcomePrinter(console: console, wantsJSON: false).print(outcome)
    return format.failsWithError ? code : 0
  }

  /// Returns 0 if a timer is running, 1 if none is, and 2 if that is unknown.
  private func check(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    if words.booleans["watch"] == true { throw Failure.conflictingFlags("--check", "--watch") }
    if let format = words.positionals.first {
      throw Failure.conflictingFlags(format, "--check")
    }
    let outcome = try await status(words, program)
    if let result = outcome.result {
      return result.value["running"]?.array?.isEmpty == false ? 0 : 1
    }
    _ = try words.global.printer(program.environment).print(outcome)
    return 2
  }

  private func status(_ words: CommandLineArguments, _ program: Program) async throws -> Outcome {
    let textOnly = words.positionals.first != "json"
    let engine = try await program.engine(words.global, printsTextOnly: textOnly)
    return await engine.perform(IntentCall("Status"), from: .commandLine)
  }
}
