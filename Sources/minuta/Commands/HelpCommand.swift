import IntentKit
import SystemCalls

/// Shows the overview, the help of a command, or a topic of the manual.
struct HelpCommand: Command {
  let name = "help"
  let usage = "help [COMMAND|TOPIC|commands|topics] [--man]"
  let summary = "Show help for a command or a topic"
  let group = "Setup"
  let examples = ["help start", "help timers"]
  let synonyms = ["docs", "man", "manual"]
  var flags: [Flag] {
    [Flag("--man", "Print a page for man: that of a topic, or of the program")]
  }

  func values(of noun: String, after words: [String], _ program: Program) async -> [String] {
    noun == "TOPIC"
      ? ManualTopic.all.map(\.name) : await ShellCompleter(program).firstWords().sorted()
  }

  func run(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    if words.booleans["man"] == true {
      try words.requireNoPositionals(after: 1)
      let page = try manualPage(of: words.positionals.first, program)
      try Console(program.environment).print(lines: page.lines)
      return 0
    }
    if words.global.wantsJSON { throw Failure.helpAsJSON }
    let printer = HelpPrinter(program, allowsPager: words.global.allowsPager)
    switch words.positionals.joined(separator: " ") {
    case "": try printer.showOverview()
    case HelpPrinter.commands: try printer.showCommands(await workflows(program))
    case HelpPrinter.listing: try printer.showTopics()
    case let name:
      if let topic = ManualTopic.named(name) {
        try printer.show(topic)
      } else {
        try await show(words.positionals, printer, program)
      }
    }
    return 0
  }

  /// Shows the help of a command, or for what an alias stands.
  private func show(_ words: [String], _ printer: HelpPrinter, _ program: Program) async throws {
    let topics = ManualTopic.all.map(\.name)
    let resolved = try await program.resolve(named: words, orTopic: topics)
    if let alias = resolved.alias {
      let line = alias.words.map(\.quotedForShell).joined(separator: " ")
      try Console(program.environment).print(lines: [
        "'minuta \(alias.name)' is short for: minuta \(line)", "",
        "The alias is in your settings. Run 'minuta help \(alias.words[0])' for the command.",
      ])
      return
    }
    switch resolved.target {
    case nil: break
    case .command(let command): try printer.show(command)
    case .intent(let intent):
      try printer.show(intent.definition, as: resolved.arguments.shortcut)
    }
  }

  /// Returns the user's workflows, each as its command and title, after warning about unusable files.
  private func workflows(_ program: Program) async -> [[String]] {
    var rows: [[String]] = []
    for id in program.workflows.ids() {
      guard let definition = (try? await program.definitionEngine.definition(of: id)) ?? nil else {
        continue
      }
      rows.append(["run \(id)", definition.title])
    }
    // A pager replaces the process.
    await program.warnAboutSkippedDefinitions(Console(program.environment))
    return rows
  }

  /// Returns the page of a topic, or that of the program without one.
  private func manualPage(of name: String?, _ program: Program) throws(Failure) -> ManualPage {
    let date = program.environment.dateText
    guard let name else { return ManualPage(program.definitions, date: date) }
    if let topic = ManualTopic.named(name) { return ManualPage(topic, date: date) }
    throw .invalidChoice(flag: "--man", name, among: ManualTopic.all.map(\.name))
  }
}

extension GlobalFlags {
  static let help = [
    ["-j, --json", "Print the result as JSON; a list with FIELDS, such as id,tag.name"],
    ["--jsonl", "Print a list as JSON Lines; FIELDS as for --json"],
    ["--csv", "Print a list as CSV; FIELDS as for --json"],
    ["--text", "Print text, also the results of a call file into a pipe"],
    ["--dry-run", "Show what would happen; write nothing"],
    ["--store PATH", "Use another data folder"],
    ["--key KEY", "Idempotency key: run at most once per key"],
    ["-y, --yes", "Skip confirmation"],
    ["-q, --quiet", "Print no sentence, only tables"],
    ["--no-input", "Never ask for input"],
    ["--color WHEN", "Colour the output: auto, always or never"],
    ["--format FORMAT", "Durations in tables: units, clock or decimal"],
    ["--no-pager", "Print long tables as they are"],
    ["--log-level LEVEL", "Log to standard error: debug, info, error, storage=debug"],
    ["--log-format FORMAT", "Format of the log: text or json (default: text)"],
    ["-h, --help", "Show help"],
  ]
}
