public import JSONText

/// The parsed contents of a call file: a call, a batch or a workflow.
public enum ParsedCallFile: Sendable, Equatable {
  /// A single call.
  case call(IntentCall)
  /// A batch of calls, in order.
  case batch([IntentCall])
  /// A workflow.
  case workflow(Workflow)

  /// Parses the contents of a call file.
  ///
  /// - Throws: `Failure.malformedCall` or `.invalidWorkflow`, with a pointer to the invalid
  ///   value.
  public init(json: JSONValue) throws(Failure) {
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
  /// Whether the object has the keys of a workflow instead of a call.
  public var isWorkflow: Bool {
    self["intent"] == nil
      && ["finally", "hook", "minuta", "steps", "title"].contains { self[$0] != nil }
  }
}
