import IntentKit
import JSONText

/// Finds the words that may come next on a command line.
struct ShellCompleter {
  private let program: Program

  init(_ program: Program) {
    self.program = program
  }

  /// Returns the candidates for the last word.
  ///
  /// - Parameter words: the words after the program name; the last may be empty or incomplete.
  func candidates(_ words: [String]) async -> [String] {
    let prefix = words.last ?? ""
    let found = await next(after: words.dropLast().filter { !GlobalFlags.names.contains($0) })
    // Skip names with characters that a shell would interpret. A plugin is free to use them in its
    // names.
    return found.filter { $0.hasPrefix(prefix) && $0 != "" && $0.allSatisfy(\.isPlain) }
  }

  private func next(after words: [String]) async -> [String] {
    guard let first = words.first else { return await firstWords() }
    if first == RunCommand().name {
      guard let target = words.dropFirst().first else { return await ids() }
      return await flags(of: target, after: words)
    }
    if first == HelpCommand().name { return await firstWords() + ManualTopic.all.map(\.name) }
    if let command = Commands.named(first) {
      if let flag = words.last?.drop(while: { $0 == "-" }), words.count > 1 {
        let choices = await command.choices(of: String(flag), program)
        if !choices.isEmpty { return choices }
      }
      return command.flags.map { "--\($0.name)" } + GlobalFlags.names
    }
    return await flags(of: first, after: words)
  }

  private func firstWords() async -> [String] {
    Commands.all.map(\.name) + program.definitions.compactMap(\.command?.name) + (await ids())
      + GlobalFlags.names
  }

  private func ids() async -> [String] { await program.allDefinitions().map(\.id) }

  /// Returns the flags of the intent `word`, or the possible values of the flag that was typed
  /// last.
  private func flags(of word: String, after words: [String]) async -> [String] {
    var found = program.definitions.first { $0.command?.name == word }
    if found == nil { found = try? await program.definition(of: word) }
    guard let definition = found else { return [] }
    let parameter = definition.properties.members.first { "--\($0.key.kebabCased)" == words.last }
    if let schema = parameter?.value, schema["type"] != "boolean" {
      if schema.isTag { return await tags() }
      let items = schema["items"]
      let choices = schema["enum"] ?? items?["enum"]
      // The examples of a dimension are all dimensions that have a name.
      let names = items?["x-minuta-type"] == "dimension" ? items?["examples"] : nil
      return (choices ?? names)?.array?.compactMap(\.string) ?? []
    }
    let own = IntentFlags(definition: definition).flags.map { "--\($0.name)" }
    let flags = own + GlobalFlags.names.filter { !own.contains($0) }
    let positional = definition.command?.positional.dropFirst(words.count - 1).first
    let isTag = positional.flatMap { definition.properties[$0] }?.isTag ?? false
    return isTag ? await tags() + flags : flags
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
  fileprivate var isPlain: Bool { isASCII && (isLetter || isNumber || "-_.:+/".contains(self)) }
}

extension JSONValue {
  /// Whether a parameter with this schema names a tag.
  fileprivate var isTag: Bool { self["x-minuta-entity"] == "tag" }
}
