import IntentKit
import SystemCalls

/// The answer to a command line that can't be read or performed as it is: how its words were read, the
/// usage and an example.
struct CommandAnswer {
  private let definition: IntentDefinition
  private let reading: CommandReading
  private let global: GlobalFlags

  init(_ definition: IntentDefinition, _ reading: CommandReading, _ global: GlobalFlags) {
    (self.definition, self.reading, self.global) = (definition, reading, global)
  }

  /// Returns a failure of the input with flags instead of parameters, and the lines below its message.
  func explaining(_ failure: Failure) -> Failure {
    if global.wantsJSON { return failure }
    guard [.badInput, .missingInput].contains(failure.kind), failure.explanation.isEmpty else {
      return failure
    }
    var lines: [String] = []
    let title = reading.title(of: definition)
    if !title.isEmpty { lines.append("Read as  \(title)") }
    lines.append("Usage    \(minuta) \(IntentHelp(definition).usage)")
    if let example = definition.command?.examples.last { lines.append("Example  \(minuta) \(example)") }
    return failure.naming(IntentFlags(definition: definition).names).explained(lines)
  }
}
