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
    /// The words as flags.
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
    guard let definition = definitions.first(where: { $0.command?.name == words.first }) else {
      return nil
    }
    var arguments = CommandLineArguments(Array(words.dropFirst()))
    let flags = IntentFlags(definition: definition)
    try arguments.parse(flags: flags.flags, takesNegatives: true)
    let (reading, failure) = CommandGrammar.read(definition, arguments)
    if let failure { throw failure }
    return Reading(
      definition: definition,
      flags: arguments.flagWords + reading.flags,
      values: try flags.values(arguments, reading)
    )
  }
}
