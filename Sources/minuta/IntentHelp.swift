import IntentKit
import JSONText

/// The help of an intent, made from its definition.
struct IntentHelp {
  private let definition: IntentDefinition

  init(_ definition: IntentDefinition) {
    self.definition = definition
  }

  var lines: [String] {
    let command = definition.command.map { "minuta \(usage($0))" }
    let lines = [command ?? "minuta run \(definition.id) [FLAGS]", ""] + description + parameters
    // A plugin may say anything.
    return lines.map(\.forTerminal)
  }

  private var description: [String] {
    definition.description.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The command with the words it takes.
  func usage(_ command: IntentDefinition.Command) -> String {
    let required = definition.parameters["required"]?.array?.compactMap(\.string) ?? []
    let words = command.positional.map { name in
      required.contains(name) ? name.kebabCased.uppercased() : "[\(name.kebabCased.uppercased())]"
    }
    return ([command.name] + words).joined(separator: " ")
  }

  private var parameters: [String] {
    let members = definition.properties.members
    if members.isEmpty { return [] }
    return ["", "Flags:"]
      + members.flatMap { member in
        [spelling(member.key, member.value)] + remarks(member.value).map { "      \($0)" }
      }
  }

  private func spelling(_ name: String, _ schema: JSONValue) -> String {
    let flag = "--\(name.kebabCased)"
    switch schema["type"]?.string {
    case "boolean": return "  \(flag), --no-\(name.kebabCased)"
    case "array": return "  \(flag) \(name.kebabCased.uppercased()) (can be repeated)"
    default: return "  \(flag) \(name.kebabCased.uppercased())"
    }
  }

  private func remarks(_ schema: JSONValue) -> [String] {
    let choices = schema["enum"] ?? schema["items"]?["enum"]
    return [
      schema["description"]?.string,
      choices?.array.map { "One of \(list($0))." },
      schema["default"].map { "If not given: \(text($0))." },
      schema["examples"]?.array.map { "Examples: \(list($0))." },
    ].compactMap(\.self)
  }

  /// The values in order, those of lists one by one, each once.
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
