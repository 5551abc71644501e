package import JSONText

/// A JSON-RPC request or notification.
package struct RPCRequest: Sendable {
  /// The id that the response must repeat; nil for a notification, which gets no response.
  package let id: JSONValue?
  package let method: String
  package let parameters: RPCParameters

  /// Parses a request, ignoring members that JSON-RPC doesn't define.
  init(_ object: JSONObject) throws(RPCError) {
    let id = object["id"]
    guard id.isId else { throw .malformedId }
    guard object["jsonrpc"] == "2.0" else { throw .wrongVersion }
    guard let method = object["method"]?.string else { throw .noMethod }
    self.method = method
    self.id = id
    parameters = try RPCParameters(json: object["params"])
  }

  /// Returns the id to use in an error response to a message; null if the message has no valid id.
  static func id(of object: JSONObject) -> JSONValue {
    object["id"].isId ? object["id"] ?? .null : .null
  }

  /// Whether a message is a response rather than a request.
  ///
  /// A response must not be answered: two programs could then answer each other endlessly.
  static func isReply(_ object: JSONObject) -> Bool {
    object["method"] == nil && object["jsonrpc"] == "2.0" && object["id"] != nil
      && (object["result"] != nil || object["error"] != nil)
  }
}

extension JSONValue? {
  fileprivate var isId: Bool {
    switch self {
    case nil, .null, .number, .string: true
    case .array, .bool, .object: false
    }
  }
}
