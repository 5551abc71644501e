import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaDesktop
import MinutaLog
import MinutaStore
import SystemCalls

extension Settings {
  /// The JSON Schema of the settings.
  ///
  /// Some values have further rules; see `problems(in:)`.
  static let schema: JSONObject = [
    "title": "Settings of Minuta",
    "type": "object",
    "properties": .object(
      timeProperties.merging(billingProperties).merging(reportProperties)
        .merging(displayProperties).merging(awayProperties).merging(otherProperties)
    ),
    "additionalProperties": false,
  ]

  private static let otherProperties: JSONObject = [
    "aliases": [
      "description": "Command lines by the names of the commands that they add.",
      "type": "object",
      "additionalProperties": ["type": "string"],
    ],
    "feedback": KeyFeedback.schema,
    "picker": PickerPrograms.schema,
    "store": [
      "description": "The data folder, an absolute path or one that begins with '~/'.",
      "type": "string",
    ],
    "filesChecked": [
      "description": "The number of files that a summary checks for outside edits.",
      "type": "integer",
      "minimum": 0,
      "default": .number(JSONNumber(IndexCacheOptions.defaultBudget)),
    ],
    "historyDays": [
      "description": "The number of days that undo, history and the trash reach back.",
      "type": "integer",
      "minimum": 30,
      "maximum": 36_500,
      "default": .number(JSONNumber(HistoryRetention.defaultDays)),
    ],
    "log": [
      "description": "The levels and format of the log file; without it there is none.",
      "type": "object",
      "required": ["level"],
      "properties": ["level": ["type": "string"], "format": ["enum": ["text", "json"]]],
      "additionalProperties": false,
    ],
    "minuta": ["const": 1],
    "$schema": ["type": "string"],
  ]

  /// Returns the schema of the setting at a path; nil if there is no such setting.
  static func schema(of key: JSONPointer) -> JSONObject? {
    key.tokens.reduce(Self.schema as JSONObject?) { schema, name in
      if Int(name) != nil, let items = schema?["items"] { return items.object }
      return (schema?["properties"]?[name] ?? schema?["additionalProperties"])?.object
    }
  }

  /// The names of all settings, with a dot before the name of one inside an object.
  static let keys = (schema["properties"]?.object?.members ?? []).flatMap { member -> [String] in
    let inner = member.value["properties"]?.object?.keys ?? []
    return ["minuta", "$schema"].contains(member.key)
      ? [] : [member.key] + inner.map { "\(member.key).\($0)" }
  }

  /// Returns a setting and an example of its value, as words for a shell; nil if its schema has none.
  static func example(of key: String) -> String? {
    let value = schema(of: JSONPointer([key]))?["examples"]?.array?.first
    return value.map { "\(key) \($0.text().quotedForShell)" }
  }

  /// Returns the values among which a setting is chosen; empty if there are others.
  static func values(of key: JSONPointer) -> [String] {
    if key == JSONPointer(["timeZone"]) { return TimeZone.knownTimeZoneIdentifiers }
    let schema = schema(of: key)
    if schema?["type"] == "boolean" { return ["true", "false"] }
    let choices = (schema?["enum"] ?? schema?["items"]?["enum"])?.array?.compactMap(\.string)
    return choices ?? [schema?["default"]].compactMap { $0.map(EffectiveSetting.text) }
  }
}

extension JSONValue {
  /// The problem of the log's levels; nil if there is none.
  var logProblem: ValidationError? {
    problem(JSONPointer(["log", "level"]), "debug, info or error, or levels such as storage=debug")
    {
      (try? LogFilter($0)) != nil
    }
  }
}
