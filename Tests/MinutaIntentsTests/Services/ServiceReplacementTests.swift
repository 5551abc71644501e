import Foundation
import IntentKit
import JSONText
import Testing

@testable import MinutaCore

private let full = TrackingError.storeUnwritable(
  path: "/data/records",
  reason: "No space left on device"
)
private let unreadable = TrackingError.storeUnreadable(
  path: "/data/journal",
  reason: "Input/output error"
)

/// Tests of intents in whose services one operation is replaced.
@Suite struct ServiceReplacementTests {
  /// Returns all records and tags.
  private func content(_ fixture: IntentFixture) async throws -> [JSONObject] {
    [
      try await fixture.value("ListRecords", ["range": "all"]),
      try await fixture.value("ListTags", ["includeArchived": true]),
    ]
  }

  /// Services whose store is full when a timer has stopped.
  private struct FullStore: ForwardingServices {
    var base: any TrackingServices

    mutating func stopTimers(
      _ selection: TimerSelection,
      at end: Date?
    ) throws(TrackingError) -> TimerStopResult {
      _ = try base.stopTimers(selection, at: end)
      throw full
    }
  }

  @Test func `a timer keeps running if the store is full when it stops`() async throws {
    let fixture = try await IntentFixture.workingDay()
    let replaced = try fixture.with { FullStore(base: $0) }
    let before = try await content(fixture)
    let stopped = await replaced.perform("StopTimer")
    #expect(stopped.error?.code == "storeUnwritable")
    #expect(try await content(fixture) == before)
    #expect(try await replaced.sentence("Status").hasPrefix("Running: 'Reading' for 30m"))
    try await replaced.value("SwitchTimer", ["tag": "Work"])
    #expect(try await fixture.lines().suffix(2) == ["Reading 11:30-12:00", "Work 12:00-"])
  }

  @Test func `a dry run uses the same services as the call`() async throws {
    let fixture = try await IntentFixture.workingDay().with { FullStore(base: $0) }
    let dryRun = await fixture.engine.dryRunCopy()
    let stopped = await dryRun.perform(IntentCall("StopTimer"), from: .file)
    #expect(stopped.error?.code == "storeUnwritable")
    #expect(await dryRun.perform(IntentCall("CancelTimer"), from: .file).status == "planned")
  }

  /// Services that can't look for overlaps after a call.
  private struct UnknownOverlaps: ForwardingServices {
    var base: any TrackingServices

    mutating func resolveOverlaps(
      _ policy: OverlapPolicy
    ) throws(TrackingError) -> OverlapResolution {
      throw unreadable
    }
  }

  @Test func `a record and its new tag aren't kept if its overlaps can't be read`() async throws {
    let fixture = try await IntentFixture.workingDay()
    let before = try await content(fixture)
    let logged = try await fixture.with { UnknownOverlaps(base: $0) }
      .perform("LogTime", ["tag": "New", "start": "08:00", "duration": "5m"])
    #expect(logged.sentence == "Can't read '/data/journal': Input/output error.")
    #expect(try await content(fixture) == before)
  }

  /// Services that can't look up tags by name, and list one tag only.
  private struct OtherTags: ForwardingServices {
    static let tag = MinutaCore.Tag(id: UUID(), name: "Canned", createdAt: .distantPast)
    var base: any TrackingServices

    func reference(toTag text: String) throws(TrackingError) -> TagReference {
      throw .tagsUnusable(SkippedFile(path: "/data/tags.json", reason: "it isn't JSON"))
    }

    func tags(includingArchived: Bool) -> [MinutaCore.Tag] { [Self.tag] }
  }

  @Test(arguments: [
    IntentCall("StartTimer", with: ["tag": "Work"]),
    IntentCall("RenameTag", with: ["tag": "Work", "name": "Job"]),
    IntentCall("Summarize", with: ["filter": "tag:Work"]),
  ])
  func `a call that names a tag fails if the tags can't be read`(call: IntentCall) async throws {
    let fixture = try await IntentFixture.workingDay()
    let before = try await content(fixture)
    let outcome = try await fixture.with { OtherTags(base: $0) }.perform(call.intent, call.values)
    #expect(outcome.error?.code == "tagsUnusable")
    #expect(outcome.sentence.hasPrefix("Can't read the tags in '/data/tags.json': it isn't JSON."))
    #expect(try await content(fixture) == before)
  }

