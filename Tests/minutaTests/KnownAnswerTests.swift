import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// What `minuta rpc` answers at once, because it knows it, is what it would answer anew.
@Suite(.timeLimit(.minutes(10))) struct KnownAnswerTests {
  private let bench: MinutaBench

  init() throws { bench = try MinutaBench() }

  private func running(_ reply: JSONValue) -> [String] {
    (reply["result"]?["value"]?["running"]?.array ?? []).compactMap { $0["tag"]?["name"]?.string }
      .sorted()
  }

  private func status(_ talk: Talk, _ id: inout Int) async throws -> JSONValue {
    id += 1
    try talk.ask(.number(JSONNumber(id)), "Status", [:])
    return try await talk.reply(to: .number(JSONNumber(id)))
  }

  @Test func `A33 a call behind a write in one write of the client sees it`() async throws {
    _ = try await bench.outcome(["start", "First"])
    let talk = try Talk(bench)
    var messages: [JSONValue] = []
    for round in 0..<50 {
      let id = { (place: Int) in JSONValue.number(JSONNumber(round * 10 + place)) }
      messages += [
        Talk.message(id(0), "Status", [:]), Talk.message(id(1), "Status", [:]),
        Talk.message(id(2), "StartTimer", ["tag": .string("Tag \(round)"), "parallel": true]),
        Talk.message(id(3), "Status", [:]), Talk.message(id(4), "Status", [:]),
      ]
    }
    try talk.send(messages)
    // The end of the input has the program wait no longer than 1.5 s for a disk.
    try await wait(for: "the replies") { talk.messages.count == messages.count }
    let (replies, code) = try await talk.finish()
    #expect(code == 0)
    let byID = Dictionary(replies.map { ($0["id"]?.integer ?? -1, $0) }) { $1 }
    for round in 0..<50 {
      for place in 3...4 {
        let names = running(try #require(byID[round * 10 + place]))
        #expect(names.contains("Tag \(round)"), "round \(round)")
      }
      // One before the first write sees no write, or all up to some later one.
      #expect(running(try #require(byID[round * 10])).count >= round + 1)
    }
  }

  @Test func `what another process or a foreign file changes is seen by the next call`()
    async throws
  {
    _ = try await bench.outcome(["start", "Work"])
    let talk = try Talk(bench)
    var id = 0
    for round in 0..<15 {
      for _ in 0..<5 { _ = try await status(talk, &id) }
      _ = try await bench.outcome(["switch", "Tag \(round)"])
      #expect(running(try await status(talk, &id)) == ["Tag \(round)"])
      for _ in 0..<5 { _ = try await status(talk, &id) }
      let record: JSONValue = [
        "id": .string(UUID().uuidString), "startTime": "2026-01-01T00:00:00Z", "images": [],
      ]
      try bench.home.write(record.text(), to: "store/records/2026/01/foreign.json")
      let reply = try await status(talk, &id)
      #expect(reply["result"]?["value"]?["running"]?.array?.count == 2)
      try FileManager.default.removeItem(atPath: bench.store + "/records/2026/01/foreign.json")
      #expect(running(try await status(talk, &id)) == ["Tag \(round)"])
    }
    #expect(try await talk.finish().code == 0)
  }

  @Test func `calls of one second are answered alike, and the next second is told`() async throws {
    _ = try await bench.outcome(["start", "Work", "--at", "-1m"])
    let talk = try Talk(bench)
    var id = 0
    var seconds: Set<Int> = []
    try await wait(for: "the clock") {
      let before = Date()
      let reply = try await status(talk, &id)
      let after = Date()
      let start = try #require(reply["result"]?["value"]?["running"]?.array?.first)
      let begun = try #require(
        start["startTime"]?.string.flatMap { try? Date($0, strategy: .iso8601) }
      )
      let told = try #require(start["durationSeconds"]?.integer)
      #expect(Int(before.timeIntervalSince(begun))...Int(after.timeIntervalSince(begun)) ~= told)
      seconds.insert(told)
      return seconds.count > 2
    }
    #expect(try await talk.finish().code == 0)
  }
}
