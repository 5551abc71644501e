import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests that repeated requests to `minuta rpc` always see the current data and time.
@Suite(.timeLimit(.minutes(10))) struct ResponseFreshnessTests {
  private let fixture: MinutaFixture

  init() throws { fixture = try MinutaFixture() }

  private func running(_ reply: JSONValue) -> [String] {
    (reply["result"]?["value"]?["running"]?.array ?? []).compactMap { $0["tag"]?["name"]?.string }
      .sorted()
  }

  private func status(_ rpcClient: RPCTestClient, _ id: inout Int) async throws -> JSONValue {
    id += 1
    return try await rpcClient.request(.number(JSONNumber(id)), "Status", [:])
  }

  @Test func `A33 a call sees the write before it in the same packet`() async throws {
    _ = try await fixture.outcome(["start", "First"])
    let rpcClient = try RPCTestClient(fixture)
    var messages: [JSONValue] = []
    for round in 0..<50 {
      let id = { (place: Int) in JSONValue.number(JSONNumber(round * 10 + place)) }
      messages += [
        RPCTestClient.message(id(0), "Status", [:]), RPCTestClient.message(id(1), "Status", [:]),
        RPCTestClient.message(
          id(2),
          "StartTimer",
          ["tag": .string("Tag \(round)"), "parallel": true]
        ),
        RPCTestClient.message(id(3), "Status", [:]), RPCTestClient.message(id(4), "Status", [:]),
      ]
    }
    try rpcClient.send(all: messages)
    // Wait for the replies before closing the input. After that, the program allows only 1.5 s for
    // unfinished disk access, so replies could be lost on a slow disk.
    try await wait(for: "the replies") { rpcClient.messages.count == messages.count }
    let (replies, code) = try await rpcClient.finish()
    #expect(code == 0)
    let byID = Dictionary(replies.map { ($0["id"]?.integer ?? -1, $0) }) { $1 }
    for round in 0..<50 {
      for place in 3...4 {
        let names = running(try #require(byID[round * 10 + place]))
        #expect(names.contains("Tag \(round)"), "round \(round)")
      }
      // This request is sent before the round's writes but may run during them, so it may already
      // see some.
      #expect(running(try #require(byID[round * 10])).count >= round + 1)
    }
  }

  @Test func `the next call sees changes by another process or a foreign file`()
    async throws
  {
    _ = try await fixture.outcome(["start", "Work"])
    let rpcClient = try RPCTestClient(fixture)
    var id = 0
    for round in 0..<15 {
      for _ in 0..<5 { _ = try await status(rpcClient, &id) }
      _ = try await fixture.outcome(["switch", "Tag \(round)"])
      #expect(running(try await status(rpcClient, &id)) == ["Tag \(round)"])
      for _ in 0..<5 { _ = try await status(rpcClient, &id) }
      let record: JSONValue = [
        "id": .string(UUID().uuidString), "startTime": "2026-01-01T00:00:00Z", "images": [],
      ]
      try fixture.home.write(record.text(), to: "store/records/2026/01/foreign.json")
      let reply = try await status(rpcClient, &id)
      #expect(reply["result"]?["value"]?["running"]?.array?.count == 2)
      try FileManager.default.removeItem(atPath: fixture.store + "/records/2026/01/foreign.json")
      #expect(running(try await status(rpcClient, &id)) == ["Tag \(round)"])
    }
    #expect(try await rpcClient.finish().code == 0)
  }

  @Test func `calls within a second get the same result, and the next second a new one`()
    async throws
  {
    _ = try await fixture.outcome(["start", "Work", "--at", "-1m"])
    let rpcClient = try RPCTestClient(fixture)
    var id = 0
    var seconds: Set<Int> = []
    try await wait(for: "the clock") {
      let before = Date()
      let reply = try await status(rpcClient, &id)
      let after = Date()
      let start = try #require(reply["result"]?["value"]?["running"]?.array?.first)
      let begun = try #require(
        start["startTime"]?.string.flatMap { try? Date($0, strategy: .iso8601) }
      )
      let reported = try #require(start["durationSeconds"]?.integer)
      let earliest = Int(before.timeIntervalSince(begun))
      let latest = Int(after.timeIntervalSince(begun))
      #expect(earliest...latest ~= reported)
      seconds.insert(reported)
      return seconds.count > 2
    }
    #expect(try await rpcClient.finish().code == 0)
  }
}
