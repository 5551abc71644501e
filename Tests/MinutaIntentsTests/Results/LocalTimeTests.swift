import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaStore
import MinutaTestSupport
import Testing

@testable import MinutaIntents

/// Tests of the local times that results contain in addition to UTC times.
@Suite struct LocalTimeTests {
  @Test(
    arguments: [
      ("2026-07-01T22:30:00Z", "Europe/Zurich", "2026-07-02T00:30:00+02:00"),
      ("2026-10-25T00:30:00Z", "Europe/Zurich", "2026-10-25T02:30:00+02:00"),
      ("2026-10-25T01:30:00Z", "Europe/Zurich", "2026-10-25T02:30:00+01:00"),
      ("2026-11-20T02:00:05Z", "America/St_Johns", "2026-11-19T22:30:05-03:30"),
      ("2026-11-20T08:00:00Z", "Asia/Kathmandu", "2026-11-20T13:45:00+05:45"),
      ("2026-11-20T08:00:00Z", "UTC", "2026-11-20T08:00:00+00:00"),
      ("1890-01-01T00:00:00Z", "Europe/Zurich", "1890-01-01T00:29:00+00:29"),
    ]
  ) func `a local time is the same instant as the UTC time`(
    utc: String,
    zone: String,
    local: String
  ) throws {
    let date = try #require(Timestamp.date(utc))
    #expect(Timestamp.text(date, in: try #require(TimeZone(identifier: zone))) == local)
    #expect(Timestamp.date(local) == date)
  }

  @Test func `records in results, plans and events have local times`() async throws {
    let fixture = try IntentFixture()
    let started = try await fixture.value("StartTimer", ["tag": "Work", "at": "09:30"])["record"]
    #expect(started?["startLocal"] == "2026-11-20T09:30:00+01:00")
    #expect(started?["endLocal"] == nil)
    #expect(
      fixture.eventRecorder.recordedEvents.first?.payload["after"]?["startLocal"]
        == started?["startLocal"]
    )
    let status = try await fixture.value("Status")
    #expect(status["running"]?[0]?["startLocal"] == started?["startLocal"])
    let plan = await fixture.dryRun("StopTimer")
      .result?.plan
    #expect(plan?.changes.first?["after"]?["endLocal"] == "2026-11-20T12:00:00+01:00")
    let stopped = try await fixture.value("StopTimer")["records"]?[0]
    #expect(stopped?["endLocal"] == "2026-11-20T12:00:00+01:00")
  }

  @Test func `local times use the time zone of the result`() async throws {
    let fixture = try IntentFixture()
    try await fixture.log("Work", "09:30", "10:00")
    let values: JSONObject = ["timeZone": "Asia/Tokyo", "range": "all"]
    let listed = try await fixture.value("ListRecords", values)
    #expect(listed["range"]?["timeZone"] == "Asia/Tokyo")
    #expect(listed["records"]?[0]?["startLocal"] == "2026-11-20T17:30:00+09:00")
    #expect(listed["records"]?[0]?["endLocal"] == "2026-11-20T18:00:00+09:00")
  }

  @Test func `results for text output have no local times, except in workflows`() async throws {
    let folder = try TemporaryDirectory()
    let provider = BuiltInIntentProvider(
      catalog: BuiltInIntentCatalog(),
      tracking: TimeTrackingService(store: DirectoryStore(path: folder.path, machine: "test")) {
        UUID()
      },
      timeZone: .gmt,
      includesLocalTimes: false,
      readFile: { _, _ in [] }
    )
    let engine = IntentEngine(providers: [provider], now: { Date(timeIntervalSince1970: 0) })
    func local(_ call: IntentCall) async -> JSONValue? {
      await engine.perform(call, from: .commandLine).result?.value["record"]?["startLocal"]
    }
    #expect(await local(IntentCall("StartTimer", with: ["tag": "A"])) == nil)
    let keyed = await local(IntentCall("StartTimer", with: ["tag": "B"], key: "once"))
    #expect(keyed == "1970-01-01T00:00:00+00:00")
    let workflow = try Workflow(json: [
      "minuta": 1, "id": "flow", "title": "Flow",
      "steps": [["id": "a", "intent": "StartTimer", "with": ["tag": "C"]]],
      "output": ["start": ["$": "/steps/a/result/record/startLocal"]],
    ])
    let outcome = await engine.with(workflow).perform(IntentCall("flow"), from: .file)
    #expect(outcome.result?.value["start"] == "1970-01-01T00:00:00+00:00", "\(outcome.sentence)")
  }
}
