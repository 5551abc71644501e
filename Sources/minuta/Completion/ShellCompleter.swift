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
    isAttached: Bool = false,
    expandsAliases: Bool = true
  ) async -> [CompletionCandidate] {
    if prefix.hasPrefix("--"), let value = prefix.splitAtEquals.value {
      let name = prefix.splitAtEquals.name
      return await next(value, after: words + [name], isAttached: true)
        .map { CompletionCandidate(text: "\(name)=\($0.text)", note: $0.note) }
    }
    var parsed = CommandLineArguments(words)
    try? parsed.parseFirstPositional()
    let aliases = expandsAliases ? (try? Settings(of: program.environment))?.aliases ?? [:] : [:]
    guard let first = parsed.positionals.first else {
      if let choices = GlobalFlags.choices(of: words.last) { return choices.candidates }
      let known = await firstWords() + aliases.keys
      // Each command is offered once, by the name that fits.
      let isKnown = known.contains { $0.hasPrefix(prefix) }
      return (isKnown ? known : program.synonyms).sorted().candidates
    }
    let rest = Array(parsed.rest)
    let global = GlobalFlags(among: words)
    if first == RunCommand().name {
      guard let target = rest.first else { return await ids().sorted().candidates }
      return await arguments(of: target, prefix, after: Array(rest.dropFirst()), isAttached, global)
    }
    if let command = Commands.named(first) {
      return await arguments(of: command, prefix, after: rest).candidates
    }
    if let expansion = self.expansion(of: first, before: rest + [prefix], aliases) {
      let before = Array(words.dropLast(rest.count + 1))
      let line = before + expansion + rest
      return await next(prefix, after: line, isAttached: isAttached, expandsAliases: false)
    }
    let name = ([first] + rest.prefix(1)).joined(separator: " ")
    if !rest.isEmpty, program.definition(ofCommand: name) != nil {
      return await arguments(of: name, prefix, after: Array(rest.dropFirst()), isAttached, global)
    }
    let hasActions = rest.isEmpty && program.catalog.hasActions(of: first)
    let actions = hasActions ? ActionList(first, in: program)?.actionNames ?? [] : []
    return actions.candidates
      + (await arguments(of: first, prefix, after: rest, isAttached, global))
  }

  /// Returns the words for which an alias or a synonym stands; nil if it is neither.
  private func expansion(
    of word: String,
    before rest: [String],
    _ aliases: [String: [String]]
  ) -> [String]? {
    if program.definition(ofCommand: word) != nil { return nil }
    let synonym = program.expansion(ofSynonym: word, before: rest[...])
    let words = synonym.map { $0.command + $0.arguments }
    if synonym?.isListed == true { return words }
    return aliases[word] ?? (program.workflows.ids().contains(word) ? nil : words)
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

  private func ids() async -> [String] { await program.allDefinitions().map(\.id) }

  /// Returns the arguments and flags of a command, or the possible values of the flag that was typed
  /// last.
  private func arguments(
    of command: any Command,
    _ prefix: String,
    after words: [String]
  ) async -> [String] {
    if let flag = words.last.flatMap({ word in command.flags.first { "--\($0.name)" == word } }),
      flag.kind == .value
    {
      let value = flag.usage.split(separator: " ").last ?? ""
      return await command.candidates(for: value, after: [], program) ?? []
    }
    if let choices = GlobalFlags.choices(of: words.last) { return choices }
    var parsed = CommandLineArguments(words)
    try? parsed.parse(flags: command.flags)
    let flags = (command.flags.map { "--\($0.name)" } + GlobalFlags.names).sorted()
    if prefix.hasPrefix("-") { return flags }
    guard let found = await command.candidates(after: parsed.positionals, program) else {
      return []
    }
    return found + flags
  }

  /// Returns the arguments and flags of the intent `word`, or the possible values of the flag that
  /// was typed last.
  ///
  /// - Parameter isAttached: whether the prefix follows the last word after `=`.
  private func arguments(
    of word: String,
    _ prefix: String,
    after words: [String],
    _ isAttached: Bool,
    _ global: GlobalFlags
  ) async -> [CompletionCandidate] {
    var found = program.definition(ofCommand: word)
    if found == nil { found = try? await program.definition(of: word) }
    guard let definition = found else { return [] }
    let flags = IntentFlags(definition: definition).flags
    let last = words.last?.longFlag(among: flags)
    if let flag = last.flatMap(flags.flag)?.flag, flag.kind == .value {
      return await values(of: flag.key, in: definition, prefix, global)
    }
    if let choices = GlobalFlags.choices(of: last) { return choices.candidates }
    let taken = flags.filter { !$0.clashes }.map { "--\($0.name)" }
    let others = GlobalFlags.names.filter { name in !flags.contains { "--\($0.name)" == name } }
    let names = (taken.filter { $0 != "--with" } + others).candidates
    if prefix.hasPrefix("-") { return names }
    if isAttached, let form = ResultForm(flag: words.last ?? "") {
      return (ResultRows(of: definition)?.fields(in: form) ?? []).candidates.following(prefix)
    }
    var parsed = CommandLineArguments(words)
    try? parsed.parse(flags: flags, takesNegatives: true)
    let completer = PositionalCompleter(definition, parsed) { name in
      await values(of: name, in: definition, prefix, global)
    }
    let labels = LabelCompleter(program, global)
    if prefix.hasPrefix("+"), !completer.isAfterBy,
      definition.command?.labels != nil || definition.selectsByLabels
    {
      return await labels.labels(for: prefix).candidates
    }
    if definition.selectsByLabels, FilterParser.isFilter(prefix) {
      return await labels.filters(for: prefix).candidates
    }
    // The shell completes paths if there are no candidates.
    guard let found = await completer.candidates(prefix) else { return [] }
    return found + names
  }

  /// Returns the possible values of a parameter.
  private func values(
    of name: String,
    in definition: IntentDefinition,
    _ prefix: String,
    _ global: GlobalFlags
  ) async -> [CompletionCandidate] {
    if let comma = prefix.lastIndex(of: ","), definition.properties[name]?.takesCommas == true {
      let item = String(prefix[prefix.index(after: comma)...])
      return await values(of: name, in: definition, item, global).following(prefix)
    }
    let entities = EntityCompleter(program, global)
    let schema = definition.properties[name] ?? .null
    let items = schema["items"]
    switch (schema["x-minuta-entity"] ?? items?["x-minuta-entity"])?.string {
    case "tag":
      let isRunning = schema["x-minuta-running"] == true
      return (isRunning ? await entities.runningTags() : await entities.tags()).candidates
    case "record": return await entities.records(for: prefix)
    case "deletedRecord": return await entities.deletedRecords()
    default: break
    }
    let labels = LabelCompleter(program, global)
    let choices = CommandGrammar.choices(of: schema) ?? CommandGrammar.choices(of: items)
    let words =
      switch schema.type ?? items?.type {
      case "label": await labels.labels(for: prefix)
      case "filter": await labels.filters(for: prefix)
      case "range": RangePhrase.commonWords
      case "timeZone", "timeZoneOrRecord": TimeZone.knownTimeZoneIdentifiers
      case "dimension":
        // The examples of a dimension are all dimensions that have a name.
        (items?["examples"]?.array?.compactMap(\.string) ?? []) + (await labels.keys(for: prefix))
      default: choices ?? []
      }
    return words.candidates
  }
}

