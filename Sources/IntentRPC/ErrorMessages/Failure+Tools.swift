import IntentKit

extension Failure {
  /// The error for calling a tool that exists but that this server doesn't offer.
  static func toolNotOffered(_ name: String) -> Failure {
    Failure(
      .badInput,
      code: "toolNotOffered",
      message: "The tool \(name.quoted) is not enabled. Start the server with '--tools all' or add "
        + "the tool to '--tools'."
    )
  }

  /// The error for calling a tool that doesn't exist; `near` is the most similar tool name.
  static func unknownTool(_ name: String, near: String?) -> Failure {
    Failure(
      .badInput,
      code: "invalidValue",
      message: "There is no tool \(name.quoted)\(near.suggestion)."
    )
  }

  /// The error for directly calling a workflow that only an event may start.
  static let workflowHasHook = Failure(
    .badInput,
    code: "invalidWorkflow",
    message: "The workflow has a 'hook', so it runs only on its event. Remove 'hook' to run it now."
  )

  /// The error for a batch that was stopped by an unexpected error.
  static func batchStopped(_ error: any Error) -> Failure {
    Failure(code: "internal", message: "The batch stopped unexpectedly: \(error).")
  }

  /// The error for changes that can't be watched; `reason` has no final period.
  static func liveChangesUnavailable(_ reason: String) -> Failure {
    Failure(
      code: "liveChangesUnavailable",
      message: "Change notifications are unavailable: \(reason)."
    )
  }
}
