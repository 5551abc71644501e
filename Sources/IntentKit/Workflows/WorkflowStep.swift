import JSONText

/// A step of a workflow.
struct WorkflowStep: Sendable, Equatable {
  /// What the step does.
  indirect enum Action: Sendable, Equatable {
    case call(WorkflowCall)
    case steps([WorkflowStep])
    /// Fails with a sentence.
    case fail(WorkflowExpression)
  }

  /// The elements for which a step is done, one after the other.
  struct Loop: Sendable, Equatable {
    let items: WorkflowExpression
    /// The most elements there may be.
    let limit: Int
  }

  let id: String
  /// The way to it in its file.
  let pointer: JSONPointer
  let action: Action
  let condition: WorkflowCondition?
  let loop: Loop?
  /// The time that an attempt may take; nil for any.
  let timeout: Duration?
  let onError: StepErrorPolicy
  let isEnabled: Bool

  /// The intents that it calls, with the places where they are named.
  var calls: [(call: WorkflowCall, place: JSONPointer)] {
    switch action {
    case .call(let call): [(call, pointer.appending("intent"))]
    case .steps(let steps): steps.flatMap(\.calls)
    case .fail: []
    }
  }

  /// The ids of the steps in it, and its own.
  var ids: [(id: String, pointer: JSONPointer)] {
    if case .steps(let steps) = action {
      [(id, pointer)] + steps.flatMap(\.ids)
    } else {
      [(id, pointer)]
    }
  }
}

/// A call of a workflow, with values that are made when it is done.
struct WorkflowCall: Sendable, Equatable {
  let intent: String
  /// Whether it is left out where there is no such intent.
  let isOptional: Bool
  let values: WorkflowExpression
  let key: WorkflowExpression?
}

/// What becomes of a workflow when one of its steps fails.
struct StepErrorPolicy: Sendable, Equatable {
  /// How a step is tried again.
  struct Retry: Sendable, Equatable {
    /// How often, at most, after the first time.
    let limit: Int
    /// How long to wait before the first.
    let delay: Duration
    /// How many times as long before each other.
    let backoff: Double
  }

  var retry: Retry?
  /// Whether the steps after it are done all the same.
  var continuesOnError = false
}
