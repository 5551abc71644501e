import IntentKit
import JSONText
import MinutaCore

/// The way in which the user is asked about an absence on the desktop.
enum AbsenceQuestionStyle: String, CaseIterable {
  case notification, picker, none
}

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
    return textProblems(in: json, .object(schema)) + [json.wordProblem].compactMap(\.self)
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

  /// The format of durations; nil for the default.
  var durations: DurationFormat.Style? {
    json["durations"]?.string.flatMap(DurationFormat.Style.init)
  }

  /// Whether times of day are shown as `2:30 pm`.
  var uses12Hours: Bool { json["clock"] == "12h" }

  /// The minimum length of an absence, in seconds, that the user is asked about; nil for the
  /// default.
  var minimumAwaySeconds: Int? {
    json["away"]?["atLeast"]?.string.flatMap(DurationFormat.seconds).map { max($0, 1) }
  }

  /// The way in which the user is asked about an absence.
  var absenceQuestion: AbsenceQuestionStyle {
    json["away"]?["ask"]?.string.flatMap(AbsenceQuestionStyle.init) ?? .notification
  }

  /// The data folder, absolute or beginning with `~`; nil for the default.
  var store: String? {
    get { json["store"]?.string }
    set { json["store"] = newValue.map { .string($0) } }
  }
}
