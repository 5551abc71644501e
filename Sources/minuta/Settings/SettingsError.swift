import IntentKit
import JSONText

/// The problems that a settings file can have.
enum SettingsError: Error, Equatable {
  case unreadable(reason: String)
  /// Another user owns or can write the file or a directory above it.
  case foreign(untrustedPath: String)
  case notJSON(JSONError)
  case value(ValidationError, line: Int)
  /// The data folder's path is relative.
  case relativeStore(String, line: Int)
}

extension SettingsError {
  /// The stable error code.
  var code: String {
    switch self {
    case .unreadable: "unreadableSettings"
    case .foreign: "untrustedSettings"
    case .notJSON, .value, .relativeStore: "malformedSettings"
    }
  }

  /// Returns the members of the error's data.
  func data(file: String) -> JSONObject {
    var data: JSONObject = ["file": .string(file)]
    switch self {
    case .unreadable: break
    case .foreign(let untrustedPath): data["untrustedPath"] = .string(untrustedPath)
    case .notJSON(let error):
      data["line"] = .number(JSONNumber(error.line))
      data["path"] = .string(error.pointer.description)
    case .value(let problem, let line):
      data["line"] = .number(JSONNumber(line))
      data["path"] = .string(problem.pointer.description)
    case .relativeStore(_, let line):
      data["line"] = .number(JSONNumber(line))
      data["path"] = "/store"
    }
    return data
  }
}
