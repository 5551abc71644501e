import JSONText

/// A step of a workflow.
struct WorkflowStep: Sendable, Equatable {
  /// The action of a step: a call, nested steps or a deliberate failure.
  indirect enum Action: Sendable, Equatable {
    case call(WorkflowCall)
    case steps([WorkflowStep])
    /// Fails on purpose, with the expression's value as the error message.
    case fail(WorkflowExpression)
  }

  /// A loop that runs a step for each item, in order.
  struct Loop: Sendable, Equatable {
    let items: WorkflowExpression
    /// The maximum number of items; if the list has more, the step fails.
    let limit: Int
  }

  let id: String
  /// The location of the step in its workflow file.
  let pointer: JSONPointer
  let action: Action
  let condition: WorkflowCondition?
  let loop: Loop?
  /// The time limit of one attempt to run the step; nil for no limit.
  let timeout: Duration?
  let onError: StepErrorPolicy
  let isEnabled: Bool

  /// The calls that the step makes, with their locations.
  var calls: [(call: WorkflowCall, place: JSONPointer)] {
    switch action {
    case .call(let call): [(call, pointer.appending("intent"))]
    case .steps(let steps): steps.flatMap(\.calls)
    case .fail: []
    }
  }

  /// The IDs of the step and its nested steps.
  var ids: [(id: String, pointer: JSONPointer)] {
    if case .steps(let steps) = action {
      [(id, pointer)] + steps.flatMap(\.ids)
    } else {
      [(id, pointer)]
    }
  }
}

/// A call in a workflow, with arguments that are evaluated when it runs.
struct WorkflowCall: Sendable, Equatable {
  let intent: String
  /// Whether to skip the call if the intent doesn't exist.
  let isOptional: Bool
  let values: WorkflowExpression
  let key: WorkflowExpression?
}

/// The policy for a failed step: whether to retry it, and whether later steps still run.
struct StepErrorPolicy: Sendable, Equatable {
  /// The limits and delays for retrying a failed step.
  struct RetryPolicy: Sendable, Equatable {
    /// The maximum number of retries after the first attempt.
    let limit: Int
    /// The delay before the first retry.
    let delay: Duration
    /// The factor by which the delay grows with each further retry.
    let backoff: Double
  }

  var retry: RetryPolicy?
  /// Whether later steps still run after the step has failed.
  var continuesOnError = false
}
