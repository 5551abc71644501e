import Foundation
import IntentKit
import JSONText
import MinutaCore
import Testing

@testable import MinutaIntents

/// The types of the intents against their definitions.
@Suite struct TypedDefinitionTests {
  private static let intents: [any EmbeddedIntent.Type] =
    BuiltInIntents.all + SystemIntentRegistry.all

  @Test(arguments: intents.map { $0.id })
  func `the parameters and the result of an intent have the types of its definition`(
    id: String
  ) throws {
    let intent = try #require(Self.intents.first { $0.id == id })
    let parsed = intent.parsedDefinition
    let definition = try #require(parsed)
    let differences = try Self.differences(intent, definition)
    #expect(differences == Self.guaranteed[id, default: []])
  }

  /// The members that an intent's results always have, although the type of records lets them be
  /// absent: the end of a record that isn't a timer.
  private static let guaranteed = [
    "LogTime": ["'record.endTime' is optional only in the type."],
    "StopTimer": ["'records.items.endTime' is optional only in the type."],
    "SwitchTimer": ["'stopped.items.endTime' is optional only in the type."],
  ]

  private static func differences<Embedded: EmbeddedIntent>(
    _ intent: Embedded.Type,
    _ definition: IntentDefinition
  ) throws -> [String] {
    let days = LocalCalendar(timeZone: .gmt)
    let resolver = try ArgumentResolver([:], now: Date(timeIntervalSince1970: 0), days: days)
    let key = try #require(ArgumentResolver.userInfoKey)
    let check = SchemaTypeCheck(userInfo: [key: resolver])
    var result = definition.result
    var members = result["properties"]?.object ?? [:]
    // The provider adds these members to the results of all intents that may have them.
    for name in ["overlaps", "skippedFiles", "skippedStores"] { members[name] = nil }
    result["properties"] = .object(members)
    return check.differences(between: intent.Parameters.self, and: definition.parameters)
      + check.differences(between: intent.Result.self, and: result)
  }
}
