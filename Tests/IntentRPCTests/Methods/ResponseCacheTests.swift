import IntentKit
import IntentRPC
import JSONText
import Testing

@Suite(.timeLimit(.minutes(10))) struct ResponseCacheTests {
  private let provider: VersionedTextProvider
  private let client: TestClient

  init() async throws {
    provider = try VersionedTextProvider()
    client = await TestClient(provider)
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

  @Test func `repeated reads with the same result are performed once`() async throws {
    for id in 1...20 { #expect(try await answers(to: read(.number(JSONNumber(id)))) == [""]) }
    #expect(provider.reads == 1)
    #expect(try await answers(to: read(1, ["line": 2])) == [""])
    #expect(provider.reads == 2)
    #expect(try await client.finish().code == 0)
  }

  @Test func `the next read sees an external change or a change of the clock`()
    async throws
  {
    for round in 0..<20 {
      provider.change(to: "\(round)")
      #expect(try await answers(to: read(1)) == [.string("\(round)")])
      #expect(
        try await answers(to: read(2), read(3)) == [.string("\(round)"), .string("\(round)")]
      )
      let reads = provider.reads
      provider.advanceClock()
      _ = try await answers(to: read(4))
      #expect(provider.reads == reads + 1)
    }
    #expect(try await client.finish().code == 0)
  }

  @Test func `A33 a cached read still waits for earlier writes`() async throws {
    _ = try await answers(to: read(1))
    for round in 0..<200 {
      let text = JSONValue.string("\(round)")
      let got = try await answers(to: read(1), write(2, text), read(3), read(4))
      #expect(got[1...] == [text, text, text])
    }
    #expect(try await client.finish().code == 0)
  }

  @Test func `reads without a validator, with errors or with progress are not cached`() async throws
  {
    provider.setHasValidator(false)
    for id in 1...3 { _ = try await answers(to: read(.number(JSONNumber(id)))) }
    #expect(provider.reads == 3)
    provider.setHasValidator(true)
    for _ in 1...3 { #expect(try await answers(to: read(1, ["lines": 2])) == [-32602]) }
    for _ in 1...3 {
      try client.sendRequest(1, "Read", ["workDoneToken": "t"])
      let messages = try await client.next(3)
      #expect(messages.last?["id"] == 1)
    }
    #expect(provider.reads == 6)
    #expect(try await client.finish().code == 0)
  }

  @Test func `a cached response is used only for the same kind of client`() async throws {
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
    #expect(provider.reads <= 3)
    #expect(try await client.finish().code == 0)
  }

  @Test func `after shutdown no cached response is used`() async throws {
    _ = try await answers(to: read(1))
    _ = try await answers(to: read(2))
    try client.sendRequest(3, "shutdown")
    _ = try await client.next()
    #expect(try await answers(to: read(4)) == [-32600])
    try client.sendNotification("exit")
    #expect(try await client.finish().code == 0)
  }
}
