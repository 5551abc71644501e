import IntentKit
import MinutaCore
import MinutaIntents

extension Program {
  /// A command line up to the words that its command or intent parses itself.
  struct ResolvedCommandLine {
    enum Target {
      case command(any Command)
      case intent(IntentInvocation)

      /// The definition of the intent; nil for a command.
      var definition: IntentDefinition? {
        if case .intent(let intent) = self { intent.definition } else { nil }
      }
    }

    /// The command or the intent; nil if the words name none.
    var target: Target?
    /// The words that are left.
    var arguments: CommandLineArguments
    /// The alias that the words begin with, and the words that it stands for; nil if they don't.
    var alias: (name: String, words: [String])?
  }

  /// Finds the command or the intent that a command line names.
  ///
  /// - Parameters:
  ///   - expandsAliases: whether the command may be an alias; false inside of one.
  ///   - topics: the topics of the manual, if the words may name one instead.
  func resolve(
    _ words: CommandLineArguments,
    expandsAliases: Bool = true,
    orTopic topics: [String] = []
  ) async throws -> ResolvedCommandLine {
    var arguments = words
    try arguments.parseFirstPositional()
    guard let name = arguments.removeFirstPositional() else {
      return ResolvedCommandLine(arguments: arguments)
    }
    if let command = Commands.named(name) {
      return ResolvedCommandLine(target: .command(command), arguments: arguments)
    }
    if let definition = arguments.popIntent(beginningWith: name, in: self) {
      let intent = IntentInvocation(definition)
      return ResolvedCommandLine(target: .intent(intent), arguments: arguments)
    }
    let synonym = expansion(ofSynonym: name, before: arguments.rest)
    if let synonym, synonym.isListed {
      arguments.insert(synonym.command + synonym.arguments, for: name)
      return try await resolve(arguments, expandsAliases: false)
    }
    var found: IntentDefinition?
    var mistake: (any Error)?
    do { found = try await definition(of: name) } catch { mistake = error }
    if let found {
      let intent = IntentInvocation(found)
      return ResolvedCommandLine(target: .intent(intent), arguments: arguments)
    }
    let aliases = expandsAliases ? try self.aliases(besides: mistake) : [:]
    // A name such as `a__b` can be an alias, although it looks like an intent of a plugin.
    if let mistake, aliases[name] == nil { throw mistake }
    if let expansion = aliases[name] {
      arguments.insert(expansion)
      do {
        var resolved = try await resolve(arguments, expandsAliases: false)
        resolved.alias = (name, expansion)
        return resolved
      } catch let failure as Failure {
        throw failure.naming(alias: name, expansion)
      }
    }
    if let synonym {
      let shortcut = synonym.arguments.isEmpty ? nil : name
      arguments.insert(synonym.command + synonym.arguments, for: shortcut)
      return try await resolve(arguments, expandsAliases: false)
    }
    if let actions = ActionList(name, in: self) {
      return ResolvedCommandLine(target: .command(actions), arguments: arguments)
    }
    throw await unknownCommand(name, near: aliases.keys.sorted(), orTopic: topics)
  }

  /// Returns the aliases of the settings; none if these can't be read and there is a mistake already.
  private func aliases(besides mistake: (any Error)?) throws -> [String: [String]] {
    if mistake != nil { return (try? Settings(of: environment))?.aliases ?? [:] }
    return try Settings(of: environment).aliases
  }

  /// Finds the command or the intent that words name, without arguments.
  func resolve(
    named words: [String],
    orTopic topics: [String] = []
  ) async throws -> ResolvedCommandLine {
    let resolved = try await resolve(CommandLineArguments(words), orTopic: topics)
    if resolved.alias == nil, resolved.arguments.shortcut == nil,
      let word = resolved.arguments.rest.first
    {
      throw Failure.unexpectedArgument(word)
    }
    return resolved
  }

