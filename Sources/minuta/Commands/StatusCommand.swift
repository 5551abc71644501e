import IntentKit
import MinutaDesktop

/// Prints the status for a person or for a status bar.
struct StatusCommand: Command {
  let name = "status"
  let usage = "status [FORMAT]"
  let summary = "Show what is running, or print it for a status bar"

  func candidates(after words: [String], _ program: Program) async -> [String]? {
    words.isEmpty ? StatusFormats.all.map { $0.name } : []
  }

  func run(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    try words.requireNoPositionals(after: 1)
    let format = try words.positionals.first.map(StatusFormats.named)
    let engine = try await program.engine(
      words.global,
      printsTextOnly: words.positionals.first != "json"
    )
    let outcome = await engine.perform(IntentCall("Status"), from: .commandLine)
    let console = Console(program.environment, color: words.global.color)
    guard let format, let result = outcome.result else {
      return try OutcomePrinter(
        console: console,
        wantsJSON: words.global.wantsJSON,
        isQuiet: words.global.isQuiet
      ).print(outcome, of: "Status")
    }
    try console.print(try format.line(for: result.value))
    return 0
  }
}
