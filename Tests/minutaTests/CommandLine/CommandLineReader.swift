import IntentKit
import JSONText
import MinutaIntents

@testable import minuta

/// Reads command lines as the program does, without performing their calls.
enum CommandLineReader {
  private static let definitions = BuiltInIntentCatalog().definitions

  /// The meaning of a command line.
  struct Reading {
    let definition: IntentDefinition
    /// The command with its words as flags.
    let flags: [String]
    /// The values of the call.
    let values: JSONObject

    /// The values in the order of their names.
    var normalized: JSONValue { JSONValue.object(values).normalized }
  }

  /// Reads a command line without the program's name.
  ///
  /// Returns nil if its first word is not the command of an intent.
  static func read(_ words: [String]) throws(Failure) -> Reading? {
    let named = definitions.lazy.compactMap { definition in
      definition.command.map { (definition, $0.name.split(separator: " ").map(String.init)) }
    }
    let found = named.first { words.starts(with: $0.1) && $0.1.count == 2 }
    guard let (definition, name) = found ?? named.first(where: { words.starts(with: $0.1) }) else {
      return nil
    }
    var arguments = CommandLineArguments(Array(words.dropFirst(name.count)))
    let flags = IntentFlags(definition: definition)
    try arguments.parse(flags: flags.flags, takesNegatives: true)
    let (reading, failure) = CommandGrammar.read(definition, arguments)
    if let failure { throw failure }
    return Reading(
      definition: definition,
      flags: name + arguments.flagWords
        + reading.values.map { "--\($0.name.kebabCased)=\($0.text)" },
      values: try flags.values(arguments, reading)
    )
  }
}
