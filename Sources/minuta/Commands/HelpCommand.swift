import IntentKit

/// Tells what there is.
struct HelpCommand: Command {
  let name = "help"
  let usage = "help [COMMAND]"
  let summary = "Show this, or the help of a command"

  func run(_ words: CommandLineWords, _ program: Program) async throws -> Int32 {
    try words.noWords(after: 1)
    guard let word = words.plain.first else {
      try await printOverview(program)
      return 0
    }
    guard let command = Commands.all.first(where: { $0.name == word }) else {
      return try await IntentCommand(word).run(["--help"], words.global, program)
    }
    try printHelp(of: command, program)
    return 0
  }

  func printHelp(of command: any Command, _ program: Program) throws(Console.Closed) {
    let lines = ["minuta \(command.usage)", "", "\(command.summary)."] + command.details
    try Console(program.surroundings).print(lines.joined(separator: "\n"))
  }

  func printOverview(_ program: Program) async throws(Console.Closed) {
    let console = Console(program.surroundings)
    var workflows: [(String, String)] = []
    for id in program.workflows.ids() {
      guard let definition = (try? await program.directory.definition(of: id)) ?? nil else {
        continue
      }
      workflows.append(("run \(id) [FLAGS]", definition.title))
    }
    try console.print(lines: overview(program.definitions, workflows, console))
    await program.noteSkippedDefinitions(console)
  }

  private func overview(
    _ definitions: [IntentDefinition],
    _ workflows: [(String, String)],
    _ console: Console
  ) -> [String] {
    let words = Set(Commands.all.map(\.name))
    let intents = definitions.filter { !words.contains($0.command?.name ?? "") }
      .compactMap { definition in
        definition.command.map { (IntentHelp(definition).usage($0), definition.title) }
      }
    let commands = Commands.all.map { ($0.usage, $0.summary) }
    let own = workflows.isEmpty ? [] : ["", "Your workflows:"] + lines(workflows, console)
    return ["Minuta tracks time.", "", "What can be asked for:"] + lines(intents, console)
      + own + ["", "Other commands:"] + lines(commands, console)
      + ["", "Flags of every command:"] + lines(GlobalFlags.help, console)
      + ["", "'minuta COMMAND --help' tells more."]
  }

  private func lines(_ rows: [(String, String)], _ console: Console) -> [String] {
    Table(rows: rows.map { [Table.Cell(text: $0.0), Table.Cell(text: $0.1)] }).lines(console)
  }
}

extension GlobalFlags {
  static let help = [
    ("--color WHEN", "Colour the output: auto, always or never"),
    ("--dry-run", "Say what would be done, and do nothing"),
    ("--help", "Show help"),
    ("--json", "Print the outcome as JSON on one line"),
    ("--key KEY", "Do the call once only, however often it comes with this key"),
    ("--log-format FORMAT", "Write the log as text or json (text)"),
    ("--log-level LEVEL", "Log to standard error: debug, info, error, or storage=debug,…"),
    ("--store PATH", "Use the folder at PATH instead of the one that 'minuta storage' tells"),
    ("--yes", "Do also what removes or overwrites more than one record"),
  ]
}
