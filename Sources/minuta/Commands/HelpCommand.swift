import IntentKit

/// Shows the overview, the help of a command, or a topic of the manual.
struct HelpCommand: Command {
  let name = "help"
  let usage = "help [COMMAND|TOPIC]"
  let summary = "Show help for a command or a topic"

  func run(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    try words.requireNoPositionals(after: 1)
    guard let word = words.positionals.first else {
      try await printOverview(program)
      return 0
    }
    if let topic = ManualTopic.named(word) {
      try HelpPrinter(program.environment).show(topic)
    } else if word == HelpPrinter.listing {
      try HelpPrinter(program.environment).showTopics()
    } else if let command = Commands.named(word) {
      try HelpPrinter(program.environment).show(command)
    } else {
      let topics = ManualTopic.all.map(\.name)
      let intent = try await IntentInvocation(named: word, near: topics, in: program)
      try HelpPrinter(program.environment).show(intent.definition)
    }
    return 0
  }

  func printOverview(_ program: Program) async throws(Console.WriteError) {
    let console = Console(program.environment)
    var workflows: [[String]] = []
    for id in program.workflows.ids() {
      guard let definition = (try? await program.definitionEngine.definition(of: id)) ?? nil else {
        continue
      }
      workflows.append(["run \(id)", definition.title])
    }
    try HelpPrinter(program.environment).showOverview(workflows)
    await program.warnAboutSkippedDefinitions(console)
  }
}

extension GlobalFlags {
  static let help = [
    ["-j, --json", "Print the result as JSON; a list with FIELDS, such as id,tag.name"],
    ["--jsonl", "Print a list as JSON Lines; FIELDS as for --json"],
    ["--csv", "Print a list as CSV; FIELDS as for --json"],
    ["--dry-run", "Show what would happen; write nothing"],
    ["--store PATH", "Use another data folder"],
    ["--key KEY", "Idempotency key: run at most once per key"],
    ["-y, --yes", "Skip confirmation"],
    ["-q, --quiet", "Print no sentence, only tables"],
    ["--no-input", "Never ask for input"],
    ["--color WHEN", "Colour the output: auto, always or never"],
    ["--log-level LEVEL", "Log to standard error: debug, info, error, storage=debug"],
    ["--log-format FORMAT", "Format of the log: text or json (default: text)"],
    ["-h, --help", "Show help"],
  ]
}
