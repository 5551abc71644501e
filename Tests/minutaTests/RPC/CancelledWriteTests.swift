import Contracts
import JSONText
import MinutaTestSupport
import Testing

/// Tests calls that an editor cancels at any moment, with the real program.
@Suite(.timeLimit(.minutes(5))) struct CancelledWriteTests {
  private static let waiting = 1...10
  private static let racing = 11...60

  private func messages(_ ids: ClosedRange<Int>) -> [JSONValue] {
    ids.flatMap { id -> [JSONValue] in
      let number = JSONValue.number(JSONNumber(id))
      let (tag, comment) = (JSONValue.string("t\(id)"), JSONValue.string("\(id)"))
      let log: JSONValue = ["tag": tag, "duration": "1m", "comment": comment]
      return [
        RPCTestClient.message(number, "LogTime", log), RPCSession.editor.cancellation(of: number),
      ]
    }
  }

  @Test
  func `A30 the history agrees with the response to a cancelled write`()
    async throws
  {
    let fixture = try MinutaFixture()
    #expect(try await fixture.run("log", "Before", "1m").status == 0)
    let holder = try await fixture.lockHolder()
    let client = try RPCTestClient(fixture, [])
    try client.send(all: messages(Self.waiting))
    var all = try await client.next(Self.waiting.count)
    holder.end()
    try client.send(all: messages(Self.racing))
    all += try await client.finish().messages
    #expect(all.count == Self.waiting.count + Self.racing.count)
    let done = Set(all.filter { $0["result"]?["status"] == "ok" }.compactMap { $0["id"]?.integer })
    let cancelled = all.filter { $0["error"]?["code"] == -32800 }.compactMap { $0["id"]?.integer }
    #expect(done.isDisjoint(with: cancelled) && done.count + cancelled.count == all.count)
    #expect(Set(cancelled).isSuperset(of: Self.waiting))
    try await expect(done, in: fixture)
  }

  private func expect(_ done: Set<Int>, in fixture: MinutaFixture) async throws {
    let stored = try fixture.records().compactMap { $0["comment"]?.string }
    #expect(stored.sorted() == done.map(String.init).sorted())
    let names = try JSONValue(parsing: fixture.home.text(of: "store/tags.json"))["tags"]?.array?
      .compactMap { $0["name"]?.string }
    #expect(Set(names ?? []) == Set(["Before"] + done.map { "t\($0)" }))
    let history = try await fixture.outcome(["history", "--limit", "100"])
    let entries = try #require(history["value"]?["entries"]?.array)
    let reported = entries.compactMap { entry in
      entry["changes"]?.array?.compactMap { $0["after"]?["comment"]?.string }.first
    }
    #expect(reported.sorted() == stored.sorted())
    #expect(entries.count == done.count + 1)
    #expect(try await fixture.outcome(["doctor"])["value"]?["problems"] == [])
  }
}
