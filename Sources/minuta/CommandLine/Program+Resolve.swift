import IntentKit
import MinutaIntents

extension Program {
  /// A command line up to the words that its command or intent parses itself.
  struct ResolvedCommandLine {
    enum Target {
      case command(any Command)
      case intent(IntentInvocation)
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
  /// - Parameter expandsAliases: whether the command may be an alias; false inside of one.
  func resolve(
    _ words: CommandLineArguments,
    expandsAliases: Bool = true
  ) async throws -> ResolvedCommandLine {
    var arguments = words
    try arguments.parseFirstPositional()
    guard let name = arguments.removeFirstPositional() else {
      return ResolvedCommandLine(arguments: arguments)
    }
    if let command = Commands.named(name) {
      return ResolvedCommandLine(target: .command(command), arguments: arguments)
    }
    if let words = CommandShortcut.words(of: name, before: Array(arguments.rest)) {
      arguments.insert(words, for: name)
      return try await resolve(arguments, expandsAliases: false)
    }
    var intent: IntentInvocation?
    do {
      intent = try await IntentInvocation(ifNamed: name, in: self)
    } catch  where expandsAliases && (try? Settings(of: environment))?.aliases[name] != nil {
      // A name such as `a__b` can be an alias, although it looks like an intent of a plugin.
    }
    let usesAliases = intent == nil && expandsAliases
    let aliases = usesAliases ? try Settings(of: environment).aliases : [:]
    if aliases[name] == nil, let command = arguments.popCommand(beginningWith: name, in: self) {
      arguments.insert([command])
      return try await resolve(arguments, expandsAliases: false)
    }
    if let intent { return ResolvedCommandLine(target: .intent(intent), arguments: arguments) }
    if let expansion = aliases[name] ?? CommandSynonym.command(of: name).map({ [$0] }) {
      arguments.insert(expansion)
      do {
        var resolved = try await resolve(arguments, expandsAliases: false)
        if aliases[name] != nil { resolved.alias = (name, expansion) }
        return resolved
      } catch let failure as Failure where aliases[name] != nil {
        throw failure.naming(alias: name, expansion)
      }
    }
    let others = aliases.keys.sorted()
    let rest = Array(arguments.rest)
    let named = try await IntentInvocation(named: name, before: rest, near: others, in: self)
    return ResolvedCommandLine(target: .intent(named), arguments: arguments)
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

  /// Removes the next word if it forms a command with a first one, and returns the command: that of
  /// `tag rename` is `tag-rename`.
  fileprivate mutating func popCommand(beginningWith word: String, in program: Program) -> String? {
    guard let next = rest.first, !next.hasPrefix("-") else { return nil }
    let name = "\(word)-\(next)"
    if program.catalog.definition(ofCommand: name) == nil { return nil }
    dropFirst()
    return name
  }
}
