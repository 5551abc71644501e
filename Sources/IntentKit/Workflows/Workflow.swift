public import JSONText

/// A sequence of calls with conditions, loops and references to earlier results.
///
/// A workflow is called as an intent, or runs as a hook when an event occurs.
public struct Workflow: Sendable, Equatable {
  /// The ID of the workflow, by which callers name it.
  public let id: String
  /// The display name of the workflow.
  public let title: String
  /// A description of the workflow, in one or more sentences.
  public let description: String
  /// The JSON Schema of the workflow's arguments.
  public let parameters: JSONObject
  /// The JSON Schema of the workflow's result.
  public let result: JSONObject
  /// The rows of the result as JSON, as in a definition; nil if only its sentence is printed.
  public let rows: JSONValue?
  /// The command as JSON, as in a definition, but without a name; nil if its words have no order.
  public let command: JSONValue?
  /// The time limit of a run; nil for no limit.
  public let timeout: Duration?
  /// The event that triggers the workflow; nil if the workflow is an intent.
  public let hook: Hook?
  /// The steps, in order.
  let steps: [WorkflowStep]
  /// The cleanup steps (`finally`), which run even if the steps fail.
  let cleanup: [WorkflowStep]
  /// The expression for the result; nil for an empty result.
  let output: WorkflowExpression?
  /// The expression for the sentence to the user; nil for a default sentence that counts the steps.
  let dialog: WorkflowExpression?
  /// The file that contains the workflow; nil if it wasn't read from a file.
  private(set) var file: String?

  /// The trigger of a workflow: an event, and whether the workflow runs before or after the call
  /// that causes the event.
  public struct Hook: Sendable, Hashable {
    /// The time when a hook runs: before or after the call that causes the event.
    public enum HookPhase: String, Sendable {
      /// Runs before the call that may cause the event.
      case before
      /// Runs after the changes of the call are committed.
      case after
    }

    /// The name of the event.
    public let event: String
    /// The time when the hook runs, relative to the call.
    public let phase: HookPhase
    /// Whether the call is refused if the hook fails.
    public let refusesOnFailure: Bool
  }

  /// Parses a workflow.
  ///
  /// - Parameter file: The file to name in errors. Nil if there is none.
  /// - Throws: `Failure.invalidWorkflow` with all problems.
  public init(json: JSONValue, file: String? = nil) throws(Failure) {
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
    rows = head["rows"]
    command = head["command"]
    timeout = head["timeoutMs"]?.integer.map { .milliseconds($0) }
    self.hook = hook
    self.steps = steps
    self.cleanup = cleanup
    self.output = output
    self.dialog = dialog
  }

  /// The calls with those of their arguments that are constants, and the locations of the arguments.
  ///
  /// A call is whole if all its arguments are constants.
  var callsWithKnownArguments: [(call: IntentCall, place: JSONPointer, isWhole: Bool)] {
    (steps + cleanup).flatMap(\.calls).map { call, place in
      let place = JSONPointer(place.tokens.dropLast() + ["with"])
      if let values = call.values.literal?.object {
        return (IntentCall(call.intent, with: values), place, true)
      }
      var known = JSONObject()
      if case .object(let members) = call.values {
        for member in members { known[member.name] = member.value.literal }
      }
      return (IntentCall(call.intent, with: known), place, false)
    }
  }

  /// The names of the parameters, in order.
  public var parameterNames: [String] { parameters["properties"]?.object?.keys ?? [] }

  /// The IDs of the intents that the steps call.
  public var intents: [String] { calls.map(\.call.intent) }

  /// The calls of the workflow, with their locations.
  ///
  /// Of several calls to one intent, includes only the first required and the first optional call.
  var calls: [(call: WorkflowCall, place: JSONPointer)] {
    var seen: Set<String> = []
    return (steps + cleanup).flatMap(\.calls).filter {
      seen.insert("\($0.call.intent) \($0.call.isOptional)").inserted
    }
  }
}