  /// Returns the failure of a word that is no command, with the one that has a similar name.
  private func unknownCommand(
    _ word: String,
    near aliases: [String],
    orTopic topics: [String]
  ) async -> Failure {
    let commands = commandNames
    let beginnings = word.count < 3 ? [] : commands.filter { $0.hasPrefix(word.lowercased()) }
    let ids = await allDefinitions().map(\.id) + workflows.ids()
    let known = commands + synonyms + ids + aliases + topics
    let near =
      beginnings.count == 1
      ? beginnings.first
      : TypoSuggester.closest(to: word, in: known)
        ?? topics.first { $0.hasPrefix("\(word.lowercased())-") }
    let all = ManualTopic.all.map(\.name)
    if topics.isEmpty, near == nil, let topic = TypoSuggester.closest(to: word, in: all) {
      return .topicAsCommand(word, topic)
    }
    return .unknownCommand(word, near: near, orTopic: !topics.isEmpty)
  }

  /// The names of all commands that help lists.
  var commandNames: [String] { CommandHelp.all(definitions).map(\.name).sorted() }

  /// All words that stand for a command.
  var synonyms: [String] {
    definitions.compactMap(\.command).flatMap(\.synonyms).map(\.name)
      + Commands.all.flatMap(\.synonyms)
  }

  /// Returns the command and the arguments for which a synonym stands, and whether help lists it like a
  /// command; nil if the word is no synonym.
  ///
  /// - Parameter rest: the words after it. In `week last` and `week 47`, the word is a part of the
  ///   range as well.
  func expansion(
    ofSynonym word: String,
    before rest: ArraySlice<String>
  ) -> (command: [String], arguments: [String], isListed: Bool)? {
    if let command = Commands.all.first(where: { $0.synonyms.contains(word) }) {
      return ([command.name], [], isListed: false)
    }
    let command = definitions.lazy.compactMap(\.command).first { $0.names.contains(word) }
    guard let command, let synonym = command.synonyms.first(where: { $0.name == word }) else {
      return nil
    }
    var arguments = synonym.arguments
    if let next = rest.first, !arguments.isEmpty, TimeGrammar.rangeLength(in: rest) == nil,
      RangePhrase("\(word) \(next)") != nil
    {
      arguments.append(word)
    }
    let name = command.name.split(separator: " ").map(String.init)
    return (name, arguments, isListed: synonym.help != nil)
  }

  /// Returns the mistake in a command line that is run later, after which other words may follow; nil if
  /// it can be parsed.
  func problem(with words: [String]) async -> Failure? {
    do {
      try await check(CommandLineArguments(words))
      return nil
    } catch {
      return failure(of: error)
    }
  }

  /// Throws if a command line can't be parsed; runs nothing.
  private func check(_ words: CommandLineArguments) async throws {
    let resolved = try await resolve(words, expandsAliases: false)
    switch resolved.target {
    case nil: return
    case .intent(let intent): try await intent.check(resolved.arguments, self)
    case .command(let command):
      var arguments = resolved.arguments
      arguments.dropOpenFlag(among: command.flags)
      try arguments.parse(for: command)
      try await command.check(arguments, self)
    }
  }
}

extension CommandLineArguments {
  /// Parses the words that are left as far as a command wants them parsed.
  ///
  /// A command such as `run` first reads the file or intent that its argument names. Only then can it
  /// parse the words after that.
  mutating func parse(for command: any Command) throws(Failure) {
    if command.takesRawArguments {
      try parseFirstPositional(leaving: command.flags)
    } else {
      try parse(flags: command.flags)
    }
  }

  /// Returns the intent whose command is a first word, or that and the next word, which it removes; nil
  /// if there is none.
  fileprivate mutating func popIntent(
    beginningWith word: String,
    in program: Program
  ) -> IntentDefinition? {
    if let next = rest.first, !next.hasPrefix("-"),
      let definition = program.catalog.definition(ofCommand: "\(word) \(next)")
    {
      dropFirst()
      return definition
    }
    return program.definition(ofCommand: word)
  }
}
