import IntentKit
import JSONText
import SystemCalls

/// The meaning of the words of a command line: the parameters that they set.
struct CommandReading: Sendable {
  /// The parameters that words set, in order; the parameter of a list can occur repeatedly.
  var values: [(name: String, text: String)] = []
  /// The parameters that further words could set, in order.
  var free: [String] = []
  /// Whether the command could take another time.
  var canTakeTime = false
  /// Whether the next word is a grouping, as after `by`.
  var isAfterBy = false

  /// Returns the text that sets a parameter; nil if none does.
  func text(of name: String) -> String? { values.first { $0.name == name }?.text }

  /// The reading as a person would say it, such as `tag 'Phase', at 9:00`; empty without words.
  func title(of definition: IntentDefinition) -> String {
    values.map { name, text in
      let isName =
        definition.properties[name]?["x-minuta-type"] == nil
        && definition.properties[name]?["enum"] == nil
      let noun = name.kebabCased.replacing("-", with: " ")
      return "\(noun) \(isName ? text.quoted : text)"
    }.joined(separator: ", ")
  }
}
