import IntentKit
import JSONText
import MinutaCore
import MinutaExport
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
  func candidates(_ words: [String]) async -> [String] {
    let (earlier, last, start) = Self.lastWord(of: words)
    let isQuoted = last.first.map("'\"".contains) == true
    let prefix = isQuoted ? String(last.dropFirst()) : last.replacing("\\", with: "")
    let found = await next(prefix, after: earlier)
    // Skip names with characters that a shell would interpret. A plugin is free to use them in its
    // names.
    return found.filter {
      $0.hasPrefix(prefix) && $0 != "" && $0.dropFirst(prefix.count).allSatisfy(\.isPlain)
    }.map { String($0.dropFirst(start)) }
  }

  /// Returns the words before the last, the last word, and the number of its characters that the
  /// candidates don't repeat.
  ///
  /// Bash splits words such as `+client=Ac` and `9:30`, and completes only the last part.
  private static func lastWord(of words: [String]) -> (earlier: [String], String, start: Int) {
    var joined: [String] = []
    var start = 0
    var isOpen = false
    for word in words {
      let isSeparator = word == "=" || word == ":"
      if let last = joined.last, isSeparator || isOpen {
        start = last.count + (isSeparator ? 1 : 0)
        joined[joined.count - 1] += word
      } else {
        start = 0
        joined.append(word)
      }
      isOpen = isSeparator
    }
    return (Array(joined.dropLast()), joined.last ?? "", start)
  }

  private func next(_ prefix: String, after words: [String]) async -> [String] {
    if prefix.hasPrefix("--"), let value = prefix.splitAtEquals.value {
      let name = prefix.splitAtEquals.name
      return await next(value, after: words + [name]).map { "\(name)=\($0)" }
    }
    var parsed = CommandLineArguments(words)
    try? parsed.parseFirstPositional()
    guard let first = parsed.positionals.first else {
      if let choices = GlobalFlags.choices(of: words.last) { return choices }
      return await firstWords().sorted()
    }
    let words = Array(parsed.rest)
    if first == RunCommand().name {
      guard let target = words.first else { return await ids().sorted() }
      return await arguments(of: target, prefix, after: Array(words.dropFirst()))
    }
    if first == HelpCommand().name {
      return (await firstWords() + ManualTopic.all.map(\.name)).sorted()
    }
    if let command = Commands.named(first) {
      if let flag = words.last?.drop(while: { $0 == "-" }) {
        let choices = await command.choices(of: String(flag), program)
        if !choices.isEmpty { return choices }
      }
      return (command.flags.map { "--\($0.name)" } + GlobalFlags.names).sorted()
    }
    return await arguments(of: first, prefix, after: words)
  }

  private func firstWords() async -> [String] {
    Commands.all.map(\.name) + CommandShortcut.names
      + program.definitions.compactMap(\.command?.name) + (await ids()) + GlobalFlags.names
  }

  private func ids() async -> [String] { await program.allDefinitions().map(\.id) }

  /// Returns the arguments and flags of the intent `word`, or the possible values of the flag that
  /// was typed last.
  private func arguments(
    of word: String,
    _ prefix: String,
    after words: [String]
  ) async -> [String] {
    var found = program.definition(ofCommand: word)
    if found == nil { found = try? await program.definition(of: word) }
    guard let definition = found else { return [] }
    let parameter = definition.properties.members.first { "--\($0.key.kebabCased)" == words.last }
    if let parameter, parameter.value["type"] != "boolean" {
      return await values(of: parameter.key, in: definition, prefix)
    }
    if let choices = GlobalFlags.choices(of: words.last) { return choices }
    if definition.command?.labels != nil, prefix.hasPrefix("+") {
      return await LabelCompleter(program).labels(for: prefix)
    }
    let own = IntentFlags(definition: definition).flags.map { "--\($0.name)" }
    let flags = own + GlobalFlags.names.filter { !own.contains($0) }
    guard !prefix.hasPrefix("-"), let name = positional(of: definition, after: words),
      let schema = definition.properties[name]
    else { return flags }
    if schema.type == "filter", LabelCompleter.mark(of: prefix).isEmpty { return flags }
    let values = await values(of: name, in: definition, prefix)
    // Any text may be a path, which the shell completes if there are no candidates.
    return values.isEmpty && schema.isAnyText ? [] : values + flags
  }

  /// Returns the parameter that the next positional argument sets; nil if there can be no more.
  private func positional(of definition: IntentDefinition, after words: [String]) -> String? {
    let flags = IntentFlags(definition: definition)
    var parsed = CommandLineArguments(words)
    try? parsed.parse(
      flags: flags.flags,
      acceptsRelativeTimes: flags.acceptsRelativeTimes,
      acceptsLabels: definition.command?.labels != nil
    )
    let names = definition.command?.positional ?? []
    // Times may stand anywhere.
    let others = parsed.positionals.filter { word in
      !flags.acceptsRelativeTimes
        || DurationFormat.seconds(word) == nil && MomentPhrase(word) == nil
    }
    if others.count < names.count { return names[others.count] }
    return names.last.flatMap { definition.properties[$0]?["type"] == "array" ? $0 : nil }
  }

  /// Returns the possible values of a parameter.
  private func values(
    of name: String,
    in definition: IntentDefinition,
    _ prefix: String
  ) async -> [String] {
    switch (definition.id, name) {
    case ("Export", "format"): return ExportFormats.all.map { $0.name }
    case ("Import", "format"): return ImportFormats.all.map { $0.name }
    case ("Import", "files"):
      // The shell completes the names of files, which are typed more often than those of formats.
      let files = (try? Directory.names(in: ".")) ?? []
      let isFile = prefix.isEmpty || files.contains { $0.hasPrefix(prefix) }
      return isFile ? [] : ImportFormats.all.map { $0.name }
    default: break
    }
    let schema = definition.properties[name] ?? .null
    if schema.isTag { return await tags() }
    let items = schema["items"]
    let choices = (schema["enum"] ?? items?["enum"])?.array?.compactMap(\.string)
    return switch schema.type ?? items?.type {
    case "label": await LabelCompleter(program).labels(for: prefix)
    case "filter": await LabelCompleter(program).filters(for: prefix)
    case "dimension":
      // The examples of a dimension are all dimensions that have a name.
      (items?["examples"]?.array?.compactMap(\.string) ?? [])
        + (await LabelCompleter(program).keys(for: prefix))
    default: choices ?? []
    }
  }

  /// Returns the names of the tags that aren't archived.
  private func tags() async -> [String] {
    guard
      let engine = try? await program.engine(GlobalFlags()),
      case .ok(let result) = await engine.perform(IntentCall("ListTags"), from: .commandLine)
    else { return [] }
    return result.value["tags"]?.array?.compactMap { $0["name"]?.string } ?? []
  }
}

extension Character {
  /// Whether the character has no special meaning in any shell, or is a blank, which the scripts
  /// quote.
  fileprivate var isPlain: Bool { isLetter || isNumber || " -_.:+/=".contains(self) }
}

extension JSONValue {
  /// Whether a parameter with this schema names a tag.
  fileprivate var isTag: Bool { self["x-minuta-entity"] == "tag" }

  /// Whether a parameter with this schema takes any text, or a path.
  fileprivate var isAnyText: Bool {
    let text = self["items"] ?? self
    return [nil, "file"].contains(type) && text["x-minuta-entity"] == nil && text["enum"] == nil
  }

  /// The type of the text that a parameter with this schema takes, such as `filter`.
  fileprivate var type: String? { self["x-minuta-type"]?.string }
}
