import Contracts
import IntentKit
import IntentRPC
import JSONText
import MinutaTestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct CancellationTests {
  private let provider: ControllableProvider

  init() throws { provider = try ControllableProvider() }

  /// Expects an error for a cancelled request, which only editors get.
  private func expectCancelled(
    _ id: JSONValue,
    of session: RPCSession,
    _ client: RPCTestClient
  ) async throws {
    if session.isMCP { return }
    let reply = try await client.next()
    #expect(reply?["id"] == id)
    #expect(reply?["error"]?["code"] == -32800)
  }

  @Test(arguments: RPCSession.all)
  func `A28 A29 a cancelled request is answered to editors only, and an unknown id is ignored`(
    session: RPCSession
  ) async throws {
    let client = try await RPCTestClient(provider, in: session)
    try client.send(session.call("a", "Look", ["name": "slow"]))
    await provider.waitForStart(of: "slow")
    for id in ["b", "initialize", "a"] as [JSONValue] {
      try client.send(session.cancellation(of: id))
    }
    try client.send(session.request(3, "no/such"))
    try await expectCancelled("a", of: session, client)
    // This response proves that the server has read all messages, including the cancellations. Only
    // then may the slow call finish.
    #expect(try await client.next()?["id"] == 3)
    provider.release("slow")
    let (messages, code) = try await client.finish()
    #expect(messages.isEmpty)
    #expect(code == 0)
  }

  @Test(arguments: RPCSession.all)
  func `A29 a cancellation that arrives together with its request works`(
    session: RPCSession
  ) async throws {
    let client = try await RPCTestClient(provider, in: session)
    try client.send(session.call(0, "Build", ["name": "first"]))
    await provider.waitForStart(of: "first")
    try client.send(session.call(1, "Build", ["name": "second"]), session.cancellation(of: 1))
    try await expectCancelled(1, of: session, client)
    try client.send(session.request(2, "no/such"))
    #expect(try await client.next()?["id"] == 2)
    provider.release("first")
    let (messages, code) = try await client.finish()
    #expect(messages.map { $0["id"] } == [0])
    #expect(code == 0)
    #expect(provider.finishedCalls == ["Build first"])
  }

  @Test(arguments: RPCSession.all)
  func `A30 a cancelled write that has begun is finished, and an editor receives its result`(
    session: RPCSession
  ) async throws {
    let client = try await RPCTestClient(provider, in: session)
    try client.send(session.call(1, "Build", ["name": "a"]))
    await provider.waitForStart(of: "a")
    try client.send(session.cancellation(of: 1), session.request(2, "no/such"))
    #expect(try await client.next()?["id"] == 2)
    provider.release("a")
    let (messages, code) = try await client.finish()
    #expect(messages.map { $0["result"]?["status"] } == (session.isMCP ? [] : ["ok"]))
    #expect(provider.finishedCalls == ["Build a"])
    #expect(code == 0)
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
    let client = await RPCTestClient(StaticIntentProvider([write]))
    try client.sendRequest(1, "Write")
    for await _ in begun { break }
    try client.sendNotification("$/cancelRequest", ["id": 1])
    #expect(try await client.next()?["error"]?["code"] == -32800)
    _ = try await client.finish()
  }
}
