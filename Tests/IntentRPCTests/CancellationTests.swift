import IntentKit
import IntentRPC
import JSONText
import Testing

@Suite(.timeLimit(.minutes(10))) struct CancellationTests {
  private let workshop: Workshop

  init() throws { workshop = try Workshop() }

  @Test func `A28 an editor's cancelled request is answered, an unknown one passed over`()
    async throws
  {
    let client = await Conversation(workshop)
    try client.ask("a", "Look", ["name": "slow"])
    await workshop.hasBegun("slow")
    try client.tell("$/cancelRequest", ["id": "b"])
    try client.tell("$/cancelRequest", ["id": "a"])
    let reply = try await client.next()
    #expect(reply?["id"] == "a")
    #expect(reply?["error"]?["code"] == -32800)
    workshop.open("slow")
    let (messages, code) = try await client.finish()
    #expect(messages.isEmpty)
    #expect(code == 0)
  }

  @Test func `A29 nothing is sent for what a client of MCP cancelled`() async throws {
    let client = await Conversation(workshop)
    try client.ask(1, "initialize", ["protocolVersion": "2025-11-25", "capabilities": [:]])
    try client.ask(2, "tools/call", ["name": "Look", "arguments": ["name": "slow"]])
    await workshop.hasBegun("slow")
    try client.tell("notifications/cancelled", ["requestId": 2])
    try client.tell("notifications/cancelled", ["requestId": 1])
    try client.tell("notifications/cancelled", ["requestId": 99])
    try client.ask(3, "ping")
    // Only once what came before is read may the call come to its end.
    #expect(try await client.next()?["id"] == 1)
    #expect(try await client.next()?["id"] == 3)
    workshop.open("slow")
    let (messages, code) = try await client.finish()
    #expect(messages.isEmpty)
    #expect(code == 0)
  }

  @Test func `A29 a cancel in the same read as its request works`() async throws {
    let client = await Conversation(workshop)
    try client.ask(0, "Build", ["name": "first"])
    await workshop.hasBegun("first")
    try client.send(
      Conversation.request(1, "Build", ["name": "second"]),
      Conversation.request(nil, "notifications/cancelled", ["requestId": 1]),
      Conversation.request(2, "Build", ["name": "third"]),
      Conversation.request(nil, "$/cancelRequest", ["id": 2])
    )
    #expect(try await client.next()?["error"]?["code"] == -32800)
    workshop.open("first")
    let (messages, code) = try await client.finish()
    #expect(messages.map { $0["id"] } == [0])
    #expect(code == 0)
    #expect(workshop.done == ["Build first"])
  }

  @Test func `A30 a write that has begun is finished, and an editor hears what became of it`()
    async throws
  {
    let client = await Conversation(workshop)
    try client.ask(1, "Build", ["name": "a"])
    await workshop.hasBegun("a")
    try client.tell("$/cancelRequest", ["id": 1])
    try client.ask(2, "ping")
    #expect(try await client.next()?["id"] == 2)
    workshop.open("a")
    #expect(try await client.next()?["result"]?["status"] == "ok")
    #expect(workshop.done == ["Build a"])
    #expect(try await client.finish().code == 0)
  }

  @Test func `a write that ends when it is cancelled is answered as cancelled`() async throws {
    let definition = try Notebook.definition(
      "Write",
      parameters: ["type": "object", "properties": [:], "additionalProperties": false]
    )
    let (begun, begin) = AsyncStream<Void>.makeStream()
    let write = try Intent(definition.json) { _, _ in
      begin.yield()
      try await Task.sleep(for: .seconds(600))
      return Answer([:], dialog: "Written.")
    }
    let client = await Conversation(IntentList([write]))
    try client.ask(1, "Write")
    for await _ in begun { break }
    try client.tell("$/cancelRequest", ["id": 1])
    #expect(try await client.next()?["error"]?["code"] == -32800)
    _ = try await client.finish()
  }
}
