import IntentRPC
import JSONText
import MinutaTestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct LifecycleTests {
  private let provider: ControllableProvider

  init() throws { provider = try ControllableProvider() }

  @Test func `A24 after shutdown only exit is allowed`() async throws {
    let client = await RPCTestClient(provider)
    try client.sendRequest(1, "initialize", ["processId": nil, "capabilities": [:]])
    #expect(try await client.next()?["result"]?["serverInfo"]?["name"] == "workshop")
    try client.sendNotification("initialized", [:])
    try client.sendRequest(2, "shutdown")
    #expect(try await client.next() == ["jsonrpc": "2.0", "result": nil, "id": 2])
    try client.sendRequest(3, "Build")
    #expect(try await client.next()?["error"]?["code"] == -32600)
    try client.sendRequest(4, "shutdown")
    #expect(try await client.next()?["error"]?["code"] == -32600)
    try client.sendNotification("exit")
    #expect(try await client.finish().code == 0)
    #expect(provider.finishedCalls.isEmpty)
  }

  @Test func `A24 exit without shutdown ends with exit code 1`() async throws {
    let client = await RPCTestClient(provider)
    try client.sendNotification("exit")
    #expect(try await client.finish().code == 1)
  }

  @Test(arguments: [false, true])
  func `A25 a protocol version in initialize means MCP, in either framing`(usesHeaders: Bool)
    async throws
  {
    let mcp = await RPCTestClient(provider, usesHeaders: usesHeaders)
    try mcp.sendRequest(1, "initialize", ["protocolVersion": "2025-11-25", "capabilities": [:]])
    #expect(try await mcp.next()?["result"]?["protocolVersion"] == "2025-11-25")
    let editor = await RPCTestClient(provider, usesHeaders: usesHeaders)
    try editor.sendRequest(1, "initialize", ["capabilities": [:]])
    let result = try await editor.next()?["result"]
    #expect(result?["capabilities"] != nil && result?["protocolVersion"] == nil)
    _ = try await mcp.finish()
    _ = try await editor.finish()
  }

  @Test func `A26 requests sent together with initialize are answered after it`() async throws {
    let client = await RPCTestClient(provider)
    try client.send(
      RPCTestClient.message(
        1,
        "initialize",
        ["protocolVersion": "2025-11-25", "capabilities": [:], "clientInfo": [:]]
      ),
      RPCTestClient.message(nil, "notifications/initialized", nil),
      RPCTestClient.message(2, "tools/list", nil),
      RPCTestClient.message(3, "tools/call", ["name": "Build"])
    )
    let (messages, code) = try await client.finish()
    #expect(messages.map { $0["id"] } == [1, 2, 3])
    #expect(messages.allSatisfy { $0["result"] != nil })
    #expect(code == 0)
  }

  @Test(arguments: ["tools/list", "tools/call", "resources/list", "logging/setLevel"])
  func `A27 an MCP method before initialize is an error`(method: String) async throws {
    let client = await RPCTestClient(provider)
    try client.sendRequest(1, method)
    #expect(try await client.next()?["error"]?["code"] == -32602)
    try client.sendRequest(2, "Build")
    #expect(try await client.next()?["result"] != nil)
    _ = try await client.finish()
  }

  @Test func `A27 a second initialize is rejected`() async throws {
    let client = await RPCTestClient(provider)
    try client.sendRequest(1, "initialize", ["capabilities": [:]])
    try client.sendRequest(2, "initialize", ["protocolVersion": "2025-11-25", "capabilities": [:]])
    let (messages, _) = try await client.finish()
    #expect(messages[0]["result"] != nil)
    #expect(messages[1]["error"]?["code"] == -32600)
  }

  @Test func `A23 the server exits when its client process has exited`() async throws {
    let process = try ChildProcess("/bin/sh", ["-c", "read line"])
    let client = await RPCTestClient(provider)
    try client.sendRequest(
      1,
      "initialize",
      ["processId": .number(JSONNumber(Int(process.id))), "capabilities": [:]]
    )
    #expect(try await client.next()?["result"] != nil)
    process.closeInput()
    // The client hasn't closed the input. The server ends because the process whose id was sent has
    // exited.
    #expect(try await client.next() == nil)
    #expect(try await client.finish().code == 1)
  }
}
