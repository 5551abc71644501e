import IntentKit
import JSONText

/// What can be the matter with the file of settings.
enum SettingsError: Error, Equatable {
  case unreadable(reason: String)
  /// Somebody else owns or can write the file, or a folder above it.
  case foreign(untrustedPath: String)
  case notJSON(JSONError)
  case value(ValidationError, line: Int)
  /// The folder of the records is no absolute path.
  case relativeStore(String, line: Int)
}

extension SettingsError {
  /// A stable word for it.
  var code: String {
    switch self {
    case .unreadable: "unreadableSettings"
    case .foreign: "untrustedSettings"
    case .notJSON, .value, .relativeStore: "malformedSettings"
    }
  }

  /// The problem as one sentence.
  func sentence(file: String) -> String {
    switch self {
    case .unreadable(let reason): "The settings '\(file)' cannot be read: \(reason)."
    case .foreign(let untrustedPath):
      "The settings '\(file)' are not used because somebody else owns or can write '\(untrustedPath)'; "
        + "make it yours alone (chown, chmod go-w)."
    case .notJSON(let error):
      "\(file):\(error.line): invalid JSON: \(error.problem)."
    case .value(let problem, let line): "\(file):\(line): \(Self.sentence(problem))"
    case .relativeStore(let path, let line):
      "\(file):\(line): 'store' must be an absolute path, not \(path.quoted)."
    }
  }

  private static func sentence(_ problem: ValidationError) -> String {
    guard case .unknownName(let near) = problem.kind else { return problem.sentence(saying: "key") }
    let name = problem.pointer.tokens.joined(separator: "/")
    return "unknown key \"\(name)\"" + (near.map { " (did you mean \"\($0)\"?)" } ?? "")
  }

  /// Facts about it.
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
