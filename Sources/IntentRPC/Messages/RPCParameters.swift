public import JSONText

/// What a method is asked with.
public enum RPCParameters: Sendable, Hashable {
  /// Nothing: clients write no `params`, null, an empty array or an empty object for it.
  case absent
  /// Values by name.
  case named(JSONObject)
  /// Values by position.
  case positional([JSONValue])

  /// Reads the member `params` of a request; nil stands for a request without one.
  init(json: JSONValue?) throws(RequestProblem) {
    switch json {
    case nil, .null: self = .absent
    case .object(let members): self = members.isEmpty ? .absent : .named(members)
    case .array(let elements): self = elements.isEmpty ? .absent : .positional(elements)
    case .bool, .number, .string: throw .malformedParameters
    }
  }
}
