import IntentKit
import JSONText

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
    let prefix = String(last.first.map("'\"".contains) == true ? last.dropFirst() : last[...])
    let others = earlier.filter { !GlobalFlags.names.contains($0) }
    let found = await next(prefix, after: others)
    // Skip names with characters that a shell would interpret. A plugin is free to use them in its
    // names.
    return found.filter {
      $0.hasPrefix(prefix) && $0 != "" && $0.dropFirst(prefix.count).allSatisfy(\.isPlain)
    }.map { String($0.dropFirst(start)) }
  }

  /// Returns the words before the last, the last word, and the number of its characters that the
  /// candidates don't repeat.
  ///
  /// Bash splits a word such as `+client=Ac` at the equals sign and completes only the part after it.
  private static func lastWord(of words: [String]) -> (earlier: [String], String, start: Int) {
    let last = words.last ?? ""
    let isSplit = words.count > 1 && last == "=" || words.dropLast().last == "="
    guard isSplit, words.count > (last == "=" ? 1 : 2) else {
      return (Array(words.dropLast()), last, 0)
    }
    let parts = words.suffix(last == "=" ? 2 : 3)
    let start = parts.dropLast(last == "=" ? 0 : 1).joined()
    return (Array(words.dropLast(parts.count)), parts.joined(), start.count)
  }

  private func next(_ prefix: String, after words: [String]) async -> [String] {
    guard let first = words.first else { return await firstWords().sorted() }
    if first == RunCommand().name {
      guard let target = words.dropFirst().first else { return await ids().sorted() }
      return await flags(of: target, prefix, after: words)
    }
    if first == HelpCommand().name {
      return (await firstWords() + ManualTopic.all.map(\.name)).sorted()
    }
    if let command = Commands.named(first) {
      if let flag = words.last?.drop(while: { $0 == "-" }), words.count > 1 {
        let choices = await command.choices(of: String(flag), program)
        if !choices.isEmpty { return choices }
      }
      return (command.flags.map { "--\($0.name)" } + GlobalFlags.names).sorted()
    }
    return await flags(of: first, prefix, after: words)
  }

  private func firstWords() async -> [String] {
    Commands.all.map(\.name) + program.definitions.compactMap(\.command?.name) + (await ids())
      + GlobalFlags.names
  }

  private func ids() async -> [String] { await program.allDefinitions().map(\.id) }

  /// Returns the flags of the intent `word`, or the possible values of the flag that was typed
  /// last.
  private func flags(of word: String, _ prefix: String, after words: [String]) async -> [String] {
    var found = program.definitions.first { $0.command?.name == word }
    if found == nil { found = try? await program.definition(of: word) }
    guard let definition = found else { return [] }
    let parameter = definition.properties.members.first { "--\($0.key.kebabCased)" == words.last }
    if let schema = parameter?.value, schema["type"] != "boolean" {
      return await values(of: schema, prefix)
    }
    if definition.command?.labels != nil, prefix.hasPrefix("+") {
      return await LabelCompleter(program).labels(for: prefix)
    }
    let own = IntentFlags(definition: definition).flags.map { "--\($0.name)" }
    let flags = own + GlobalFlags.names.filter { !own.contains($0) }
    let positional = definition.command?.positional.dropFirst(words.count - 1).first
    guard let schema = positional.flatMap({ definition.properties[$0] }) else { return flags }
    let isFilter = schema.type == "filter" && !LabelCompleter.mark(of: prefix).isEmpty
    return (schema.isTag || isFilter ? await values(of: schema, prefix) : []) + flags
  }

  /// Returns the possible values of a parameter.
  private func values(of schema: JSONValue, _ prefix: String) async -> [String] {
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
  /// Whether the character has no special meaning in any shell.
  fileprivate var isPlain: Bool { isASCII && (isLetter || isNumber || "-_.:+/=".contains(self)) }
}

extension JSONValue {
  /// Whether a parameter with this schema names a tag.
  fileprivate var isTag: Bool { self["x-minuta-entity"] == "tag" }

  /// The type of the text that a parameter with this schema takes, such as `filter`.
  fileprivate var type: String? { self["x-minuta-type"]?.string }
}
