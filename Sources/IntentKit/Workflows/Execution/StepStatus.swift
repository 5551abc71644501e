/// The status of a workflow step or of a whole workflow run.
public enum StepStatus: String, Sendable {
  case running
  case ok
  case failed
  case skipped
  case timeout
  case cancelled
  /// The step was planned in a dry run and would run.
  case planned
  /// The step may or may not run, because a dry run doesn't know the results that decide it.
  case unknown

  /// Whether the status is a failure, a timeout or a cancellation.
  var isFailure: Bool {
    switch self {
    case .failed, .timeout, .cancelled: true
    case .running, .ok, .skipped, .planned, .unknown: false
    }
  }
}
