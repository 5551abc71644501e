/// The status of a step or a run.
public enum StepStatus: String, Sendable {
  case running
  case ok
  case failed
  case skipped
  case timeout
  case cancelled
  /// The step would run.
  case planned
  /// The step may or may not run, depending on results that the dry run doesn't know.
  case unknown

  /// Whether the status is a failure, a timeout or a cancellation.
  var isFailure: Bool {
    switch self {
    case .failed, .timeout, .cancelled: true
    case .running, .ok, .skipped, .planned, .unknown: false
    }
  }
}
