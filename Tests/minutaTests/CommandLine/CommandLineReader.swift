import IntentKit
import JSONText
import MinutaIntents

@testable import minuta

/// Reads command lines as the program does, without performing their calls.
enum CommandLineReader {
  private static let definitions = BuiltInIntentCatalog().definitions

  /// The result of reading a command line.
  struct Reading {
    let definition: IntentDefinition
    /// The ways in which the positional arguments can be read, as flags.
    let readings: [String]
    /// The values of the call for each reading.
    let values: [JSONObject]
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
    try arguments.parse(
      flags: flags.flags,
      acceptsRelativeTimes: flags.acceptsRelativeTimes,
      acceptsLabels: definition.command?.labels != nil
    )
    try flags.setFormat(&arguments)
    var values: [JSONObject] = []
    let readings = try flags.readings(ofPositionals: arguments)
    for reading in readings { values.append(try flags.values(arguments, reading)) }
    return Reading(definition: definition, readings: readings.map(\.flags), values: values)
  }
}
