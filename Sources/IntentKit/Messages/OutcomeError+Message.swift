import JSONText

extension OutcomeError {
  /// Returns the error for a workflow file whose name isn't a valid ID.
  package static func misnamedWorkflow(_ file: String) -> OutcomeError {
    OutcomeError(
      .badInput,
      code: "misnamedWorkflow",
      message: "'\(file)' is not a valid name for a workflow file. Use the workflow's ID "
        + "(letters, digits and '_') followed by '.json', such as 'stand_up.json'.",
      data: ["file": .string(file)]
    )
  }

  /// Returns the error for an unexpected error in the implementation of an intent.
  static func internalFailure(_ error: any Error, in intent: String) -> OutcomeError {
    OutcomeError(
      .failure,
      code: "internal",
      message: "The intent \(intent.quoted) failed: \(error)."
    )
  }

  /// Returns the error for a workflow that exceeded its time limit.
  static func workflowTimedOut(_ id: String, after limit: Duration) -> OutcomeError {
    timedOut(message: "The workflow \(id.quoted) timed out after \(limit.milliseconds) ms.")
  }

  /// Returns the error for a step that exceeded its time limit.
  static func stepTimedOut(after limit: Duration) -> OutcomeError {
    timedOut(message: "Timed out after \(limit.milliseconds) ms.")
  }

  private static func timedOut(message: String) -> OutcomeError {
    OutcomeError(.failure, code: "timeout", message: message)
  }

  /// Returns the error for a workflow whose `output` or `dialog` can't be evaluated.
  static func outputFailed(
    _ error: WorkflowStepError,
    workflow id: String,
    run: String
  ) -> OutcomeError {
    let cause = error.error
    return OutcomeError(
      .failure,
      code: cause.code,
      message: "The result of \(id.quoted) can't be created: \(cause.message)",
      data: cause.data.merging(["workflow": .string(id), "run": .string(run)])
    )
  }

  /// Returns the error for a call that a hook refused on purpose.
  static func refused(byHook id: String, _ error: OutcomeError) -> OutcomeError {
    OutcomeError(
      .failure,
      code: "refused",
      message: "The hook \(id.quoted) refused the call: \(error.message)",
      data: ["hook": .string(id)]
    )
  }

  /// Returns the error for a call that didn't run because a hook failed.
  static func hookFailed(_ id: String, _ error: OutcomeError) -> OutcomeError {
    OutcomeError(
      .failure,
      code: "hookFailed",
      message: "The hook \(id.quoted) failed, so the call did not run: \(error.message)",
      data: ["hook": .string(id)]
    )
  }

  /// The error of a cancelled step.
  static let cancelled = OutcomeError(
    .failure,
    code: Outcome.cancelled.status,
    message: Outcome.cancelled.sentence
  )
}
