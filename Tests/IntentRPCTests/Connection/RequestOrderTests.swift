import IntentKit
import IntentRPC
import JSONText
import Testing

@Suite(.timeLimit(.minutes(10))) struct RequestOrderTests {
  private let provider: ControllableProvider

  init() throws { provider = try ControllableProvider() }

  private func ids(_ messages: [JSONValue]) -> [JSONValue?] { messages.map { $0["id"] } }

  @Test func `A16 a second request with an id in use is rejected, and the first continues`()
    async throws
  {
    let client = await TestClient(provider)
    try client.sendRequest(1, "Build", ["name": "a"])
    try client.sendRequest(1, "Build", ["name": "b"])
    let refusal = try await client.next()
    #expect(refusal?["error"]?["code"] == -32600)
    #expect(refusal?["id"] == 1)
    provider.release("a")
    #expect(try await client.next()?["result"]?["value"] == ["done": "a"])
    try client.sendRequest(1, "Measure")
    #expect(try await client.next()?["result"] != nil)
    #expect(try await client.finish().code == 0)
    #expect(provider.finishedCalls == ["Build a", "Measure "])
  }

  @Test func `A33 a read waits for the writes before it, and writes keep their order`() async throws
  {
    let client = await TestClient(provider)
    try client.send(
      TestClient.request(1, "Build", ["name": "a"]),
      TestClient.request(2, "Build", nil),
      TestClient.request(3, "Measure", nil)
    )
    await provider.waitForStart(of: "a")
    #expect(provider.finishedCalls.isEmpty)
    provider.release("a")
    #expect(ids(try await client.next(3)) == [1, 2, 3])
    #expect(provider.finishedCalls == ["Build a", "Build ", "Measure "])
    #expect(try await client.finish().code == 0)
  }

  @Test func `A33 reads may overtake each other, and a ping waits for nothing`()
    async throws
  {
    let client = await TestClient(provider)
    try client.sendRequest(1, "Look", ["name": "slow"])
    await provider.waitForStart(of: "slow")
    try client.sendRequest(2, "Measure")
    #expect(try await client.next()?["id"] == 2)
    try client.sendRequest(3, "Build", ["name": "write"])
    await provider.waitForStart(of: "write")
    try client.sendRequest(4, "ping")
    #expect(try await client.next()?["id"] == 4)
    provider.release("slow")
    #expect(try await client.next()?["id"] == 1)
    provider.release("write")
    #expect(try await client.next()?["id"] == 3)
    #expect(try await client.finish().code == 0)
  }

  @Test func `A33 calls of a provider that allows concurrent calls may overtake each other`()
    async throws
  {
    let concurrent = try ControllableProvider(capabilities: .concurrentCalls)
    let client = await TestClient(concurrent)
    try client.sendRequest(1, "Build", ["name": "long"])
    await concurrent.waitForStart(of: "long")
    try client.sendRequest(2, "Build")
    try client.sendRequest(3, "Look")
    #expect(Set(ids(try await client.next(2))) == [2, 3])
    concurrent.release("long")
    #expect(try await client.next()?["id"] == 1)
    #expect(try await client.finish().code == 0)
  }

  @Test func `A18 the responses to a batch keep its order`() async throws {
    let client = await TestClient(provider)
    try client.send([
      TestClient.request(1, "Look", ["name": "slow"]), TestClient.request(2, "Look", nil),
      TestClient.request(nil, "Build", nil), 7,
    ])
    await provider.waitForStart(of: "slow")
    try client.sendRequest(3, "ping")
    #expect(try await client.next()?["id"] == 3)
    provider.release("slow")
    let replies = try #require(try await client.next()?.array)
    #expect(ids(replies) == [1, 2, .null])
    #expect(try await client.finish().code == 0)
  }

  @Test func `A22 all requests before the end of input are handled`() async throws {
    let client = await TestClient(provider)
    try client.sendTogether(
      (1...1000).map { TestClient.request(.number(JSONNumber($0)), "Build", nil) }
    )
    let (messages, code) = try await client.finish()
    #expect(code == 0)
    #expect(ids(messages) == (1...1000).map { .number(JSONNumber($0)) })
    #expect(provider.finishedCalls.count == 1000)
  }

  @Test func `A22 a request that doesn't finish is answered with an error`() async throws {
    let client = await TestClient(provider, drainTimeout: .milliseconds(100))
    try client.sendRequest(1, "Look", ["name": "never"])
    try client.sendRequest(2, "Build", ["name": "neither"])
    let (messages, code) = try await client.finish()
    #expect(code == 1)
    #expect(ids(messages) == [1, 2])
    #expect(messages.allSatisfy { $0["error"]?["code"] == 1004 })
    provider.release("never")
    provider.release("neither")
  }
}
