import Foundation
import IntentKit
import JSONText
import MinutaCore
import Testing

private let full = TrackingError.storeUnwritable(
  path: "/data/records",
  reason: "No space left on device"
)
private let unreadable = TrackingError.storeUnreadable(
  path: "/data/journal",
  reason: "Input/output error"
)

/// Tests of intents over a service of time tracking whose calls fail at their end.
@Suite struct ServiceReplacementTests {
  /// Returns all records and tags.
  private func content(_ fixture: IntentFixture) async throws -> [JSONObject] {
    [
      try await fixture.value("ListRecords", ["range": "all"]),
      try await fixture.value("ListTags", ["includeArchived": true]),
    ]
  }

  @Test(arguments: [
    IntentCall("StopTimer"),
    IntentCall("StartTimer", with: ["tag": "New"]),
    IntentCall("LogTime", with: ["tag": "New", "start": "08:00", "duration": "5m"]),
    IntentCall("RenameTag", with: ["tag": "Work", "name": "Job"]),
    IntentCall("Undo"),
  ])
  func `a call that fails at its end changes nothing`(call: IntentCall) async throws {
    let fixture = try await IntentFixture.workingDay()
    let before = try await content(fixture)
    let failing = try fixture.with { FailingTimeTracking(base: $0, writeError: full) }
    #expect(await failing.perform(call.intent, call.values).error?.code == "storeUnwritable")
    #expect(try await content(fixture) == before)
    #expect(try await failing.sentence("Status").hasPrefix("Running: 'Reading' for 30m"))
  }

  @Test func `a dry run uses the same service as the call`() async throws {
    let fixture = try await IntentFixture.workingDay()
      .with { FailingTimeTracking(base: $0, writeError: full) }
    let dryRun = await fixture.engine.dryRunCopy()
    let stopped = await dryRun.perform(IntentCall("StopTimer"), from: .file)
    #expect(stopped.error?.code == "storeUnwritable")
  }

  @Test(arguments: [
    IntentCall("History"),
    IntentCall("ListTags"),
    IntentCall("Summarize", with: ["filter": "tag:Work"]),
    IntentCall("Export", with: ["format": "csv", "range": "all"]),
  ])
  func `data that can't be read is reported`(call: IntentCall) async throws {
    let fixture = try await IntentFixture.workingDay()
    #expect(await fixture.perform(call.intent, call.values).error == nil)
    let failing = try fixture.with { FailingTimeTracking(base: $0, readError: unreadable) }
    let outcome = await failing.perform(call.intent, call.values)
    #expect(outcome.error?.code == "storeUnreadable")
    #expect(outcome.sentence == "Can't read '/data/journal': Input/output error.")
  }

  @Test(arguments: [("svg", 10_000, true), ("svg", 10_001, false), ("html", 10_001, true)])
  func `a drawing of more than 10,000 records has no comments and says so`(
    _ format: String,
    _ records: Int,
    _ hasComments: Bool
  ) async throws {
    let fixture = try IntentFixture()
    try fixture.create(records, comment: "Plan")
    let call = IntentCall("MakeReport", with: ["range": "all", "format": .string(format)])
    let outcome = await fixture.engine.perform(call, from: .file)
    #expect((outcome.result?.value["comments"]?.integer ?? 0 > 0) == hasComments)
    let note = "The comments of more than 10000 records are left out; html, md and text have them."
    #expect(outcome.sentence.hasSuffix(note) == !hasComments)
  }
}
