import Foundation
import MinutaCore
import Testing

@Suite struct JoiningTests {
  private let fixture = TrackerFixture()

  @Test func `the earliest record gets the latest end, all comments and images`() async throws {
    let work = try fixture.addTag("Work")
    let late = try fixture.add(
      "10:30",
      "11:00",
      tag: work,
      comment: "B",
      images: ["b.png", "a.png"]
    )
    let early = try fixture.add("09:00", "11:30", tag: work, comment: "A", images: ["a.png"])
    let middle = try fixture.add("10:00", "10:30", tag: work, comment: "A")
    let joined = try await fixture.write {
      try $0.join(late.id, with: [early.id, middle.id], as: nil)
    }
    let renamed = "\(early.id.uuidString)_0.png"
    var expected = early
    expected.comment = "A\nB"
    expected.images = ["a.png", "b.png", renamed]
    #expect(joined.record.record == expected && joined.record.tag == work)
    #expect(Set(joined.deleted.map(\.record)) == [middle, late])
    #expect(try await fixture.records() == [expected])
    #expect(
      fixture.changes().movedImages == [
        ImageReference(record: late.id, file: "b.png"): ImageReference(
          record: early.id,
          file: "b.png"
        ),
        ImageReference(record: late.id, file: "a.png"): ImageReference(
          record: early.id,
          file: renamed
        ),
      ]
    )
  }

  @Test func `joining with a running timer gives a running timer`() async throws {
    let first = try fixture.add("09:00").id
    let second = try fixture.add("10:00", "11:00").id
    _ = try await fixture.write { try $0.join(second, with: [first], as: nil) }
    #expect(try await fixture.intervals() == ["09:00-"])
  }

  @Test func `records with different tags need an explicit tag`() async throws {
    let work = try fixture.addTag("Work")
    let old = try fixture.addTag("Old", isArchived: true)
    let first = try fixture.add("09:00", "10:00", tag: work)
    let second = try fixture.add("10:00", "11:00", tag: old)
    let third = try fixture.add("11:00", "11:30")
    let all = [second.id, third.id]
    await #expect(throws: TrackingError.tagsDiffer([work, old, nil])) {
      try await fixture.write { try $0.join(first.id, with: all, as: nil) }
    }
    #expect(try await fixture.records() == [first, second, third])
    let joined = try await fixture.write { try $0.join(first.id, with: all, as: .id(old.id)) }
    #expect(joined.record.tag == old)
  }
}
