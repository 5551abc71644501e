import IntentKit
import SystemCalls

/// Shows the overview, the help of a command, or a topic of the manual.
struct HelpCommand: Command {
  let name = "help"
  let usage = "help [COMMAND|TOPIC] [--man]"
  let summary = "Show help for a command or a topic"
  let flags = [Flag(name: "man", kind: .boolean)]
  var sections: [HelpSection] {
    [
      HelpSection(
        title: "Flags",
        rows: [["--man", "Print a page for man: that of a topic, or of the program"]]
      )
    ]
  }

  func candidates(after words: [String], _ program: Program) async -> [String]? {
    if !words.isEmpty { return [] }
    return Set(await ShellCompleter(program).firstWords() + ManualTopic.all.map(\.name)).sorted()
  }

  func run(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    try words.requireNoPositionals(after: 1)
    if words.booleans["man"] == true {
      let page = try manualPage(of: words.positionals.first, program)
      try Console(program.environment).print(lines: page.lines)
      return 0
    }
    if words.global.wantsJSON { throw Failure.helpAsJSON }
    guard let word = words.positionals.first else {
      try await printOverview(program, words.global)
      return 0
    }
    if let topic = ManualTopic.named(word) {
      try HelpPrinter(program.environment, allowsPager: words.global.allowsPager).show(topic)
    } else if word == HelpPrinter.listing {
      try HelpPrinter(program.environment).showTopics()
    } else if let command = Commands.named(word) {
      try HelpPrinter(program.environment).show(command)
    } else if ["client", "clients", "project", "projects"].contains(word.lowercased()) {
      try Console(program.environment).print(lines: [Self.levels])
    } else if let known = try await IntentInvocation(ifNamed: word, in: program) {
      let shortcut = CommandShortcut.words(of: word) == nil ? nil : word
      try HelpPrinter(program.environment).show(known.definition, as: shortcut)
    } else if let expansion = try Settings(of: program.environment).aliases[word] {
      let line = expansion.map(\.quotedForShell).joined(separator: " ")
      try Console(program.environment).print(lines: [
        "'minuta \(word)' is short for: minuta \(line)", "",
        "The alias is in your settings. Run 'minuta help \(expansion[0])' for the command.",
      ])
    } else {
      let topics = ManualTopic.all.map(\.name)
      let other = try await IntentInvocation(named: word, near: topics, orTopic: true, in: program)
      try HelpPrinter(program.environment).show(other.definition)
    }
    return 0
  }

  /// The explanation of clients and projects, which have no commands of their own.
  private static let levels =
    "A client is the first part of a tag, such as Acme in 'Acme/Website', and a project the next. See "
    + "'Clients and projects' in 'minuta help summaries'."

  /// Returns the page of a topic, or that of the program without one.
  private func manualPage(of name: String?, _ program: Program) throws(Failure) -> ManualPage {
    let date = program.environment.dateText
    guard let name else { return ManualPage(program.definitions, date: date) }
    if let topic = ManualTopic.named(name) { return ManualPage(topic, date: date) }
    throw .invalidChoice(flag: "--man", name, among: ManualTopic.all.map(\.name))
  }

  func printOverview(
    _ program: Program,
    _ global: GlobalFlags
  ) async throws(Console.WriteError) {
    let console = Console(program.environment)
    var workflows: [[String]] = []
    for id in program.workflows.ids() {
      guard let definition = (try? await program.definitionEngine.definition(of: id)) ?? nil else {
        continue
      }
      workflows.append(["run \(id)", definition.title])
    }
    // A pager replaces the process.
    await program.warnAboutSkippedDefinitions(console)
    try HelpPrinter(program.environment, allowsPager: global.allowsPager).showOverview(workflows)
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
