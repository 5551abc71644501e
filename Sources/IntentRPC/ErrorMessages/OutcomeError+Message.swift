import IntentKit

extension OutcomeError {
  /// The tool exists, but the server was started without it.
  static func toolNotOffered(_ name: String) -> OutcomeError {
    OutcomeError(
      .badInput,
      code: "toolNotOffered",
      message: "The tool \(name.quoted) is not enabled. Start the server with '--tools all' or add "
        + "the tool to '--tools'."
    )
  }

  /// There is no tool with this name; `near` is the most similar name.
  static func unknownTool(_ name: String, near: String?) -> OutcomeError {
    OutcomeError(
      .badInput,
      code: "invalidValue",
      message: "There is no tool \(name.quoted)\(near.suggestion)."
    )
  }

  /// A workflow that runs on an event was called directly.
  static let workflowHasHook = OutcomeError(
    .badInput,
    code: "invalidWorkflow",
    message: "The workflow has a 'hook', so it runs only on its event. Remove 'hook' to run it now."
  )

  /// A batch stopped because of an unexpected error.
  static func batchStopped(_ error: any Error) -> OutcomeError {
    OutcomeError(.failure, code: "internal", message: "The batch stopped unexpectedly: \(error).")
  }

  /// Changes can't be watched, for a reason without a final period.
  static func liveChangesUnavailable(_ reason: String) -> OutcomeError {
    OutcomeError(
      .failure,
      code: "liveChangesUnavailable",
      message: "Change notifications are unavailable: \(reason)."
    )
  }
}
