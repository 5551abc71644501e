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
    if let problem = Self.problems(in: json).first {
      throw .malformedSettings(file, line: problem.pointer.line(in: bytes) ?? 1, problem)
    }
    if let store = json["store"]?.string, !store.hasPrefix("/"), store != "~",
      !store.hasPrefix("~/")
    {
      let line = JSONPointer(["store"]).line(in: bytes) ?? 1
      throw .relativeStore(store, in: file, line: line)
    }
    self.file = file
    self.json = json.object ?? [:]
  }

  /// Returns the problems of settings, except that of a relative path in `store`.
  ///
  /// The rules that a schema can't express are checked only if there is no other problem.
  static func problems(in json: JSONValue) -> [ValidationError] {
    let problems = SchemaValidator(schema).problems(in: json)
    if !problems.isEmpty { return problems }
    return [
      json.timeProblem, json.billingProblem, json.wordProblem, json.aliasProblem, json.logProblem,
      json.awayProblem,
    ].compactMap(\.self)
  }

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
