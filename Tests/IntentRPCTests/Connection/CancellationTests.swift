import IntentKit
import IntentRPC
import JSONText
import Testing

@Suite(.timeLimit(.minutes(10))) struct CancellationTests {
  private let provider: ControllableProvider

  init() throws { provider = try ControllableProvider() }

  @Test func `A28 a cancelled request of an editor is answered, and an unknown id is ignored`()
    async throws
  {
    let client = await TestClient(provider)
    try client.sendRequest("a", "Look", ["name": "slow"])
    await provider.waitForStart(of: "slow")
    try client.sendNotification("$/cancelRequest", ["id": "b"])
    try client.sendNotification("$/cancelRequest", ["id": "a"])
    let reply = try await client.next()
    #expect(reply?["id"] == "a")
    #expect(reply?["error"]?["code"] == -32800)
    provider.release("slow")
    let (messages, code) = try await client.finish()
    #expect(messages.isEmpty)
    #expect(code == 0)
  }

  @Test func `A29 a request cancelled by an MCP client gets no response`() async throws {
    let client = await TestClient(provider)
    try client.sendRequest(1, "initialize", ["protocolVersion": "2025-11-25", "capabilities": [:]])
    try client.sendRequest(2, "tools/call", ["name": "Look", "arguments": ["name": "slow"]])
    await provider.waitForStart(of: "slow")
    try client.sendNotification("notifications/cancelled", ["requestId": 2])
    try client.sendNotification("notifications/cancelled", ["requestId": 1])
    try client.sendNotification("notifications/cancelled", ["requestId": 99])
    try client.sendRequest(3, "ping")
    // These two responses prove that the server has read all messages, including the cancellations.
    // Only then may the slow call finish.
    #expect(try await client.next()?["id"] == 1)
    #expect(try await client.next()?["id"] == 3)
    provider.release("slow")
    let (messages, code) = try await client.finish()
    #expect(messages.isEmpty)
    #expect(code == 0)
  }

  @Test func `A29 a cancellation that arrives together with its request works`() async throws {
    let client = await TestClient(provider)
    try client.sendRequest(0, "Build", ["name": "first"])
    await provider.waitForStart(of: "first")
    try client.send(
      TestClient.request(1, "Build", ["name": "second"]),
      TestClient.request(nil, "notifications/cancelled", ["requestId": 1]),
      TestClient.request(2, "Build", ["name": "third"]),
      TestClient.request(nil, "$/cancelRequest", ["id": 2])
    )
    #expect(try await client.next()?["error"]?["code"] == -32800)
    provider.release("first")
    let (messages, code) = try await client.finish()
    #expect(messages.map { $0["id"] } == [0])
    #expect(code == 0)
    #expect(provider.finishedCalls == ["Build first"])
  }

  @Test func `A30 a cancelled write that has begun is finished, and an editor receives its result`()
    async throws
  {
    let client = await TestClient(provider)
    try client.sendRequest(1, "Build", ["name": "a"])
    await provider.waitForStart(of: "a")
    try client.sendNotification("$/cancelRequest", ["id": 1])
    try client.sendRequest(2, "ping")
    #expect(try await client.next()?["id"] == 2)
    provider.release("a")
    #expect(try await client.next()?["result"]?["status"] == "ok")
    #expect(provider.finishedCalls == ["Build a"])
    #expect(try await client.finish().code == 0)
  }

  @Test func `a write that stops when cancelled is answered as cancelled`() async throws {
    let definition = try NotesProvider.definition(
      "Write",
      parameters: ["type": "object", "properties": [:], "additionalProperties": false]
    )
    let (begun, begin) = AsyncStream<Void>.makeStream()
    let write = try Intent(definition.json) { _, _ in
      begin.yield()
      try await Task.sleep(for: .seconds(600))
      return IntentResult([:], dialog: "Written.")
    }
    let client = await TestClient(StaticIntentProvider([write]))
    try client.sendRequest(1, "Write")
    for await _ in begun { break }
    try client.sendNotification("$/cancelRequest", ["id": 1])
    #expect(try await client.next()?["error"]?["code"] == -32800)
    _ = try await client.finish()
  }
}
