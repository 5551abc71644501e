public import JSONText

/// What a file of calls holds.
public enum CallFile: Sendable, Equatable {
  /// One call.
  case call(IntentCall)
  /// Calls in order.
  case batch([IntentCall])
  /// A workflow.
  case workflow(Workflow)

  /// Reads the calls of a file.
  ///
  /// - Throws: `IntentError.malformedCall` or `invalidWorkflow` with the way to the place.
  public init(json: JSONValue) throws(IntentError) {
    switch json {
    case .array(let elements):
      var calls: [IntentCall] = []
      for (index, element) in elements.enumerated() {
        calls.append(try IntentCall(json: element, at: JSONPointer([String(index)])))
      }
      self = .batch(calls)
    case .object(let object) where object.isWorkflow:
      self = .workflow(try Workflow(json: json))
    case .object:
      self = .call(try IntentCall(json: json))
    default:
      throw .malformedCall(
        ValidationError(JSONPointer(), .wrongType(expected: ["object", "array"], found: json))
      )
    }
  }
}

extension JSONObject {
  /// Whether it is meant as a workflow, and not as a call.
  public var isWorkflow: Bool {
    self["intent"] == nil
      && ["finally", "hook", "minuta", "steps", "title"].contains { self[$0] != nil }
  }
}
