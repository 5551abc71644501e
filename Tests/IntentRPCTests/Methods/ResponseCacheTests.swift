import IntentKit
import IntentRPC
import JSONText
import Testing

@Suite(.timeLimit(.minutes(10))) struct ResponseCacheTests {
  private let slate: StampedTextProvider
  private let client: TestClient

  init() async throws {
    slate = try StampedTextProvider()
    client = await TestClient(slate)
  }

  private func answers(to requests: JSONValue...) async throws -> [JSONValue?] {
    try client.sendTogether(requests)
    return try await client.next(requests.count).sorted {
      $0["id"]?.integer ?? 0 < $1["id"]?.integer ?? 0
    }
    .map { $0["result"]?["value"]?["text"] ?? $0["error"]?["code"] }
  }

  private func read(_ id: JSONValue, _ params: JSONValue? = nil) -> JSONValue {
    TestClient.request(id, "Read", params)
  }

  private func write(_ id: JSONValue, _ text: JSONValue) -> JSONValue {
    TestClient.request(id, "Write", ["text": text])
  }

  @Test func `a read that would be answered the same is done once`() async throws {
    for id in 1...20 { #expect(try await answers(to: read(.number(JSONNumber(id)))) == [""]) }
    #expect(slate.reads == 1)
    #expect(try await answers(to: read(1, ["line": 2])) == [""])
    #expect(slate.reads == 2)
    #expect(try await client.finish().code == 0)
  }

  @Test func `a change from without and a turn of the clock are seen by the next read`()
    async throws
  {
    for round in 0..<20 {
      slate.change(to: "\(round)")
      #expect(try await answers(to: read(1)) == [.string("\(round)")])
      #expect(
        try await answers(to: read(2), read(3)) == [.string("\(round)"), .string("\(round)")]
      )
      let reads = slate.reads
      slate.advanceClock()
      _ = try await answers(to: read(4))
      #expect(slate.reads == reads + 1)
    }
    #expect(try await client.finish().code == 0)
  }

  @Test func `A33 a read that is known still waits for the writes before it`() async throws {
    _ = try await answers(to: read(1))
    for round in 0..<200 {
      let text = JSONValue.string("\(round)")
      let got = try await answers(to: read(1), write(2, text), read(3), read(4))
      #expect(got[1...] == [text, text, text])
    }
    #expect(try await client.finish().code == 0)
  }

  @Test func `what is not stamped, fails or is told of on the way is done each time`() async throws
  {
    slate.stamps(false)
    for id in 1...3 { _ = try await answers(to: read(.number(JSONNumber(id)))) }
    #expect(slate.reads == 3)
    slate.stamps(true)
    for _ in 1...3 { #expect(try await answers(to: read(1, ["lines": 2])) == [-32602]) }
    for _ in 1...3 {
      try client.sendRequest(1, "Read", ["workDoneToken": "t"])
      let messages = try await client.next(3)
      #expect(messages.last?["id"] == 1)
    }
    #expect(slate.reads == 6)
    #expect(try await client.finish().code == 0)
  }

  @Test func `an answer is known to the kind of client that it was made for`() async throws {
    _ = try await answers(to: read(1), read(2))
    try client.sendRequest(3, "initialize", ["protocolVersion": "2025-11-25", "capabilities": [:]])
    _ = try await client.next()
    #expect(try await answers(to: read(4)) == [-32601])
    for id in 5...9 {
      try client.sendRequest(
        .number(JSONNumber(id)),
        "tools/call",
        ["name": "Read", "arguments": [:]]
      )
      let reply = try await client.next()
      #expect(reply?["result"]?["structuredContent"]?["text"] == "")
    }
    #expect(slate.reads <= 3)
    #expect(try await client.finish().code == 0)
  }

  @Test func `after shutdown nothing is known any more`() async throws {
    _ = try await answers(to: read(1))
    _ = try await answers(to: read(2))
    try client.sendRequest(3, "shutdown")
    _ = try await client.next()
    #expect(try await answers(to: read(4)) == [-32600])
    try client.sendNotification("exit")
    #expect(try await client.finish().code == 0)
  }
}
