package import JSONText

/// A JSON-RPC message that gets no response.
package struct RPCNotification: Sendable {
  let method: String
  let parameters: JSONObject

  package init(_ method: String, _ parameters: JSONObject) {
    self.method = method
    self.parameters = parameters
  }

  var json: JSONValue {
    ["jsonrpc": "2.0", "method": .string(method), "params": .object(parameters)]
  }
}
