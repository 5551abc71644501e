import Foundation
import JSONText
import MinutaCore
import Testing

@testable import MinutaStore

@Suite struct RecordFindingTests {
  private typealias Fixture = DoctorFixture

  @Test func `an unknown tag ID in records gets a new tag`() async throws {
    let fixture = try DoctorFixture()
    try fixture.write(Fixture.tagsText(), to: "tags.json")
    try fixture.save(
      Fixture.record(tag: Fixture.tagID),
      Fixture.record(Fixture.otherID, start: "10:00", end: "11:00", tag: Fixture.tagID)
    )
    let id = try #require(UUID(uuidString: Fixture.tagID))
    #expect(try await fixture.findings().map(\.problem) == [.missingTag(id, records: 2)])
    _ = try await fixture.expectRepair()
    #expect(try fixture.tags().tags.map(\.name) == ["Tag AAAAAAAA"])
  }

  @Test func `a missing tag is restored from this machine's history`() async throws {
    let fixture = try DoctorFixture()
    try fixture.save(tags: Fixture.tag("Old"))
    try fixture.save(Fixture.record(tag: Fixture.tagID), tags: Fixture.tag("Work"))
    try fixture.write("{\"tags\": []}\n", to: "tags.json")
    try await fixture.repair()
    #expect(try fixture.tags().tags == [Fixture.tag("Work")])
  }

  @Test func `an end before the start is reported but not repaired`() async throws {
    let fixture = try DoctorFixture()
    let record = Fixture.record(start: "09:00", end: "08:00")
    try fixture.write(Fixture.text(record), to: "records/2026/11/2026-11-20_090000.json")
    let diagnosis = try await fixture.repair()
    #expect(diagnosis.repaired.isEmpty)
    let end = Fixture.date("2026-11-20T08:00:00Z")
    #expect(
      diagnosis.remaining.map(\.problem) == [.endBeforeStart(start: record.startTime, end: end)]
    )
    #expect(try fixture.records() == [record])
  }

  @Test func `future and forgotten timers are reported, and tags of one name merged`()
    async throws
  {
    let fixture = try DoctorFixture()
    let (name, other) = ("Work", "BBBBBBBB-BBBB-BBBB-BBBB-BBBBBBBBBBBB")
    var long = Fixture.record(Fixture.otherID, end: nil)
    long.startTime = Fixture.date("2026-11-19T11:59:59Z")
    var day = Fixture.record("33333333-3333-3333-3333-333333333333", end: nil)
    day.startTime = Fixture.date("2026-11-19T12:00:00Z")
    try fixture.save(
      Fixture.record(start: "12:01", end: nil),
      long,
      day,
      Fixture.record("44444444-4444-4444-4444-444444444444", start: "20:00", end: "21:00"),
      tags: Fixture.tag(name),
      Fixture.tag(name, other)
    )
    let diagnosis = try await fixture.repair()
    #expect(
      diagnosis.repaired.map(\.problem) == [
        .duplicateTagName(name, [Fixture.tag(name).id, Fixture.tag(name, other).id])
      ]
    )
    #expect(
      diagnosis.remaining.map(\.problem) == [
        .longRunningTimer(since: long.startTime),
        .startInFuture(Fixture.date("2026-11-20T12:01:00Z")),
      ]
    )
  }

  @Test func `problems found after repairing files are repaired in the same call`() async throws {
    let fixture = try DoctorFixture()
    let conflict = "records/2026/11/2026-11-20_080000.sync-conflict-20260101-120000-ABCDEFG.json"
    try fixture.write(Fixture.text(Fixture.record(tag: Fixture.tagID)), to: conflict)
    try fixture.write(Fixture.tagsText(), to: "tags.json")
    let after = try await fixture.expectRepair(of: 2)
    #expect(after.keys.sorted() == [Fixture.path, "tags.json"])
    #expect(try fixture.records() == [Fixture.record(tag: Fixture.tagID)])
  }
}
