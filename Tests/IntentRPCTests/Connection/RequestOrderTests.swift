import Contracts
import IntentKit
import IntentRPC
import JSONText
import MinutaTestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct RequestOrderTests {
  private let provider: ControllableProvider

  init() throws { provider = try ControllableProvider() }

  private func ids(_ messages: [JSONValue]) -> [JSONValue?] { messages.map { $0["id"] } }

  @Test(arguments: RPCSession.all)
  func `A16 a second request with an id in use is rejected, and the first continues`(
    session: RPCSession
  ) async throws {
    let client = try await RPCTestClient(provider, in: session)
    try client.send(session.call(1, "Build", ["name": "a"]))
    try client.send(session.call(1, "Build", ["name": "b"]))
    let refusal = try await client.next()
    #expect(refusal?["error"]?["code"] == -32600)
    #expect(refusal?["id"] == 1)
    provider.release("a")
    let value = try await client.next()?["result"]?[session.isMCP ? "structuredContent" : "value"]
    #expect(value == ["done": "a"])
    try client.send(session.call(1, "Measure"))
    #expect(try await client.next()?["result"] != nil)
    #expect(try await client.finish().code == 0)
    #expect(provider.finishedCalls == ["Build a", "Measure "])
  }

  @Test(arguments: RPCSession.all)
  func `A33 a read waits for the writes before it, and writes keep their order`(session: RPCSession)
    async throws
  {
    let client = try await RPCTestClient(provider, in: session)
    try client.send(
      session.call(1, "Build", ["name": "a"]),
      session.call(2, "Build"),
      session.call(3, "Measure")
    )
    await provider.waitForStart(of: "a")
    #expect(provider.finishedCalls.isEmpty)
    provider.release("a")
    #expect(ids(try await client.next(3)) == [1, 2, 3])
    #expect(provider.finishedCalls == ["Build a", "Build ", "Measure "])
    #expect(try await client.finish().code == 0)
  }

  @Test(arguments: RPCSession.all)
  func `A33 reads may overtake each other, and a ping waits for nothing`(session: RPCSession)
    async throws
  {
    let client = try await RPCTestClient(provider, in: session)
    try client.send(session.call(1, "Look", ["name": "slow"]))
    await provider.waitForStart(of: "slow")
    try client.send(session.call(2, "Measure"))
    #expect(try await client.next()?["id"] == 2)
    try client.send(session.call(3, "Build", ["name": "write"]))
    await provider.waitForStart(of: "write")
    try client.send(session.request(4, "no/such"))
    #expect(try await client.next()?["id"] == 4)
    provider.release("slow")
    #expect(try await client.next()?["id"] == 1)
    provider.release("write")
    #expect(try await client.next()?["id"] == 3)
    #expect(try await client.finish().code == 0)
  }

  @Test(arguments: RPCSession.all)
  func `A33 calls of a provider that allows concurrent calls may overtake each other`(
    session: RPCSession
  ) async throws {
    let concurrent = try ControllableProvider(capabilities: .concurrentCalls)
    let client = try await RPCTestClient(concurrent, in: session)
    try client.send(session.call(1, "Build", ["name": "long"]))
    await concurrent.waitForStart(of: "long")
    try client.send(session.call(2, "Build"))
    try client.send(session.call(3, "Look"))
    #expect(Set(ids(try await client.next(2))) == [2, 3])
    concurrent.release("long")
    #expect(try await client.next()?["id"] == 1)
    #expect(try await client.finish().code == 0)
  }

  @Test(arguments: RPCSession.all.filter(\.acceptsBatches))
  func `A18 the responses to a batch keep its order`(session: RPCSession) async throws {
    let client = try await RPCTestClient(provider, in: session)
    try client.send([
      session.call(1, "Look", ["name": "slow"]), session.call(2, "Look"),
      RPCTestClient.message(nil, "Build"), 7,
    ])
    await provider.waitForStart(of: "slow")
    try client.send(session.request(3, "no/such"))
    #expect(try await client.next()?["id"] == 3)
    provider.release("slow")
    let replies = try #require(try await client.next()?.array)
    #expect(ids(replies) == [1, 2, .null])
    #expect(try await client.finish().code == 0)
  }

  @Test(arguments: RPCSession.all)
  func `A22 all requests before the end of input are handled`(session: RPCSession) async throws {
    let client = try await RPCTestClient(provider, in: session)
    try client.send(all: (1...1000).map { session.call(.number(JSONNumber($0)), "Build") })
    let (messages, code) = try await client.finish()
    #expect(code == 0)
    #expect(ids(messages) == (1...1000).map { .number(JSONNumber($0)) })
    #expect(provider.finishedCalls.count == 1000)
  }

  @Test(arguments: RPCSession.all)
  func `A22 a request that doesn't finish is answered with an error`(session: RPCSession)
    async throws
  {
    let client = try await RPCTestClient(provider, in: session, drainTimeout: .milliseconds(100))
    try client.send(session.call(1, "Look", ["name": "never"]))
    try client.send(session.call(2, "Build", ["name": "neither"]))
    let (messages, code) = try await client.finish()
    #expect(code == 1)
    #expect(ids(messages) == [1, 2])
    #expect(messages.allSatisfy { $0["error"]?["code"] == 1004 })
    provider.release("never")
    provider.release("neither")
  }
}
