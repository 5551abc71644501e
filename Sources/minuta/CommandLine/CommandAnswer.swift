import IntentKit
import JSONText
import SystemCalls

/// The answer to a command line that can't be read or performed as it is: how its words were read, the
/// usage and an example.
struct CommandAnswer {
  private let definition: IntentDefinition
  private let words: CommandLineArguments
  private let reading: CommandReading

  init(_ definition: IntentDefinition, _ words: CommandLineArguments, _ reading: CommandReading) {
    (self.definition, self.words, self.reading) = (definition, words, reading)
  }

  /// Returns a failure that comes from the words with flags instead of parameters, and with the lines
  /// below its message; any other failure as it is.
  func explaining(_ failure: Failure) -> Failure {
    let isNotFound = ["recordNotFound", "tagNotFound"].contains(failure.code)
    let isOfWords =
      failure.problem != nil || failure.kind == .missingInput || failure.code == "usage"
    guard !words.global.wantsJSON, isNotFound || isOfWords else { return failure }
    let named = failure.naming(names)
    let hasCommands = failure.code == "usage" && !failure.notice.commands.isEmpty
    if hasCommands || isNotFound && reading.values.isEmpty { return named }
    var lines: [String] = []
    let title = reading.title(of: definition)
    if !title.isEmpty { lines.append("Read as  \(title)") }
    if let name = failure.problem?.kind == .missing ? failure.problem?.pointer.tokens.first : nil,
      let choices = CommandGrammar.choices(of: definition.properties[name])
    {
      lines.append("Values   \(choices.joined(separator: ", "))")
    }
    let usage = IntentHelp(definition, as: words.shortcut).usage
    let synonym = definition.command?.synonyms.first { $0.name == words.shortcut }
    let examples = [synonym?.examples, definition.command?.examples].compactMap(\.self)
    return named.explained(lines + Self.lines(usage, examples.first { !$0.isEmpty } ?? []))
  }

  /// The usage of a command and its last example.
  static func lines(_ usage: String, _ examples: [String]) -> [String] {
    ["Usage    \(minuta) \(usage)"] + examples.suffix(1).map { "Example  \(minuta) \($0)" }
  }

  /// The flags by parameter, without those of parameters that words set here.
  private var names: [String: String] {
    let flags = IntentFlags(definition: definition)
    let parameters = definition.command?.parameters ?? definition.wordParameters
    let byWords = (parameters + [definition.command?.labels].compactMap(\.self))
      .filter { !flags.isGiven($0, words) }
    let others = definition.properties.keys.filter {
      !byWords.contains($0) && !IntentFlags.clashes($0)
    }
    return Dictionary(uniqueKeysWithValues: others.map { ($0, "--\($0.kebabCased)") })
  }
}
