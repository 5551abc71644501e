/// The error for a program that couldn't be run, or that failed.
package enum ProgramError: Error {
  /// No directory of `PATH` has a program of this name.
  case notFound(String)
  case notStarted(path: String, SystemError)
  /// The program of this name was killed because it took longer than its timeout.
  case timedOut(String)
  /// The task that ran the program of this name was cancelled.
  case cancelled(String)
  /// The program of this name failed, with the text that it wrote to standard error.
  case failed(String, errors: String)

  /// The reason, for a message; without a full stop at its end.
  package var reason: String {
    switch self {
    case .notFound(let name): "program '\(name)' not found in PATH"
    case .notStarted(let path, let error): "can't start '\(path)': \(error.reason)"
    case .timedOut(let name): "\(name) timed out"
    case .cancelled(let name): "\(name) was cancelled"
    case .failed(let name, let errors):
      errors.split(separator: "\n").first.map(String.init) ?? "\(name) failed"
    }
  }

  /// The text that the program wrote to standard error before it failed; nil if it couldn't be run,
  /// or didn't exit in time.
  package var errors: String? {
    if case .failed(_, let errors) = self { errors } else { nil }
  }
}
