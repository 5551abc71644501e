import JSONText

/// The one answer to a request.
struct RPCReply: Sendable {
  let id: JSONValue
  let result: Result<JSONValue, RPCError>

  /// The reply, its members in the order of the specification's examples.
  var json: JSONValue {
    switch result {
    case .success(let value): ["jsonrpc": "2.0", "result": value, "id": id]
    case .failure(let error): ["jsonrpc": "2.0", "error": error.json, "id": id]
    }
  }

  /// The reply to something whose id cannot be read.
  static func failure(_ error: RPCError) -> RPCReply {
    RPCReply(id: .null, result: .failure(error))
  }
}
