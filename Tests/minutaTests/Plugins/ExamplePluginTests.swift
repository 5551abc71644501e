import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests the example plugins that are written in other languages, as real processes.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ExamplePluginTests {
  private static let environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]

  private let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
  }

  private func shell() throws -> RPCTestClient {
    let script = "\(PackageDirectory.path)/Examples/Plugins/Shell/machine.sh"
    return try RPCTestClient("/bin/sh", [script], environment: Self.environment)
  }

  private func words() throws -> RPCTestClient {
    // The option `-B` keeps Python from writing compiled modules into the checkout.
    let script = "\(PackageDirectory.path)/Examples/Plugins/Python/words.py"
    return try RPCTestClient(
      try #require(TestPrograms.python),
      ["-B", script],
      environment: Self.environment
    )
  }

  /// Performs the MCP handshake and returns the server's name.
  private func handshake(
    _ rpcClient: RPCTestClient,
    capabilities: JSONValue = [:]
  ) async throws -> JSONValue {
    let client: JSONValue = ["name": "test", "version": "1"]
    let params: JSONValue = [
      "protocolVersion": "2025-11-25", "capabilities": capabilities, "clientInfo": client,
    ]
    let reply = try await rpcClient.request("hello", "initialize", params)
    try rpcClient.sendNotification("notifications/initialized", [:])
    #expect(reply["result"]?["protocolVersion"] == "2025-11-25")
    return reply["result"]?["serverInfo"]?["name"] ?? .null
  }

  private func call(
    _ rpcClient: RPCTestClient,
    _ id: JSONValue,
    _ tool: JSONValue,
    _ arguments: JSONValue
  ) async throws -> JSONValue {
    try await rpcClient.request(id, "tools/call", ["name": tool, "arguments": arguments])
  }

  private func tools(_ rpcClient: RPCTestClient) async throws -> [JSONValue?] {
    let reply = try await rpcClient.request("list", "tools/list", [:])
    let tools = reply["result"]?["tools"]?.array ?? []
    #expect(tools.allSatisfy { $0["inputSchema"]?["type"] == "object" })
    #expect(tools.allSatisfy { $0["outputSchema"]?["type"] == "object" })
    return tools.map { $0["name"] }
  }

  // MARK: Shell plugin

  @Test(.requires("jq"))
  func `the shell plugin lists, calls, fails and ends with its input`() async throws {
    let rpcClient = try shell()
    #expect(try await handshake(rpcClient) == "machine")
    #expect(try await tools(rpcClient) == ["DiskFree", "Uptime"])
    let disk = try await call(rpcClient, 1, "DiskFree", ["path": "/"])
    #expect(disk["result"]?["structuredContent"]?["mount"] == "/")
    #expect((disk["result"]?["structuredContent"]?["size"]?.integer ?? 0) > 0)
    let uptime = try await call(rpcClient, 2, "Uptime", [:])
    #expect(uptime["result"]?["structuredContent"]?["seconds"] != nil)
    let missing = try await call(rpcClient, 3, "DiskFree", ["path": "/no such thing"])
    #expect(missing["result"]?["isError"] == true)
    #expect(try await call(rpcClient, 4, "Battery", [:])["error"]?["code"] == -32602)
    for (id, method) in [(5, "server/discover"), (6, "ping\n"), (7, "$(id)")] {
      let reply = try await rpcClient.request(.number(JSONNumber(id)), method, [:])
      #expect(reply["error"]?["code"] == -32601, "\(method)")
    }
    let (messages, code) = try await rpcClient.finish()
    #expect(code == 0)
    #expect(messages.count == 9)
  }

  @Test(
    .requires("jq"),
    arguments: [
      "/$(touch HOME/pwned)", "/`touch HOME/pwned`", "/'; touch HOME/pwned; '",
      "/\"; touch HOME/pwned; \"", "/\n; touch HOME/pwned", "--help", "", "-x", "/\0tmp",
      "/a\\nb\\", "/${HOME}", "/*", "/é\u{1F600}",
    ]
  )
  func `the shell plugin treats a hostile path as a path`(template: String) async throws {
    let rpcClient = try shell()
    let path = template.replacing("HOME", with: home.path)
    let reply = try await call(rpcClient, .string(path), "DiskFree", ["path": .string(path)])
    #expect(reply["result"]?["isError"] == true, "\(reply)")
    #expect(try home.content().isEmpty)
    #expect(try await rpcClient.finish().code == 0)
  }

  // MARK: Python plugin

  @Test(.requires(pythonModule: "mcp.server.mcpserver"))
  func `the Python plugin counts, reports progress and explains failures`() async throws {
    let rpcClient = try words()
    #expect(try await handshake(rpcClient) == "words")
    #expect(try await tools(rpcClient) == ["count_words", "replace_words"])
    let files = try ["one two", "drei"].enumerated().map { index, text in
      JSONValue.string(try home.write(text, to: "\(index).txt"))
    }
    try rpcClient.sendRequest(
      1,
      "tools/call",
      [
        "name": "count_words", "arguments": ["files": .array(files)],
        "_meta": ["progressToken": "p"],
      ]
    )
    let counts = try await rpcClient.reply(to: 1)["result"]?["structuredContent"]
    #expect(counts?["words"] == 3)
    let progress = rpcClient.messages.filter { $0["method"] == "notifications/progress" }
    #expect(progress.map { $0["params"]?["progress"] } == [1, 2])
    let missing = try await call(rpcClient, 2, "count_words", ["files": ["/no such thing"]])
    #expect(missing["result"]?["isError"] == true)
    let said = missing["result"]?["content"]?.array?.first?["text"]?.string ?? ""
    #expect(said.contains("Can't read '/no such thing'"), "\(said)")
    #expect(try await rpcClient.request(3, "nothing", [:])["error"]?["code"] == -32601)
    #expect(try await rpcClient.finish().code == 0)
  }

  @Test(
    .requires(pythonModule: "mcp.server.mcpserver"),
    arguments: [
      (["action": "accept", "content": ["replace": true]], "$(x) two $(x)"),
      (["action": "accept", "content": ["replace": false]], "one two one"),
      (["action": "decline"], "one two one"),
    ] as [(JSONValue, String)]
  )
  func `the Python plugin asks before it replaces`(
    answer: JSONValue,
    text: String
  ) async throws {
    let rpcClient = try words()
    _ = try await handshake(rpcClient, capabilities: ["elicitation": [:]])
    let file: JSONValue = .string(try home.write("one two one", to: "a.txt"))
    try rpcClient.sendRequest(
      1,
      "tools/call",
      ["name": "replace_words", "arguments": ["file": file, "old": "one", "new": "$(x)"]]
    )
    let question = try await rpcClient.first("question") { $0["method"] == "elicitation/create" }
    #expect(try home.text(of: "a.txt") == "one two one")
    try rpcClient.send(["jsonrpc": "2.0", "id": question["id"] ?? .null, "result": answer])
    let reply = try await rpcClient.first("reply") { $0["id"] == 1 && $0["method"] == nil }
    #expect((reply["result"]?["isError"] == true) == (text == "one two one"), "\(reply)")
    #expect(try home.content().keys.sorted() == ["a.txt"])
    #expect(try home.text(of: "a.txt") == text)
    #expect(try await rpcClient.finish().code == 0)
  }
}
