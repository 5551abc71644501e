import Foundation
import JSONText
import MinutaTestSupport

/// The plugin as its host starts it: a process that reads requests from its standard input.
struct HabitsProcess: Sendable {
  var arguments: [String]
  var environment: [String: String] = [:]
  var program = "Habits"

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
    var lines: [JSONValue] = [
      [
        "jsonrpc": "2.0", "id": 0, "method": "initialize",
        "params": [
          "protocolVersion": "2025-11-25", "capabilities": [:],
          "clientInfo": ["name": "tests", "version": "1"],
        ],
      ],
      ["jsonrpc": "2.0", "method": "notifications/initialized"],
    ]
    for (index, request) in requests.enumerated() {
      lines.append([
        "jsonrpc": "2.0", "id": .number(JSONNumber(index + 1)),
        "method": .string(request.method), "params": request.params,
      ])
    }
    let result = try await run(input: lines.map { $0.text() + "\n" }.joined())
    let replies = try result.output.split(separator: "\n").map {
      try JSONValue(parsing: Array($0.utf8))
    }
    return requests.indices.map { index in
      replies.first { $0["id"]?.integer == index + 1 } ?? .string(result.errors)
    }
  }

  func run(input: String = "") async throws -> ChildProcess.Result {
    try await TestPrograms.run(
      TestPrograms.built(program),
      arguments,
      environment: ["PATH": "/usr/bin:/bin"].merging(environment) { $1 },
      input: input
    )
  }
}
