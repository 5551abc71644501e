import IntentKit
import JSONText
import Testing

@Suite struct StateTests {
  @Test func `State combines the results of Status, ListRecords, ListTags and ListDeletions`()
    async throws
  {
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
    #expect(try await fixture.sentence("State") == (try await fixture.sentence("Status")))
  }

  @Test func `an empty state has all its members`() async throws {
    let state = try await IntentFixture().value("State")
    #expect(
      JSONValue.object(state) == [
        "running": [], "todayRecords": [], "todaySeconds": 0, "tags": [], "pendingDeletions": [],
        "timeZone": "Europe/Zurich",
      ]
    )
  }

  @Test func `State matches its result schema`() async throws {
    let fixture = try await IntentFixture.workingDay()
    let definition = await fixture.engine.definitions().first { $0.id == "State" }
    let value = JSONValue.object(try await fixture.value("State"))
    #expect(SchemaValidator(try #require(definition).result).problems(in: value).isEmpty)
  }

  @Test(arguments: [CallSource.commandLine, .key])
  func `State can't be called from the command line or a key`(source: CallSource) async throws {
    let outcome = await (try IntentFixture()).perform("State", from: source)
    #expect(outcome.error?.code == "sourceNotAllowed")
  }
}
