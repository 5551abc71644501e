import JSONText

/// Parses a workflow file and collects all its problems.
struct WorkflowParser {
  private(set) var problems: [ValidationError] = []
  /// The error policy for steps that don't set `onError` themselves.
  private var errorPolicy = StepErrorPolicy()

  mutating func note(_ pointer: JSONPointer, _ kind: ValidationError.Kind) {
    problems.append(ValidationError(pointer, kind))
  }

  /// Parses a workflow, or returns nil if its problems prevent that.
  mutating func workflow(_ json: JSONValue) -> Workflow? {
    problems += SchemaValidator(EmbeddedSchemas.workflow).problems(in: json)
    guard let head = json.object, problems.isEmpty else { return nil }
    problems += DefinitionValidator.problems(ofHead: json)
    if let json = head["onError"] {
      errorPolicy = parseErrorPolicy(json, at: JSONPointer(["onError"]))
    }
    let steps = steps(head["steps"], at: JSONPointer(["steps"]))
    // `finally` steps continue after an error, so that later cleanup still runs.
    errorPolicy = StepErrorPolicy(continuesOnError: true)
    let cleanup = self.steps(head["finally"], at: JSONPointer(["finally"]))
    checkIds(of: steps + cleanup)
    return Workflow(
      head: head,
      hook: hook(head["hook"]),
      steps: steps,
      cleanup: cleanup,
      output: head["output"]?.object.map {
        value(.object($0.withoutComment), at: JSONPointer(["output"]))
      },
      dialog: head["dialog"].map { value($0, at: JSONPointer(["dialog"])) }
    )
  }

  private mutating func hook(_ json: JSONValue?) -> Workflow.Hook? {
    guard let json else { return nil }
    let phase = json["phase"]?.string.flatMap(Workflow.Hook.HookPhase.init) ?? .after
    if phase == .after, json["onFailure"] != nil {
      note(JSONPointer(["hook", "onFailure"]), .conflict(with: "phase: after"))
    }
    return Workflow.Hook(
      event: json["event"]?.string ?? "",
      phase: phase,
      refusesOnFailure: json["onFailure"] == "refuse"
    )
  }

  private mutating func steps(_ json: JSONValue?, at pointer: JSONPointer) -> [WorkflowStep] {
    var steps: [WorkflowStep] = []
    for (index, element) in (json?.array ?? []).enumerated() {
      if let step = step(element, at: pointer.appending(index)) { steps.append(step) }
    }
    return steps
  }

  private mutating func step(_ json: JSONValue, at pointer: JSONPointer) -> WorkflowStep? {
    let found = SchemaValidator(EmbeddedSchemas.step).problems(in: json, at: pointer)
    problems += found
    guard let members = json.object, found.isEmpty else { return nil }
    guard let action = action(members, at: pointer) else { return nil }
    let onError = members["onError"].map { parseErrorPolicy($0, at: pointer.appending("onError")) }
    return WorkflowStep(
      id: members["id"]?.string ?? "",
      pointer: pointer,
      action: action,
      condition: members["if"].flatMap { condition($0, at: pointer.appending("if")) },
      loop: loop(members, at: pointer),
      timeout: members["timeoutMs"]?.integer.map { .milliseconds($0) },
      onError: onError ?? errorPolicy,
      isEnabled: members["enabled"]?.bool ?? true
    )
  }

  private mutating func action(
    _ members: JSONObject,
    at pointer: JSONPointer
  ) -> WorkflowStep.Action? {
    let kinds = ["intent", "steps", "fail"].filter { members[$0] != nil }
    if kinds.count > 1 { note(pointer.appending(kinds[1]), .conflict(with: kinds[0])) }
    for name in ["with", "key", "optional"] where members[name] != nil && members["intent"] == nil {
      note(pointer.appending(name), .requires("intent"))
    }
    switch kinds.first {
    case "intent":
      return .call(
        WorkflowCall(
          intent: members["intent"]?.string ?? "",
          isOptional: members["optional"]?.bool ?? false,
          values: value(members["with"] ?? [:], at: pointer.appending("with")),
          key: members["key"].map { value($0, at: pointer.appending("key")) }
        )
      )
    case "steps": return .steps(steps(members["steps"], at: pointer.appending("steps")))
    case "fail":
      return .fail(value(members["fail"] ?? "", at: pointer.appending("fail")))
    default:
      note(pointer, .missingOneOf(["intent", "steps", "fail"]))
      return nil
    }
  }

  private mutating func loop(
    _ members: JSONObject,
    at pointer: JSONPointer
  ) -> WorkflowStep.Loop? {
    guard let items = members["forEach"] else {
      if members["max"] != nil { note(pointer.appending("max"), .requires("forEach")) }
      return nil
    }
    return WorkflowStep.Loop(
      items: value(items, at: pointer.appending("forEach")),
      limit: members["max"]?.integer ?? 1000
    )
  }

  private mutating func parseErrorPolicy(_ json: JSONValue, at pointer: JSONPointer)
    -> StepErrorPolicy
  {
    if let word = json.string {
      if !["stop", "continue"].contains(word) {
        note(pointer, .notOneOf(["stop", "continue"], found: json))
      }
      return StepErrorPolicy(continuesOnError: word == "continue")
    }
    problems += SchemaValidator(EmbeddedSchemas.onError).problems(in: json, at: pointer)
    let retry = json["retry"]
    return StepErrorPolicy(
      retry: StepErrorPolicy.RetryPolicy(
        limit: retry?["max"]?.integer ?? 0,
        delay: .milliseconds(retry?["delayMs"]?.integer ?? 0),
        backoff: retry?["backoff"]?.double ?? 1
      ),
      continuesOnError: json["then"] == "continue"
    )
  }

  private mutating func checkIds(of steps: [WorkflowStep]) {
    var seen: Set<String> = []
    for (id, pointer) in steps.flatMap(\.ids) {
      let place = pointer.appending("id")
      if !seen.insert(id).inserted { note(place, .idTaken(id)) }
      if !id.utf8.allSatisfy({ $0.isIdentifierByte || $0 == UInt8(ascii: "-") }) {
        let expected = "only letters, digits, '_' and '-'"
        note(place, .invalidFormat(expected: expected, found: .string(id)))
      }
    }
  }
}
