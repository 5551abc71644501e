import IntentKit
import JSONText
import Testing

@Suite struct StateTests {
  @Test func `the state is what status, records, tags and deletions answer`() async throws {
    let bench = try await IntentBench.workingDay()
    try await bench.value("DeleteRecord", ["record": try #require(try await bench.ids().first)])
    let state = try await bench.value("State")
    let status = try await bench.value("Status")
    #expect(state["running"] == status["running"])
    #expect(state["running"]?.array?.count == 1)
    #expect(state["todaySeconds"] == status["todaySeconds"])
    #expect(state["timeZone"] == status["timeZone"])
    let records = try await bench.value("ListRecords")
    #expect(state["todayRecords"] == records["records"])
    #expect(state["todayRecords"]?.array?.count == 2)
    #expect(state["tags"] == (try await bench.value("ListTags"))["tags"])
    let deletions = try await bench.value("ListDeletions")
    #expect(state["pendingDeletions"] == deletions["pendingDeletions"])
    #expect(
      try await bench.sentence("State") == (try await bench.sentence("Status"))
    )
  }

  @Test func `a state that is empty has all its members`() async throws {
    let state = try await IntentBench().value("State")
    #expect(
      JSONValue.object(state) == [
        "running": [], "todayRecords": [], "todaySeconds": 0, "tags": [], "pendingDeletions": [],
        "timeZone": "Europe/Zurich",
      ]
    )
  }

  @Test func `the state is what its definition promises`() async throws {
    let bench = try await IntentBench.workingDay()
    let definition = await bench.engine.definitions().first { $0.id == "State" }
    let value = JSONValue.object(try await bench.value("State"))
    #expect(SchemaCheck(try #require(definition).result).problems(in: value).isEmpty)
  }

  @Test(arguments: [Door.commandLine, .key]) func `the state is for programs`(door: Door)
    async throws
  {
    let outcome = await (try IntentBench()).perform("State", from: door)
    #expect(outcome.error?.code == "wrongDoor")
  }
}
