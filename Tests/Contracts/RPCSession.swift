package import JSONText
package import MinutaTestSupport
import Testing

/// A way in which clients talk to a JSON-RPC server.
package struct RPCSession: Sendable, CustomTestStringConvertible {
  package let testDescription: String
  /// Whether a header with the length precedes each message.
  package var usesHeaders = false
  /// Whether the client calls intents as MCP tools.
  package var isMCP = true
  /// The arguments of the `initialize` request; nil if the session begins without one.
  var initialization: JSONObject?
  /// The `_meta` member of each request; nil if there is none.
  var meta: JSONValue?
  /// Whether the server accepts batches.
  package var acceptsBatches = false

  package static let editor = RPCSession(
    testDescription: "an editor",
    isMCP: false,
    acceptsBatches: true
  )
  package static let editorWithHeaders = RPCSession(
    testDescription: "an editor that sends headers",
    usesHeaders: true,
    isMCP: false,
    acceptsBatches: true
  )
  package static let mcp = RPCSession(
    testDescription: "an MCP client",
    initialization: ["protocolVersion": "2025-11-25", "capabilities": [:]]
  )
  package static let mcpWithBatches = RPCSession(
    testDescription: "an MCP client of the version with batches",
    initialization: ["protocolVersion": "2025-03-26", "capabilities": [:]],
    acceptsBatches: true
  )
  package static let mcpWithoutHandshake = RPCSession(
    testDescription: "an MCP client without a handshake",
    meta: [
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": [:],
    ],
    acceptsBatches: true
  )
  package static let mcpSessions = [mcp, mcpWithBatches, mcpWithoutHandshake]
  package static let all = [editor, editorWithHeaders] + mcpSessions

  /// Begins the session on a new connection.
  package func begin(on client: RPCTestClient) async throws {
    guard let initialization else { return }
    try client.sendRequest("initialize", "initialize", .object(initialization))
    let reply = try await client.next()
    #expect(reply?["id"] == "initialize" && reply?["result"] != nil, "\(reply ?? .null)")
    try client.sendNotification("notifications/initialized", [:])
  }

  /// Returns a request of a method.
  package func request(_ id: JSONValue, _ method: String, _ params: JSONObject = [:]) -> JSONValue {
    var params = params
    params["_meta"] = meta
    return RPCTestClient.message(id, method, .object(params))
  }

  /// Returns a call of an intent.
  package func call(_ id: JSONValue, _ intent: String, _ values: JSONObject = [:]) -> JSONValue {
    if !isMCP { return request(id, intent, values) }
    return request(id, "tools/call", ["name": .string(intent), "arguments": .object(values)])
  }

  /// Returns the notification that cancels a request.
  package func cancellation(of id: JSONValue) -> JSONValue {
    isMCP
      ? RPCTestClient.message(nil, "notifications/cancelled", ["requestId": id])
      : RPCTestClient.message(nil, "$/cancelRequest", ["id": id])
  }
}
