package import JSONText

/// A JSON-RPC request or notification.
package struct RPCRequest: Sendable {
  /// The id that the response must repeat; nil for a notification, which gets no response.
  package let id: JSONValue?
  package let method: String
  package let parameters: RPCParameters

  /// Parses a request, ignoring unknown members.
  init(_ object: JSONObject) throws(RequestProblem) {
    let id = object["id"]
    guard id.isId else { throw .malformedId }
    guard object["jsonrpc"] == "2.0" else { throw .wrongVersion }
    guard let method = object["method"]?.string else { throw .noMethod }
    self.method = method
    self.id = id
    parameters = try RPCParameters(json: object["params"])
  }

  /// Returns the id for an error response to a message that may not be a valid request; null if it
  /// has no usable id.
  static func id(of object: JSONObject) -> JSONValue {
    object["id"].isId ? object["id"] ?? .null : .null
  }

  /// Whether a message is a response.
  ///
  /// Answering a response could cause an endless exchange.
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
