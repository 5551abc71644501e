import Foundation
import JSONText
import MinutaCore
import Testing

@testable import MinutaStore

@Suite struct RecordFindingTests {
  private typealias Fixture = DoctorFixture

  @Test func `a tag that records name and nobody remembers is made anew`() async throws {
    let bench = try DoctorFixture()
    try bench.write(Fixture.tagsText(), to: "tags.json")
    try bench.save(
      Fixture.record(tag: Fixture.tagID),
      Fixture.record(Fixture.otherID, start: "10:00", end: "11:00", tag: Fixture.tagID)
    )
    let id = try #require(UUID(uuidString: Fixture.tagID))
    #expect(try await bench.findings().map(\.problem) == [.missingTag(id, records: 2)])
    _ = try await bench.expectRepair()
    #expect(try bench.tags().tags.map(\.name) == ["Tag AAAAAAAA"])
  }

  @Test func `a tag that is gone comes back as this machine's history had it last`() async throws {
    let bench = try DoctorFixture()
    try bench.save(tags: Fixture.tag("Old"))
    try bench.save(Fixture.record(tag: Fixture.tagID), tags: Fixture.tag("Work"))
    try bench.write("{\"tags\": []}\n", to: "tags.json")
    try await bench.repair()
    #expect(try bench.tags().tags == [Fixture.tag("Work")])
  }

  @Test func `times in the wrong order are told and left to a person`() async throws {
    let bench = try DoctorFixture()
    let record = Fixture.record(start: "09:00", end: "08:00")
    try bench.write(Fixture.text(record), to: "records/2026/11/2026-11-20_090000.json")
    let diagnosis = try await bench.repair()
    #expect(diagnosis.repaired.isEmpty)
    let end = Fixture.date("2026-11-20T08:00:00Z")
    #expect(
      diagnosis.remaining.map(\.problem) == [.endBeforeStart(start: record.startTime, end: end)]
    )
    #expect(try bench.records() == [record])
  }

  @Test func `timers from the future and timers of a day are told, and doubled names merged`()
    async throws
  {
    let bench = try DoctorFixture()
    let (name, other) = ("Work", "BBBBBBBB-BBBB-BBBB-BBBB-BBBBBBBBBBBB")
    var long = Fixture.record(Fixture.otherID, end: nil)
    long.startTime = Fixture.date("2026-11-19T11:59:59Z")
    var day = Fixture.record("33333333-3333-3333-3333-333333333333", end: nil)
    day.startTime = Fixture.date("2026-11-19T12:00:00Z")
    try bench.save(
      Fixture.record(start: "12:01", end: nil),
      long,
      day,
      Fixture.record("44444444-4444-4444-4444-444444444444", start: "20:00", end: "21:00"),
      tags: Fixture.tag(name),
      Fixture.tag(name, other)
    )
    let diagnosis = try await bench.repair()
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

  @Test func `what a repair of files brings to light is repaired with them`() async throws {
    let bench = try DoctorFixture()
    let conflict = "records/2026/11/2026-11-20_080000.sync-conflict-20260101-120000-ABCDEFG.json"
    try bench.write(Fixture.text(Fixture.record(tag: Fixture.tagID)), to: conflict)
    try bench.write(Fixture.tagsText(), to: "tags.json")
    let after = try await bench.expectRepair(of: 2)
    #expect(after.keys.sorted() == [Fixture.path, "tags.json"])
    #expect(try bench.records() == [Fixture.record(tag: Fixture.tagID)])
  }
}
