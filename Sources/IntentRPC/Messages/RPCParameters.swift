public import JSONText

/// The parameters of a request.
public enum RPCParameters: Sendable, Hashable {
  /// No parameters: `params` is missing, null, an empty array or an empty object.
  case absent
  /// Parameters by name.
  case named(JSONObject)
  /// Parameters by position.
  case positional([JSONValue])

  /// Reads the `params` member of a request; nil means that it is missing.
  init(json: JSONValue?) throws(RequestProblem) {
    switch json {
    case nil, .null: self = .absent
    case .object(let members): self = members.isEmpty ? .absent : .named(members)
    case .array(let elements): self = elements.isEmpty ? .absent : .positional(elements)
    case .bool, .number, .string: throw .malformedParameters
    }
  }
}
