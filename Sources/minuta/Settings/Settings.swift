import IntentKit
import JSONText

/// What the user has settled for all calls; a file of JSON.
struct Settings: Sendable, Equatable {
  /// The path of the file, which need not be there.
  let file: String
  /// The settings as the file has them.
  private(set) var json: JSONObject = [:]

  /// Settings of which none is made.
  init(file: String) {
    self.file = file
  }

  /// Reads the text of settings.
  ///
  /// - Parameter file: the path that errors name.
  init(parsing bytes: [UInt8], file: String) throws(UsageError) {
    do throws(SettingsError) {
      self.file = file
      json = try Self.checked(bytes)
    } catch {
      throw .invalidSettings(file, error)
    }
  }

  private static func checked(_ bytes: [UInt8]) throws(SettingsError) -> JSONObject {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: bytes)
    } catch {
      throw .notJSON(error)
    }
    if let problem = SchemaValidator(schema).problems(in: json).first {
      throw .value(problem, line: problem.pointer.line(in: bytes) ?? 1)
    }
    if let store = json["store"]?.string, !store.hasPrefix("/"), store != "~",
      !store.hasPrefix("~/")
    {
      throw .relativeStore(store, line: JSONPointer(["store"]).line(in: bytes) ?? 1)
    }
    if let problem = json.timeProblem {
      throw .value(problem, line: problem.pointer.line(in: bytes) ?? 1)
    }
    return json.object ?? [:]
  }

  private static let schema: JSONObject = [
    "type": "object",
    "properties": .object(
      Self.timeProperties.members.reduce(
        into: [
          "minuta": ["const": 1], "store": ["type": "string"],
          "filesChecked": ["type": "integer", "minimum": 0], "log": logSchema,
        ]
      ) { $0[$1.key] = $1.value }
    ),
    "additionalProperties": false,
  ]

  private static let logSchema: JSONValue = [
    "type": "object", "required": ["level"], "additionalProperties": false,
    "properties": ["level": ["type": "string"], "format": ["enum": ["text", "json"]]],
  ]

  /// The log file in the state folder: its levels, as `LogFilter` reads them, and its format; nil
  /// where none is written.
  var log: (level: String, format: String?)? {
    json["log"]?["level"]?.string.map { ($0, json["log"]?["format"]?.string) }
  }

  /// The most files that a summary looks at to see whether they were edited; nil for the usual.
  var filesChecked: Int? { json["filesChecked"]?.integer }

  /// The folder of the records, absolute or below `~`; nil for the usual one.
  var store: String? {
    get { json["store"]?.string }
    set { json["store"] = newValue.map { .string($0) } }
  }
}
