import Foundation
import MinutaCore
import Testing

@Suite struct EditingTests {
  private let fixture = TrackerFixture()

  private func edit(_ change: (inout RecordEdit) -> Void) -> RecordEdit {
    var edit = RecordEdit()
    change(&edit)
    return edit
  }

  @Test func `only the given fields are changed`() async throws {
    let work = try fixture.addTag("Work")
    let before = try fixture.add("09:00", "10:00", tag: work, comment: "Plan", images: ["a.png"])
    let later = edit { $0.end = fixture.time("10:30") }
    let updated = try await fixture.write { try $0.updateRecord(before.id, later) }
    var expected = before
    expected.endTime = fixture.time("10:30")
    #expect(updated.record.record == expected && updated.record.tag == work)
    #expect(try await fixture.records() == [expected])
  }

  @Test func `tag and comment can be removed or set`() async throws {
    let work = try fixture.addTag("Work")
    let id = try fixture.add("09:00", "10:00", tag: work, comment: "Plan").id
    let bare = edit {
      $0.tag = .remove
      $0.comment = .remove
    }
    let first = try await fixture.write { try $0.updateRecord(id, bare) }.record
    #expect(first.tag == nil && first.record.tagId == nil && first.record.comment == nil)
    let full = edit {
      $0.tag = .set(.name("Email"))
      $0.comment = .set("Reply")
    }
    let second = try await fixture.write { try $0.updateRecord(id, full) }.record
    #expect(second.tag?.name == "Email")
    #expect(second.record.comment == "Reply")
  }

  @Test func `an edit can stop a timer, and repeating it changes nothing`() async throws {
    let id = try fixture.add("09:00").id
    let end = edit { $0.end = fixture.time("11:00") }
    #expect(try await !fixture.write { try $0.updateRecord(id, end) }.isUnchanged)
    #expect(try await fixture.intervals() == ["09:00-11:00"])
    #expect(try await fixture.write { try $0.updateRecord(id, end) }.isUnchanged)
  }

  typealias Refusal = (
    start: String?, end: String?, isPlanned: Bool, isRunning: Bool, error: TrackingError?
  )

  @Test(
    arguments: [
      ("10:30", nil, false, false, .endBeforeStart(start: noon(-90), end: noon(-120))),
      (nil, "08:00", false, false, .endBeforeStart(start: noon(-180), end: noon(-240))),
      (nil, "13:00", false, false, .endInFuture(noon(60))),
      ("12:30", nil, false, false, .startInFuture(noon(30))),
      ("12:30", "13:00", false, false, .startInFuture(noon(30))),
      ("12:30", nil, true, true, .startInFuture(noon(30))),
      ("12:30", "13:00", true, false, nil),
      (nil, "13:00", true, false, nil),
      ("09:00", "09:00", false, false, nil),
      ("12:00", nil, false, true, nil),
    ] as [Refusal]
  )
  func `times must be in order, and in the past unless planned`(refusal: Refusal) async throws {
    let record = try fixture.add("09:00", refusal.isRunning ? nil : "10:00")
    let times = edit {
      $0.start = refusal.start.map(fixture.time)
      $0.end = refusal.end.map(fixture.time)
      $0.isPlanned = refusal.isPlanned
    }
    if let error = refusal.error {
      await #expect(throws: error) {
        try await fixture.write { try $0.updateRecord(record.id, times) }
      }
      #expect(try await fixture.records() == [record])
    } else {
      try await fixture.write { _ = try $0.updateRecord(record.id, times) }
    }
  }

  @Test func `a planned record can get a comment`() async throws {
    let id = try fixture.add("13:00", "14:00").id
    let comment = edit { $0.comment = .set("Talk") }
    #expect(
      try await fixture.write { try $0.updateRecord(id, comment) }.record.record.comment == "Talk"
    )
  }

  @Test func `a record keeps its archived tag, but no other record can get it`() async throws {
    let old = try fixture.addTag("Old", isArchived: true)
    let own = try fixture.add("09:00", "10:00", tag: old).id
    let other = try fixture.add("10:00", "11:00").id
    let edit = edit { $0.tag = .set(.id(old.id)) }
    #expect(try await fixture.write { try $0.updateRecord(own, edit) }.isUnchanged)
    await #expect(throws: TrackingError.tagArchived(old)) {
      try await fixture.write { try $0.updateRecord(other, edit) }
    }
  }

  @Test func `a deleted record is returned, and 'last' means the one before it`() async throws {
    let first = try fixture.add("08:00", "09:00")
    let second = try fixture.add("09:00", "10:00", images: ["a.png"])
    let deleted = try await fixture.write { try $0.deleteRecord(second.id) }
    #expect(deleted.record == second)
    #expect(try await fixture.write { try $0.record("last") } == first)
    await #expect(throws: TrackingError.recordNotFound(second.id.uuidString)) {
      try await fixture.write { try $0.deleteRecord(second.id) }
    }
  }

  /// Returns the date `minutes` after noon on the day of the test.
  private static func noon(_ minutes: Double) -> Date {
    instant("2026-11-20T12:00:00Z").addingTimeInterval(minutes * 60)
  }
}
