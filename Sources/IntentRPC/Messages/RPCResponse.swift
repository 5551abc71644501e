import JSONText

/// The response to a JSON-RPC request.
struct RPCResponse: Sendable {
  let id: JSONValue
  let result: Result<SerializedJSON, RPCError>

  /// The serialized response, with its members in the same order as the specification's examples.
  var json: SerializedJSON {
    switch result {
    case .success(let value):
      .object(["jsonrpc": Self.version, "result": value, "id": SerializedJSON(id)])
    case .failure(let error):
      .object([
        "jsonrpc": Self.version, "error": SerializedJSON(error.json), "id": SerializedJSON(id),
      ])
    }
  }

  private static let version = SerializedJSON("2.0")
}
