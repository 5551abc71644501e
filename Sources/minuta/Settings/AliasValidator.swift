import IntentKit

/// Finds aliases that can't be used: those with the name of a command, and those that stand for none.
struct AliasValidator {
  /// The words of each alias by its name.
  let aliases: [String: [String]]
  let engine: IntentEngine

  /// Returns the problem of each alias that has one, in the order of their names.
  ///
  /// - Parameter file: the settings file, which the problems then name.
  func problems(in file: String? = nil) async -> [(alias: String, failure: Failure)] {
    if aliases.isEmpty { return [] }
    let definitions = await engine.definitions()
    let names = Set(
      Commands.all.map(\.name) + CommandShortcut.names
        + definitions.compactMap(\.command?.name) + definitions.map(\.id)
    )
    return aliases.keys.sorted().compactMap { alias in
      if names.contains(alias) { return (alias, .aliasOfCommand(alias, in: file)) }
      var words = CommandLineArguments(aliases[alias] ?? [])
      try? words.parseFirstPositional()
      let command = words.positionals.first ?? ""
      if names.contains(command) || CommandSynonym.command(of: command) != nil { return nil }
      let near = TypoSuggester.closest(to: command, in: names.sorted())
      return (alias, .aliasOfNothing(alias, command, in: file, near: near))
    }
  }
}
