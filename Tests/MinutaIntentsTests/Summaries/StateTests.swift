import IntentKit
import JSONText
import Testing

@Suite struct StateTests {
  @Test func `the state is what status, records, tags and deletions answer`() async throws {
    let fixture = try await IntentFixture.workingDay()
    try await fixture.value("DeleteRecord", ["record": try #require(try await fixture.ids().first)])
    let state = try await fixture.value("State")
    let status = try await fixture.value("Status")
    #expect(state["running"] == status["running"])
    #expect(state["running"]?.array?.count == 1)
    #expect(state["todaySeconds"] == status["todaySeconds"])
    #expect(state["timeZone"] == status["timeZone"])
    let records = try await fixture.value("ListRecords")
    #expect(state["todayRecords"] == records["records"])
    #expect(state["todayRecords"]?.array?.count == 2)
    #expect(state["tags"] == (try await fixture.value("ListTags"))["tags"])
    let deletions = try await fixture.value("ListDeletions")
    #expect(state["pendingDeletions"] == deletions["pendingDeletions"])
    #expect(
      try await fixture.sentence("State") == (try await fixture.sentence("Status"))
    )
  }

  @Test func `a state that is empty has all its members`() async throws {
    let state = try await IntentFixture().value("State")
    #expect(
      JSONValue.object(state) == [
        "running": [], "todayRecords": [], "todaySeconds": 0, "tags": [], "pendingDeletions": [],
        "timeZone": "Europe/Zurich",
      ]
    )
  }

  @Test func `the state is what its definition promises`() async throws {
    let fixture = try await IntentFixture.workingDay()
    let definition = await fixture.engine.definitions().first { $0.id == "State" }
    let value = JSONValue.object(try await fixture.value("State"))
    #expect(SchemaValidator(try #require(definition).result).problems(in: value).isEmpty)
  }

  @Test(arguments: [CallSource.commandLine, .key]) func `the state is for programs`(
    source: CallSource
  )
    async throws
  {
    let outcome = await (try IntentFixture()).perform("State", from: source)
    #expect(outcome.error?.code == "sourceNotAllowed")
  }
}
