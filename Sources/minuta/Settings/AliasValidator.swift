import IntentKit

/// Finds aliases that can't be used: those with the name of a command, and those that stand for a command
/// line with a mistake.
struct AliasValidator {
  /// The words of each alias by its name.
  let aliases: [String: [String]]
  let program: Program

  /// Returns the problem of each alias that has one, in the order of their names.
  ///
  /// - Parameter file: the settings file, which the problems then name.
  func problems(in file: String? = nil) async -> [(alias: String, failure: Failure)] {
    if aliases.isEmpty { return [] }
    let definitions = await program.allDefinitions()
    let names = Set(program.commandNames + definitions.map(\.id))
    var problems: [(alias: String, failure: Failure)] = []
    for alias in aliases.keys.sorted() {
      if names.contains(alias) {
        problems.append((alias, .aliasOfCommand(alias, in: file)))
        continue
      }
      var words = CommandLineArguments(aliases[alias] ?? [])
      try? words.parseFirstPositional()
      let command = words.positionals.first ?? ""
      let isSynonym = program.expansion(ofSynonym: command, before: []) != nil
      if !names.contains(command), !isSynonym, ActionList(command, in: program) == nil {
        let near = TypoSuggester.closest(to: command, in: names.sorted())
        problems.append((alias, .aliasOfNothing(alias, command, in: file, near: near)))
      } else if let mistake = await program.problem(with: aliases[alias] ?? []) {
        problems.append((alias, .aliasWithMistake(alias, mistake, in: file)))
      }
    }
    return problems
  }
}
