import IntentKit

/// A command as help lists it.
struct CommandHelp {
  let name: String
  /// The title of its group.
  let group: String
  /// The imperative line that describes it, of at most 60 characters.
  let line: String
  /// Example command lines without the program's name.
  let examples: [String]
  /// Whether it is among the few commands that help shows first.
  var isCommon = false
  /// Other words for it.
  var synonyms: [String] = []

  /// The titles of the groups, in the order in which help lists them, with the manual topics that explain
  /// their commands.
  static let groups: [(title: String, topics: [String])] = [
    ("Timers", ["timers", "away", "tasks", "labels", "time"]),
    ("Records", ["timers", "labels", "filters", "time"]),
    ("Tags and labels", ["timers", "labels"]),
    ("Summaries", ["pictures", "summaries", "reports", "filters", "time"]),
    ("Invoices", ["invoices", "settings"]),
    ("Import and export", ["import", "export"]),
    ("History and undo", ["timers", "safety"]),
    ("Several machines", ["sync"]),
    ("Automation", ["files", "workflows", "hooks", "schedule", "plugins"]),
    ("Desktop and editors", ["keys", "pickers", "bars", "editors", "rpc", "mcp"]),
    ("Setup", ["settings", "data-folder", "troubleshooting"]),
    ("Plumbing", ["keys", "away", "editors", "sync"]),
  ]

  /// Returns all commands: first the common ones, then the others, by name.
  ///
  /// - Parameter definitions: the definitions of intents, of which those with a command are listed.
  static func all(_ definitions: [IntentDefinition]) -> [CommandHelp] {
    let intents = definitions.compactMap(\.command).flatMap(entries)
    let names = Set(intents.map(\.name))
    let others = Commands.all.filter { !names.contains($0.name) }.map { command in
      CommandHelp(
        name: command.name,
        group: command.group,
        line: command.summary,
        examples: command.examples,
        synonyms: command.synonyms
      )
    }
    return (intents + others).sorted { first, second in
      first.isCommon == second.isCommon ? first.name < second.name : first.isCommon
    }
  }

  /// Returns a command, and those of its synonyms that are listed like commands.
  private static func entries(_ command: IntentDefinition.CommandSyntax) -> [CommandHelp] {
    guard let group = command.group, let line = command.help else { return [] }
    let main = CommandHelp(
      name: command.name,
      group: group,
      line: line,
      examples: command.examples,
      isCommon: command.isCommon,
      synonyms: command.synonyms.filter(\.arguments.isEmpty).map(\.name)
    )
    let others = command.synonyms.compactMap { synonym in
      synonym.help.map { line in
        CommandHelp(
          name: synonym.name,
          group: group,
          line: line,
          examples: synonym.examples,
          isCommon: synonym.isCommon
        )
      }
    }
    return [main] + others
  }
}

/// The commands that begin with the same word, such as `tag create` and `tag rename`.
struct ActionList: Command {
  let name: String
  let summary = "Choose an action"
  let takesRawArguments = true
  private let commands: [CommandHelp]

  /// Finds the commands that begin with a word; nil if there are none.
  init?(_ name: String, in program: Program) {
    self.name = name
    commands = CommandHelp.all(program.definitions).filter { $0.name.hasPrefix("\(name) ") }
    if commands.isEmpty { return nil }
  }

  var usage: String { "\(name) ACTION" }

  var actions: [CommandAction] {
    [CommandAction("", run: showHelp)]
      + commands.map {
        CommandAction(String($0.name.dropFirst(name.count + 1)), $0.line, run: showHelp)
      }
  }

  private func showHelp(_ words: CommandLineArguments, _ program: Program) throws -> Int32 {
    if words.global.wantsJSON { throw Failure.helpAsJSON }
    try HelpPrinter(program).show(self)
    return 0
  }
}
