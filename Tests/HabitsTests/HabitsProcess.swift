import Contracts
import Foundation
import JSONText
import MinutaTestSupport

/// The plugin as its host starts it: a process that reads requests from its standard input.
struct HabitsProcess: Sendable {
  let arguments: [String]

  /// Calls tools in order over MCP.
  ///
  /// - Returns: The response to each call.
  func call(_ calls: (tool: String, values: JSONObject)...) async throws -> [JSONValue] {
    let requests = calls.map { tool, values -> (String, JSONValue) in
      ("tools/call", ["name": .string(tool), "arguments": .object(values)])
    }
    return try await send(requests).map { $0["result"] ?? $0 }
  }

  /// Performs a handshake, sends requests, and returns the responses in order.
  func send(_ requests: [(method: String, params: JSONValue)]) async throws -> [JSONValue] {
    let client = try connect()
    try await RPCSession.mcp.begin(on: client)
    var replies: [JSONValue] = []
    for (id, request) in requests.enumerated() {
      replies.append(
        try await client.request(.number(JSONNumber(id)), request.method, request.params)
      )
    }
    _ = try await client.finish()
    return replies
  }

  /// Starts the process and connects to it, without a handshake.
  func connect() throws -> RPCTestClient {
    try RPCTestClient(
      TestPrograms.built("Habits"),
      arguments,
      environment: ["PATH": "/usr/bin:/bin"]
    )
  }
}
