import IntentKit
import JSONText

/// The user's settings from a JSON file.
struct Settings: Sendable, Equatable {
  /// The path of the file, which may not exist.
  let file: String
  /// The settings as a JSON object, as they are in the file.
  private(set) var json: JSONObject = [:]

  /// Creates empty settings.
  init(file: String) {
    self.file = file
  }

  /// Parses settings.
  ///
  /// - Parameter file: the path for error messages.
  init(parsing bytes: [UInt8], file: String) throws(Failure) {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: bytes)
    } catch {
      throw .malformedSettings(file, error)
    }
    let problem = SchemaValidator(Self.schema).problems(in: json).first
    if let problem {
      throw .malformedSettings(file, line: problem.pointer.line(in: bytes) ?? 1, problem)
    }
    if let store = json["store"]?.string, !store.hasPrefix("/"), store != "~",
      !store.hasPrefix("~/")
    {
      let line = JSONPointer(["store"]).line(in: bytes) ?? 1
      throw .relativeStore(store, in: file, line: line)
    }
    if let problem = json.timeProblem ?? json.billingProblem ?? json.aliasProblem {
      throw .malformedSettings(file, line: problem.pointer.line(in: bytes) ?? 1, problem)
    }
    self.file = file
    self.json = json.object ?? [:]
  }

  private static let schema: JSONObject = [
    "type": "object",
    "properties": .object(
      (Self.timeProperties.members + Self.billingProperties.members).reduce(
        into: [
          "minuta": ["const": 1], "store": ["type": "string"],
          "filesChecked": ["type": "integer", "minimum": 0], "log": logSchema,
          "historyDays": ["type": "integer", "minimum": 30, "maximum": 36_500],
          "aliases": ["type": "object", "additionalProperties": ["type": "string"]],
        ]
      ) { $0[$1.key] = $1.value }
    ),
    "additionalProperties": false,
  ]

  private static let logSchema: JSONValue = [
    "type": "object", "required": ["level"], "additionalProperties": false,
    "properties": ["level": ["type": "string"], "format": ["enum": ["text", "json"]]],
  ]

  /// The levels of the log file in the syntax of `LogFilter`, and its format; nil if it is
  /// disabled.
  var log: (level: String, format: String?)? {
    json["log"]?["level"]?.string.map { ($0, json["log"]?["format"]?.string) }
  }

  /// The maximum number of files that a summary checks for outside edits; nil for the default.
  var filesChecked: Int? { json["filesChecked"]?.integer }

  /// The number of days for which the history is kept; nil for the default.
  var historyDays: Int? { json["historyDays"]?.integer }

  /// The data folder, absolute or beginning with `~`; nil for the default.
  var store: String? {
    get { json["store"]?.string }
    set { json["store"] = newValue.map { .string($0) } }
  }
}
