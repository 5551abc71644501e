package import JSONText

/// A method asked for.
package struct RPCRequest: Sendable {
  /// What the reply is known by, as it came; nil for a notification, which is never answered.
  package let id: JSONValue?
  package let method: String
  /// What it is asked with.
  package let parameters: RPCParameters

  /// Reads a request; members that we do not know are passed over.
  init(_ object: JSONObject) throws(RequestProblem) {
    let id = object["id"]
    guard id.isId else { throw .malformedId }
    guard object["jsonrpc"] == "2.0" else { throw .wrongVersion }
    guard let method = object["method"]?.string else { throw .noMethod }
    self.method = method
    self.id = id
    parameters = try RPCParameters(json: object["params"])
  }

  /// The id to answer something with that may be no request: null where there is none.
  static func id(of object: JSONObject) -> JSONValue {
    object["id"].isId ? object["id"] ?? .null : .null
  }

  /// Whether this is the reply to a request instead; answering one could go on for ever.
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
