import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaExport
import MinutaIntents
import SystemCalls

/// Finds the words that may come next on a command line.
struct ShellCompleter {
  private let program: Program

  init(_ program: Program) {
    self.program = program
  }

  /// Returns the candidates for the last word, the best first.
  ///
  /// - Parameter words: the words after the program name; the last may be empty or incomplete, and
  ///   have an open quote.
  func candidates(_ words: [String]) async -> [CompletionCandidate] {
    let (earlier, last, start) = Self.lastWord(of: words)
    let isQuoted = last.first.map("'\"".contains) == true
    let prefix = isQuoted ? String(last.dropFirst()) : last.replacing("\\", with: "")
    let all = await next(prefix, after: earlier)
    // Flags would hide the values, and appear after a hyphen.
    let values = prefix.isEmpty ? all.filter { !$0.text.hasPrefix("-") } : []
    let found = values.isEmpty ? all : values
    // Skip names with characters that a shell would interpret. A plugin is free to use them in its
    // names.
    let matching = found.filter { candidate in
      let text = candidate.text
      return text.matches(prefix) && text != ""
        && text.dropFirst(prefix.count).allSatisfy(\.isPlain)
    }
    // A word typed with capitals means one that has them, if there is one.
    let hasCapital = prefix.contains(where: \.isUppercase)
    let exact = hasCapital ? matching.filter { $0.text.hasPrefix(prefix) } : []
    return (exact.isEmpty ? matching : exact)
      .map { CompletionCandidate(text: String($0.text.dropFirst(start)), note: $0.note) }
  }

  /// Returns the words before the last, the last word, and the number of its characters that the
  /// candidates don't repeat.
  ///
  /// Bash splits words such as `+client=Ac`, `9:30` and `@1`, and completes only the last part. It
  /// keeps the `@`, however.
  private static func lastWord(of words: [String]) -> (earlier: [String], String, start: Int) {
    var joined: [String] = []
    var start = 0
    var isOpen = false
    for word in words {
      let isSeparator = word == "=" || word == ":"
      if let last = joined.last, isSeparator || isOpen {
        start = last == "@" ? 0 : last.count + (isSeparator ? 1 : 0)
        joined[joined.count - 1] += word
      } else {
        start = 0
        joined.append(word)
      }
      isOpen = isSeparator || word == "@"
    }
    return (Array(joined.dropLast()), joined.last ?? "", start)
  }

  private func next(
    _ prefix: String,
    after words: [String],
    isAttached: Bool = false
  ) async -> [CompletionCandidate] {
    if prefix.hasPrefix("--"), let value = prefix.splitAtEquals.value {
      let name = prefix.splitAtEquals.name
      return await next(value, after: words + [name], isAttached: true)
        .map { CompletionCandidate(text: "\(name)=\($0.text)", note: $0.note) }
    }
    var parsed = CommandLineArguments(words)
    try? parsed.parseFirstPositional()
    guard let first = parsed.positionals.first else {
      if let choices = GlobalFlags.choices(of: words.last) { return choices.candidates }
      let aliases = (try? Settings(of: program.environment))?.aliases ?? [:]
      let known = await firstWords() + aliases.keys
      // Each command is offered once, by the name that fits.
      let isKnown = known.contains { $0.hasPrefix(prefix) }
      return (isKnown ? known : program.synonyms).sorted().candidates
    }
    guard let resolved = try? await program.resolve(CommandLineArguments(words)) else { return [] }
    let rest = resolved.arguments
    switch resolved.target {
    case nil: return []
    case .intent(let intent):
      let hasActions = parsed.rest.isEmpty && program.catalog.hasActions(of: first)
      let actions = hasActions ? ActionList(first, in: program)?.actionNames ?? [] : []
      let arguments = await arguments(of: intent.definition, prefix, after: rest, isAttached)
      return actions.candidates + arguments
    case .command(let command):
      var rest = rest
      // The words after an intent's id belong to the intent.
      if command is RunCommand, let id = rest.rest.first,
        let definition = try? await program.definition(of: id)
      {
        rest.dropFirst()
        return await arguments(of: definition, prefix, after: rest, isAttached)
      }
      return await arguments(of: command, prefix, after: rest).candidates
    }
  }

  /// Returns the words that may come first: each command once, workflows and tools of plugins by
  /// their ids, and the global flags.
  ///
  /// Intents without a command are for programs.
  func firstWords() async -> [String] {
    let own = Set(program.definitions.map(\.id))
    let others = await program.allDefinitions().map(\.id).filter { !own.contains($0) }
    let commands = program.commandNames.map { String($0.prefix { $0 != " " }) }
    return Array(Set(commands + others + GlobalFlags.names))
  }

  /// Returns the arguments and flags of a command, or the possible values of the flag that was typed
  /// last.
  private func arguments(
    of command: any Command,
    _ prefix: String,
    after arguments: CommandLineArguments
  ) async -> [String] {
    let last = arguments.rest.last
    if let flag = last.flatMap({ word in command.flags.first { "--\($0.name)" == word } }),
      flag.kind == .value
    {
      let value = flag.usage.split(separator: " ").last ?? ""
      return await command.candidates(for: value, after: [], program) ?? []
    }
    if let choices = GlobalFlags.choices(of: last) { return choices }
    var parsed = arguments
    try? parsed.parse(flags: command.flags)
    let flags = (command.flags.map { "--\($0.name)" } + GlobalFlags.names).sorted()
    if prefix.hasPrefix("-") { return flags }
    guard let found = await command.candidates(after: parsed.positionals, program) else {
      return []
    }
    return found + flags
  }

  /// Returns the arguments and flags of an intent, or the possible values of the flag that was typed
  /// last.
  ///
  /// - Parameter isAttached: whether the prefix follows the last word after `=`.
  private func arguments(
    of definition: IntentDefinition,
    _ prefix: String,
    after arguments: CommandLineArguments,
    _ isAttached: Bool
  ) async -> [CompletionCandidate] {
    let flags = IntentFlags(definition: definition).flags
    let last = arguments.rest.last?.longFlag(among: flags)
    var parsed = arguments
    try? parsed.parse(flags: flags, takesNegatives: true)
    let values = ValueChoices(program, parsed.global)
    if let flag = last.flatMap(flags.flag)?.flag, flag.kind == .value {
      return await values.candidates(of: flag.key, in: definition, prefix)
    }
    if let choices = GlobalFlags.choices(of: last) { return choices.candidates }
    let taken = flags.filter { !$0.clashes }.map { "--\($0.name)" }
    let others = GlobalFlags.names.filter { name in !flags.contains { "--\($0.name)" == name } }
    let names = (taken.filter { $0 != "--with" } + others).candidates
    if prefix.hasPrefix("-") { return names }
    if isAttached, let form = ResultForm(flag: last ?? "") {
      return (ResultRows(of: definition)?.fields(in: form) ?? []).candidates.following(prefix)
    }
    let completer = PositionalCompleter(definition, parsed, values)
    if prefix.hasPrefix("+"), !completer.isAfterBy,
      definition.command?.labels != nil || definition.selectsByLabels
    {
      return await values.labels(for: prefix).candidates
    }
    if definition.selectsByLabels, FilterParser.isFilter(prefix) {
      return await values.filters(for: prefix).candidates
    }
    // The shell completes paths if there are no candidates.
    guard let found = await completer.candidates(prefix) else { return [] }
    return found + names
  }
}

extension Character {
  /// Whether the character has no special meaning in any shell, or is a blank, which the scripts
  /// quote.
  fileprivate var isPlain: Bool { isLetter || isNumber || " -_.:+/=@".contains(self) }
}