  @Test func `the list has the tags that the services return`() async throws {
    let fixture = try await IntentFixture.workingDay().with { OtherTags(base: $0) }
    let tags = try await fixture.value("ListTags")["tags"]?.array
    #expect(tags?.map { $0["name"] } == ["Canned"])
    #expect(try await fixture.value("StartTimer")["record"]?["tag"] == .null)
  }

  /// Services that can't read the history to list it.
  private struct UnreadableHistory: ForwardingServices {
    var base: any TrackingServices

    func history(limit: Int, byRun: Bool) throws(TrackingError) -> [HistoryListItem] {
      throw unreadable
    }
  }

  @Test func `a history that can't be read is reported`() async throws {
    let fixture = try IntentFixture()
    try await fixture.log("Work", "09:00", "10:00")
    let replaced = try fixture.with { UnreadableHistory(base: $0) }
    #expect(await replaced.perform("History").error?.code == "storeUnreadable")
    try await replaced.value("Undo")
    #expect(try await fixture.lines().isEmpty)
  }

  /// Services that fail when they have read the records of an export.
  private struct BrokenReport: ForwardingServices {
    var base: any TrackingServices

    func forEachPart(
      in range: TimeRange,
      of filter: RecordFilter,
      includesEarlier: Bool,
      _ body: ([TaggedRecord]) throws -> Void
    ) throws {
      try base.forEachPart(in: range, of: filter, includesEarlier: includesEarlier, body)
      throw unreadable
    }
  }

  /// Services that count each record of a summary 10,000 times.
  private struct ManyRecords: ForwardingServices {
    var base: any TrackingServices

    func summary(
      _ query: SummaryQuery,
      of filter: RecordFilter
    ) throws(TrackingError) -> SummaryWithTags {
      let found = try base.summary(query, of: filter)
      let groups = found.summary.groups.map { group in
        SummaryGroup(
          key: group.key,
          seconds: group.seconds,
          wallSeconds: group.wallSeconds,
          records: group.records * 10_000,
          groups: group.groups
        )
      }
      let summary = Summary(
        range: found.summary.range,
        totalSeconds: found.summary.totalSeconds,
        exactSeconds: found.summary.exactSeconds,
        wallSeconds: found.summary.wallSeconds,
        countsRecordsRepeatedly: false,
        groups: groups
      )
      return SummaryWithTags(summary: summary, tags: found.tags)
    }
  }

  @Test(arguments: [("svg", 1, 1), ("svg", 2, 0), ("md", 2, 2), ("html", 2, 2), ("text", 2, 2)])
  func `a drawing of more than 10,000 records has no comments and says so`(
    _ format: String,
    _ records: Int,
    _ comments: Int
  ) async throws {
    let fixture = try IntentFixture()
    for hour in 0..<records {
      try await fixture.value(
        "LogTime",
        ["tag": "Work", "start": .string("0\(hour):00"), "duration": "30m", "comment": "Plan"]
      )
    }
    let many = try fixture.with { ManyRecords(base: $0) }
    let call = IntentCall("MakeReport", with: ["range": "all", "format": .string(format)])
    let outcome = await many.engine.perform(call, from: .file)
    #expect(outcome.result?.value["comments"]?.integer == comments)
    let content = outcome.result?.value["content"]?.string ?? ""
    #expect(content.contains("Plan") == (comments > 0))
    #expect(content.contains("The comments of more than 10,000 records") == (comments == 0))
    let note = "The comments of more than 10000 records are left out; html, md and text have them."
    #expect(outcome.sentence.hasSuffix(note) == (comments == 0))
  }

  @Test func `an export whose records can't all be read fails`() async throws {
    let fixture = try await IntentFixture.workingDay()
    let values: JSONObject = ["format": "csv", "range": "all"]
    #expect(try await fixture.value("Export", values)["records"] == 2)
    let exported = try await fixture.with { BrokenReport(base: $0) }.perform("Export", values)
    #expect(exported.error?.code == "storeUnreadable")
  }
}
