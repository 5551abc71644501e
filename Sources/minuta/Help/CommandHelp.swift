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
      synonyms: command.synonyms.filter(\.arguments.isEmpty).map(\.word)
    )
    let others = command.synonyms.compactMap { synonym in
      synonym.help.map { line in
        CommandHelp(
          name: synonym.word,
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
