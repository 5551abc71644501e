public import JSONText
import Synchronization

/// A workflow log that collects the steps of a dry run for its plan.
final class DryRunWorkflowLog: WorkflowLog {
  let run: String
  private let events = Mutex<[WorkflowEvent]>([])

  init(_ run: String) {
    self.run = run
  }

  func note(_ event: WorkflowEvent) {
    if case .ends = event.kind { events.withLock { $0.append(event) } }
  }

  func end(_ status: StepStatus, error: Failure?) {}

  /// Returns a step as JSON, preceded by the steps of the workflow that it calls.
  private static func steps(of event: WorkflowEvent) -> [JSONValue] {
    let inner = (event.plan?.steps ?? []).map { step -> JSONValue in
      var step = step.object ?? [:]
      step["path"] = .array(event.path + (step["path"]?.array ?? []))
      if !event.isCertain { step["conditional"] = true }
      return .object(step)
    }
    return inner + [event.json]
  }

  func plan(scopeValues values: JSONObject, isResultKnown: Bool) -> DryRunPlan {
    let events = events.withLock { $0 }
    return DryRunPlan(
      values: values,
      changes: events.flatMap { $0.plan?.changes ?? [] },
      steps: events.flatMap(Self.steps),
      needsConfirmation: events.contains { $0.plan?.needsConfirmation == true },
      isResultKnown: isResultKnown
    )
  }
}

extension WorkflowEvent {
  /// The event as JSON, as it appears in plans and traces.
  public var json: JSONValue {
    var json: JSONObject = ["path": .array(path)]
    switch kind {
    case .begins(let attempt):
      json["status"] = "started"
      if attempt > 1 { json["attempt"] = .number(JSONNumber(attempt)) }
    case .retries(let attempt, let delay):
      json["status"] = "retry"
      json["attempt"] = .number(JSONNumber(attempt))
      json["afterMilliseconds"] = .number(JSONNumber(delay.milliseconds))
    case .ends(let status): json["status"] = .string(status.rawValue)
    }
    json["intent"] = intent.map { .string($0) }
    json["with"] = values
    if !isCertain { json["conditional"] = true }
    json["milliseconds"] = duration.map { .number(JSONNumber($0.milliseconds)) }
    json["error"] = error.map { error in
      ["code": .string(error.code), "message": .string(error.message)]
    }
    return .object(json)
  }
}
