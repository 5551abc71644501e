import IntentKit
import JSONText
import SystemCalls

extension SettingsError {
  /// Returns the problem in the settings file as a sentence.
  func sentence(file: String) -> String {
    switch self {
    case .unreadable(let reason): "Can't read '\(file)': \(reason)."
    case .foreign(let untrustedPath):
      FileOwnershipChecker.sentence(for: "'\(file)'", untrustedPath: untrustedPath)
    case .notJSON(let error):
      "\(file):\(error.line): invalid JSON: \(error.problem)."
    case .value(let problem, let line): "\(file):\(line): \(Self.sentence(problem))"
    case .relativeStore(let path, let line):
      "\(file):\(line): 'store' must be an absolute path, not \(path.quoted). Begin it with '/' or '~/'."
    }
  }

  private static func sentence(_ problem: ValidationError) -> String {
    guard case .unknownName(let near) = problem.kind else { return problem.sentence(saying: "key") }
    let name = problem.pointer.tokens.joined(separator: "/")
    return "unknown key \"\(name)\"" + (near.map { " (did you mean \"\($0)\"?)" } ?? "")
  }
}
