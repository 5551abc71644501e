import IntentKit
import JSONText

/// The help of an intent, derived from its definition.
struct IntentHelp {
  private let definition: IntentDefinition

  /// The word that stands for the intent's command, such as `week`; nil for the command itself.
  private let shortcut: String?

  init(_ definition: IntentDefinition, as shortcut: String? = nil) {
    (self.definition, self.shortcut) = (definition, shortcut)
  }

  /// Returns the lines of the help: the usage, the description, the arguments and the flags.
  ///
  /// - Parameter heading: styles a heading.
  func lines(_ wrapper: TextWrapper, heading: (String) -> String = { $0 }) -> [String] {
    // A plugin's description may contain control characters, so escape them.
    let description = definition.description
      .split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { wrapper.lines(String($0).escapedForTerminal) }
    let synopsis = wrapper.lines("minuta \(usage) [FLAGS]".escapedForTerminal, rest: "  ")
    return synopsis + [""] + description
      + section("Arguments", of: positional, wrapper, heading)
      + section("Flags", of: members.filter { !names.contains($0.key) }, wrapper, heading)
      + section("Flags for the range", flags.rangeFlags, wrapper, heading)
  }

  private var flags: IntentFlags { IntentFlags(definition: definition) }

  private func section(
    _ title: String,
    _ flags: [Flag],
    _ wrapper: TextWrapper,
    _ heading: (String) -> String
  ) -> [String] {
    if flags.isEmpty { return [] }
    return ["", heading(title)] + wrapper.columns(flags.map { [$0.usage, $0.help] }, indent: "  ")
  }

  /// The synopsis of the command: its words, then times, labels and the rest, as they are usually typed.
  var usage: String {
    let syntax = definition.command
    let words = definition.wordParameters.map(word)
    let times = (syntax?.times ?? []).contains(where: isRequired) ? "TIME..." : "[TIME...]"
    let labels = syntax?.labels != nil || definition.selectsByLabels
    let name = shortcut ?? syntax?.name ?? "run \(definition.id)"
    let all =
      [name] + words + (syntax?.times.isEmpty == false ? [times] : [])
      + (labels ? ["[+LABEL...]"] : []) + (syntax?.rest.map { [word($0, after: "...")] } ?? [])
    return all.joined(separator: " ")
  }

  private func isRequired(_ name: String) -> Bool { definition.requiredParameters.contains(name) }

  /// Returns the place of a parameter in the synopsis.
  private func word(_ name: String, after mark: String = "") -> String {
    let schema = definition.properties[name]
    let isList = schema?["type"] == "array" && schema?["items"]?["x-minuta-type"] != "dimension"
    let noun = name.kebabCased.uppercased() + (isList ? "..." : mark)
    let word = schema?["items"]?["x-minuta-type"] == "dimension" ? "by GROUP" : noun
    return isRequired(name) ? word : "[\(word)]"
  }

  private func word(_ name: String) -> String { word(name, after: "") }

  private var members: [JSONObject.Member] { definition.properties.members }

  private var names: [String] {
    definition.wordParameters + [definition.command?.rest].compactMap(\.self)
  }

  /// The positional parameters in order.
  private var positional: [JSONObject.Member] {
    names.compactMap { name in members.first { $0.key == name } }
  }

  private func section(
    _ title: String,
    of members: [JSONObject.Member],
    _ wrapper: TextWrapper,
    _ heading: (String) -> String
  ) -> [String] {
    if members.isEmpty { return [] }
    let rows = members.map { member in
      [spelling(member.key, member.value), remarks(member.value)].map(\.escapedForTerminal)
    }
    return ["", heading(title)] + wrapper.columns(rows, indent: "  ")
  }

  private func spelling(_ name: String, _ schema: JSONValue) -> String {
    let word = name.kebabCased
    if name == GlobalFlags.confirmation { return "-y, --yes" }
    if IntentFlags.clashes(name) { return Failure.withFlag(setting: name) }
    if names.contains(name) { return "\(word.uppercased()), \(short(word))--\(word)" }
    switch schema["type"]?.string {
    case "boolean": return schema["default"] == true ? "--\(word), --no-\(word)" : "--\(word)"
    case "array": return "--\(word) \(word.uppercased()),..."
    default: return "\(short(word))--\(word) \(word.uppercased())"
    }
  }

  /// The short form of a flag with a comma after it; empty if there is none.
  private func short(_ word: String) -> String {
    Flag.shortName(of: word).map { "-\($0), " } ?? ""
  }

  private func remarks(_ schema: JSONValue) -> String {
    let choices = schema["enum"] ?? schema["items"]?["enum"]
    let standard = schema["default"] == false ? String?.none : schema["default"].map(text)
    return [
      schema["description"]?.string,
      choices?.array.map { "One of \(list($0))." },
      standard.map { "Default: \($0)." },
      (schema["examples"] ?? schema["items"]?["examples"])?.array.map { "Examples: \(list($0))." },
    ].compactMap(\.self).joined(separator: " ")
  }

  /// Returns the distinct values as text with commas between them; nested lists are flattened.
  private func list(_ values: [JSONValue]) -> String {
    let texts = values.flatMap { $0.array ?? [$0] }.map(text)
    return texts.enumerated().filter { !texts[..<$0.offset].contains($0.element) }.map(\.element)
      .joined(separator: ", ")
  }

  private func text(_ value: JSONValue) -> String {
    if let elements = value.array { return list(elements) }
    return value.string ?? value.text()
  }
}
