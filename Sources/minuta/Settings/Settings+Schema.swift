import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaDesktop
import MinutaStore
import SystemCalls

extension Settings {
  /// The JSON Schema of the settings: the only declaration of their names, types, defaults and
  /// descriptions.
  ///
  /// A text whose rule the schema can't express names it in `x-minuta-type`; see `textProblems`.
  static let schema: JSONObject = [
    "title": "Settings of Minuta",
    "type": "object",
    "properties": .object(properties.merging(["minuta": ["const": 1], "$schema": text])),
    "additionalProperties": false,
  ]

  /// The schema of each setting.
  static let properties = timeProperties.merging(billingProperties).merging(otherProperties)

  private static let timeProperties: JSONObject = [
    "timeZone": [
      "description": "The zone of your days, an IANA name such as Europe/Zurich.",
      "type": "string",
      "x-minuta-type": "timeZone",
    ],
    "dayStart": [
      "description": "When a day begins, also the first of a week or month.",
      "type": "string",
      "x-minuta-type": "timeOfDay",
      "default": "00:00",
    ],
    "weekStart": [
      "description": "The first day of a week.",
      "enum": weekdays,
      "default": "monday",
    ],
    "overlap": [
      "description": "What to do with a new record that overlaps others.",
      "enum": names(OverlapPolicy.self),
      "default": "allow",
    ],
    "oneTimer": ["description": "Whether a new timer stops the others.", "type": "boolean"],
    "daysOff": [
      "description": "Days without a target, such as 2026-12-25 or 2026-12-24/2027-01-02.",
      "type": "array",
      "items": text(as: "days"),
    ],
    "targets": [
      "description": "The times to reach per day, week or month.",
      "type": "array",
      "items": object(
        [
          "time": text(as: "duration"), "per": ["enum": names(Target.Period.self)], "tag": name,
          "from": text(as: "day"),
          "weekdays": [
            "type": "array", "items": ["enum": weekdays], "uniqueItems": true, "minItems": 1,
          ],
        ],
        required: ["time", "per"]
      ),
      "examples": [[["tag": "Acme", "time": "30h", "per": "week"]]],
    ],
  ]

  private static let billingProperties: JSONObject = [
    "rates": [
      "description": "Hourly rates by tag.",
      "type": "array",
      "items": object(
        [
          "tag": name, "rate": decimal(as: "hourlyRate"), "currency": text(as: "currency"),
          "from": text(as: "day"), "to": text(as: "day"),
        ],
        required: ["rate", "currency"]
      ),
      "examples": [[["tag": "Acme", "rate": "85.50", "currency": "EUR"]]],
    ],
    "invoice": object(
      [
        "from": lines,
        "to": ["type": "object", "additionalProperties": lines],
        "tax": object(
          ["name": name, "percent": decimal(as: "percentage")],
          required: ["name", "percent"]
        ),
        "terms": text, "header": text, "footer": text, "number": text(as: "invoiceNumber"),
      ],
      "Addresses, tax, terms and numbers of invoices."
    ),
    "words": [
      "description": "The words of reports and sheets by language.",
      "type": "object",
      "additionalProperties": ["type": "object", "additionalProperties": text],
    ],
    "reports": object(
      ["header": reportLine, "footer": reportLine],
      "The header and the footer of reports and sheets."
    ),
  ]

  private static let otherProperties: JSONObject = [
    "durations": [
      "description": "The format of durations in tables, charts and sentences.",
      "enum": names(DurationFormat.Style.self),
      "default": .string(DurationFormat.Style.units.rawValue),
    ],
    "clock": [
      "description": "Whether times of day are shown as 2:30 pm or as 14:30.",
      "enum": ["12h", "24h"],
      "default": "24h",
    ],
    "away": object(
      [
        "atLeast": [
          "description": "The shortest absence that you are asked about.",
          "type": "string",
          "x-minuta-type": "duration",
          "default": "10m",
        ],
        "ask": [
          "description": "How 'back --ask' asks you.",
          "enum": names(AbsenceQuestionStyle.self),
          "default": "notification",
        ],
      ],
      "Which absences you are asked about, and how."
    ),
    "aliases": [
      "description": "Command lines by the names of the commands that they add.",
      "type": "object",
      "propertyNames": ["x-minuta-type": "aliasName"],
      "additionalProperties": text(as: "commandLine"),
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
    "log": object(
      ["level": text(as: "logLevels"), "format": ["enum": ["text", "json"]]],
      required: ["level"],
      "The levels and format of the log file; without it there is none."
    ),
  ]

  private static let text: JSONValue = ["type": "string"]
  private static let name: JSONValue = ["type": "string", "minLength": 1]
  private static let lines: JSONValue = ["type": "array", "items": text]
  private static let reportLine: JSONValue = ["type": "string", "maxLength": 1000]
  private static let weekdays = JSONValue.array(
    Weekday.allCases.map { .string($0.name.lowercased()) }
  )

  private static func text(as type: JSONValue) -> JSONValue {
    ["type": "string", "x-minuta-type": type]
  }

  /// Returns the schema of a decimal number; a number in JSON keeps its text, so it is exact.
  private static func decimal(as type: JSONValue) -> JSONValue {
    ["type": ["number", "string"], "x-minuta-type": type]
  }

  private static func names<Choice: CaseIterable & RawRepresentable<String>>(
    _ choices: Choice.Type
  ) -> JSONValue {
    .array(choices.allCases.map { .string($0.rawValue) })
  }

  private static func object(
    _ properties: JSONValue,
    required: JSONValue? = nil,
    _ description: JSONValue? = nil
  ) -> JSONValue {
    var schema: JSONObject = [:]
    schema["description"] = description
    schema["type"] = "object"
    schema["required"] = required
    schema["properties"] = properties
    schema["additionalProperties"] = false
    return .object(schema)
  }

  /// Returns the schema of the setting at a path; nil if there is no such setting.
  static func schema(of key: JSONPointer) -> JSONObject? {
    key.tokens.reduce(Self.schema as JSONObject?) { schema, name in
      if let items = schema?["items"]?.object, Int(name) != nil || items["required"] != nil {
        return items
      }
      return (schema?["properties"]?[name] ?? schema?["additionalProperties"])?.object
    }
  }

  /// The names of all settings, with a dot before the name of one inside an object.
  static let keys = properties.members.flatMap { member in
    let inner = member.value["properties"]?.object?.keys ?? []
    return [member.key] + inner.map { "\(member.key).\($0)" }
  }

  /// Returns an item of a list and an example of its value, as words for a shell; nil if the schema
  /// of the list has none.
  static func example(of list: String) -> String? {
    let schema = schema(of: JSONPointer([list]))
    guard let example = schema?["examples"]?.array?.first?.array?.first,
      let tag = example["tag"]?.string
    else { return nil }
    let names = schema?["items"]?.object?.requiredNames ?? []
    let values = names.compactMap { example[$0]?.string }.joined(separator: " ")
    return "\(list).\(tag) \(values.quotedForShell)"
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
