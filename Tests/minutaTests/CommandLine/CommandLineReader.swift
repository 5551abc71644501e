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
    guard let (flags, arguments) = try parse(words) else { return nil }
    let (readings, failure) = flags.attemptedReadings(arguments)
    if readings.isEmpty, let failure { throw failure }
    return try Reading(readings, flags, arguments)
  }

  /// Reads a command line as `read(_:)` does, while certain tags exist.
  static func read(_ words: [String], among tags: [String]) async throws(Failure) -> Reading? {
    guard let (flags, arguments) = try parse(words) else { return nil }
    let readings = try await flags.readings(ofPositionals: arguments) { tags }
    return try Reading(readings, flags, arguments)
  }

  /// Returns the ways in which the positional arguments of a command line can be read.
  static func readings(_ words: [String]) throws(Failure) -> [EntryReading] {
    guard let (flags, arguments) = try parse(words) else { return [] }
    return flags.attemptedReadings(arguments).readings
  }

  private static func parse(
    _ words: [String]
  ) throws(Failure) -> (flags: IntentFlags, arguments: CommandLineArguments)? {
    let named = definitions.lazy.compactMap { definition in
      definition.command.map { (definition, $0.name.split(separator: " ").map(String.init)) }
    }
    let found = named.first { words.starts(with: $0.1) && $0.1.count == 2 }
    guard let (definition, name) = found ?? named.first(where: { words.starts(with: $0.1) }) else {
      return nil
    }
    var arguments = CommandLineArguments(Array(words.dropFirst(name.count)))
    let flags = IntentFlags(definition: definition)
    do throws(Failure) {
      try arguments.parse(flags)
    } catch {
      throw flags.explaining(error, of: words.dropFirst(name.count))
    }
    try flags.setFormat(&arguments)
    return (flags, arguments)
  }
}

extension CommandLineReader.Reading {
  fileprivate init(
    _ readings: [EntryReading],
    _ flags: IntentFlags,
    _ arguments: CommandLineArguments
  ) throws(Failure) {
    definition = flags.definition
    self.readings = readings.map(\.flags)
    var values: [JSONObject] = []
    for reading in readings { values.append(try flags.values(arguments, reading)) }
    self.values = values
  }
}
