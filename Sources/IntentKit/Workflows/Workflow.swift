public import JSONText

/// Calls with conditions, loops and references to each other's results; it is an intent itself, or
/// what is done at an event.
public struct Workflow: Sendable, Equatable {
  /// The name that callers use.
  public let id: String
  /// The name that people read.
  public let title: String
  /// What it does, in a sentence or a few.
  public let description: String
  /// The JSON Schema of a call's values.
  public let parameters: JSONObject
  /// The JSON Schema of the value it answers.
  public let result: JSONObject
  /// The time that a run may take; nil for any.
  public let timeout: Duration?
  /// The event at which it is done; nil where it is an intent.
  public let hook: Hook?
  /// What is done, in order.
  let steps: [WorkflowStep]
  /// What is done at the end, whatever became of the steps.
  let cleanup: [WorkflowStep]
  /// The value that is answered.
  let output: WorkflowExpression?
  /// The sentence that is answered; nil for one that counts the steps.
  let dialog: WorkflowExpression?
  /// The file that it was read from; nil where it was none.
  private(set) var file: String?

  /// At what a workflow is done by itself.
  public struct Hook: Sendable, Hashable {
    /// When it is done.
    public enum Phase: String, Sendable {
      /// Ahead of the call that may cause the event.
      case before
      /// Once what the call changed lasts.
      case after
    }

    /// The name of the event.
    public let event: String
    /// When it is done.
    public let phase: Phase
    /// Whether a call is refused ahead of which it failed.
    public let refusesOnFailure: Bool
  }

  /// Reads a workflow.
  ///
  /// - Parameter file: the file that errors name; nil where it has none.
  /// - Throws: `IntentError.invalidWorkflow` with the first problem.
  public init(json: JSONValue, file: String? = nil) throws(IntentError) {
    var reader = WorkflowParser()
    guard let workflow = reader.workflow(json), reader.problems.isEmpty else {
      throw .invalidWorkflow(reader.problems, file: file)
    }
    self = workflow
    self.file = file
  }

  init(
    head: JSONObject,
    hook: Hook?,
    steps: [WorkflowStep],
    cleanup: [WorkflowStep],
    output: WorkflowExpression?,
    dialog: WorkflowExpression?
  ) {
    id = head["id"]?.string ?? ""
    title = head["title"]?.string ?? ""
    description = head["description"]?.string ?? title
    parameters =
      head["parameters"]?.object
      ?? ["type": "object", "properties": [:], "additionalProperties": false]
    result = head["result"]?.object ?? ["type": "object"]
    timeout = head["timeoutMs"]?.integer.map { .milliseconds($0) }
    self.hook = hook
    self.steps = steps
    self.cleanup = cleanup
    self.output = output
    self.dialog = dialog
  }

  /// The calls whose values are known by now, with the places where they stand.
  var callsWithKnownArguments: [(call: IntentCall, place: JSONPointer)] {
    (steps + cleanup).flatMap(\.calls).compactMap { call, place in
      guard let values = call.values.literal?.object else { return nil }
      return (
        IntentCall(call.intent, with: values), JSONPointer(place.tokens.dropLast() + ["with"])
      )
    }
  }

  /// The names of the parameters, in order.
  public var parameterNames: [String] { parameters["properties"]?.object?.keys ?? [] }

  /// The ids of the intents that its steps call.
  public var intents: [String] { calls.map(\.call.intent) }

  /// The intents that it calls, each once, with the place where it is first named.
  var calls: [(call: WorkflowCall, place: JSONPointer)] {
    var seen: Set<String> = []
    return (steps + cleanup).flatMap(\.calls).filter {
      seen.insert("\($0.call.intent) \($0.call.isOptional)").inserted
    }
  }
}
