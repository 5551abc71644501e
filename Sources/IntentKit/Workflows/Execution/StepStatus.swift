/// How a step, or a run, stands.
public enum StepStatus: String, Sendable {
  case running
  case ok
  case failed
  case skipped
  case timeout
  case cancelled
  /// It would be done so.
  case planned
  /// Whether it would be done cannot be told without doing what is before it.
  case unknown

  /// Whether it came to an end that nobody wants.
  var isFailure: Bool {
    switch self {
    case .failed, .timeout, .cancelled: true
    case .running, .ok, .skipped, .planned, .unknown: false
    }
  }
}
