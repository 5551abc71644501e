package import JSONText

/// The parameters of a JSON-RPC request.
package enum RPCParameters: Sendable, Hashable {
  /// No parameters: `params` is missing, null, or an empty array or object.
  case absent
  /// Parameters that are sent by name, as an object.
  case named(JSONObject)
  /// Parameters that are sent by position, as an array.
  case positional([JSONValue])

  /// Reads the parameters from the `params` member of a request; nil means that it is missing.
  init(json: JSONValue?) throws(RPCError) {
    switch json {
    case nil, .null: self = .absent
    case .object(let members): self = members.isEmpty ? .absent : .named(members)
    case .array(let elements): self = elements.isEmpty ? .absent : .positional(elements)
    case .bool, .number, .string: throw .malformedParameters
    }
  }
}