extension [CompletionCandidate] {
  /// Returns the candidates after the items of a list with commas, without those that it has.
  ///
  /// - Parameter list: a list such as `day,ta`, whose last item is incomplete.
  fileprivate func following(_ list: String) -> [CompletionCandidate] {
    guard let comma = list.lastIndex(of: ",") else { return self }
    let items = list[..<comma].split(separator: ",")
    return filter { !items.contains($0.text[...]) }
      .map { CompletionCandidate(text: list[...comma] + $0.text, note: $0.note) }
  }
}

extension Character {
  /// Whether the character has no special meaning in any shell, or is a blank, which the scripts
  /// quote.
  fileprivate var isPlain: Bool { isLetter || isNumber || " -_.:+/=@".contains(self) }
}

extension JSONValue {
  /// Whether a parameter with this schema takes any text, or a path.
  var isAnyText: Bool {
    let text = self["items"] ?? self
    return [nil, "file"].contains(type) && text["x-minuta-entity"] == nil && text["enum"] == nil
  }

  /// Whether a word can have several items of a parameter with this schema, with commas between.
  fileprivate var takesCommas: Bool {
    guard let items = self["items"] else { return false }
    return items["enum"] != nil || items.type == "dimension"
      || items["x-minuta-entity"]?.string == "record"
  }

  /// The type of the text that a parameter with this schema takes, such as `filter`.
  fileprivate var type: String? { self["x-minuta-type"]?.string }
}
