import IntentRPC
import JSONText
import Testing

@Suite(.timeLimit(.minutes(10))) struct RequestOrderTests {
  private let workshop: ControllableProvider

  init() throws { workshop = try ControllableProvider() }

  private func ids(_ messages: [JSONValue]) -> [JSONValue?] { messages.map { $0["id"] } }

  @Test func `A16 a second request with an id in use is refused, the first is not touched`()
    async throws
  {
    let client = await TestClient(workshop)
    try client.sendRequest(1, "Build", ["name": "a"])
    try client.sendRequest(1, "Build", ["name": "b"])
    let refusal = try await client.next()
    #expect(refusal?["error"]?["code"] == -32600)
    #expect(refusal?["id"] == 1)
    workshop.open("a")
    #expect(try await client.next()?["result"]?["value"] == ["done": "a"])
    try client.sendRequest(1, "Measure")
    #expect(try await client.next()?["result"] != nil)
    #expect(try await client.finish().code == 0)
    #expect(workshop.done == ["Build a", "Measure "])
  }

  @Test func `A33 a read waits for the writes before it, and writes keep their order`() async throws
  {
    let client = await TestClient(workshop)
    try client.send(
      TestClient.request(1, "Build", ["name": "a"]),
      TestClient.request(2, "Build", nil),
      TestClient.request(3, "Measure", nil)
    )
    await workshop.hasBegun("a")
    #expect(workshop.done.isEmpty)
    workshop.open("a")
    #expect(ids(try await client.next(3)) == [1, 2, 3])
    #expect(workshop.done == ["Build a", "Build ", "Measure "])
    #expect(try await client.finish().code == 0)
  }

  @Test func `A33 reads overtake each other and what needs no store waits for nothing`()
    async throws
  {
    let client = await TestClient(workshop)
    try client.sendRequest(1, "Look", ["name": "slow"])
    await workshop.hasBegun("slow")
    try client.sendRequest(2, "Measure")
    #expect(try await client.next()?["id"] == 2)
    try client.sendRequest(3, "Build", ["name": "write"])
    await workshop.hasBegun("write")
    try client.sendRequest(4, "ping")
    #expect(try await client.next()?["id"] == 4)
    workshop.open("slow")
    #expect(try await client.next()?["id"] == 1)
    workshop.open("write")
    #expect(try await client.next()?["id"] == 3)
    #expect(try await client.finish().code == 0)
  }

  @Test func `A33 a provider whose calls share nothing is overtaken by all`() async throws {
    let wanderer = try ControllableProvider(allowsConcurrentCalls: true)
    let client = await TestClient(wanderer)
    try client.sendRequest(1, "Build", ["name": "long"])
    await wanderer.hasBegun("long")
    try client.sendRequest(2, "Build")
    try client.sendRequest(3, "Look")
    #expect(Set(ids(try await client.next(2))) == [2, 3])
    wanderer.open("long")
    #expect(try await client.next()?["id"] == 1)
    #expect(try await client.finish().code == 0)
  }

  @Test func `A18 the replies to an array stand in its order, whenever they come`() async throws {
    let client = await TestClient(workshop)
    try client.send([
      TestClient.request(1, "Look", ["name": "slow"]), TestClient.request(2, "Look", nil),
      TestClient.request(nil, "Build", nil), 7,
    ])
    await workshop.hasBegun("slow")
    try client.sendRequest(3, "ping")
    #expect(try await client.next()?["id"] == 3)
    workshop.open("slow")
    let replies = try #require(try await client.next()?.array)
    #expect(ids(replies) == [1, 2, .null])
    #expect(try await client.finish().code == 0)
  }

  @Test func `A22 what was read before the end is worked off`() async throws {
    let client = await TestClient(workshop)
    try client.sendTogether(
      (1...1000).map { TestClient.request(.number(JSONNumber($0)), "Build", nil) }
    )
    let (messages, code) = try await client.finish()
    #expect(code == 0)
    #expect(ids(messages) == (1...1000).map { .number(JSONNumber($0)) })
    #expect(workshop.done.count == 1000)
  }

  @Test func `A22 what does not come to its end is answered with an error`() async throws {
    let client = await TestClient(workshop, drainTimeout: .milliseconds(100))
    try client.sendRequest(1, "Look", ["name": "never"])
    try client.sendRequest(2, "Build", ["name": "neither"])
    let (messages, code) = try await client.finish()
    #expect(code == 1)
    #expect(ids(messages) == [1, 2])
    #expect(messages.allSatisfy { $0["error"]?["code"] == 1004 })
    workshop.open("never")
    workshop.open("neither")
  }
}
