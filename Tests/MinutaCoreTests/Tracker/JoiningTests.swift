import Foundation
import MinutaCore
import Testing

@Suite struct JoiningTests {
  private let bench = TrackerFixture()

  @Test func `the earliest reaches to the latest end and takes comments and images`() async throws {
    let work = try bench.addTag("Work")
    let late = try bench.add("10:30", "11:00", tag: work, comment: "B", images: ["b.png", "a.png"])
    let early = try bench.add("09:00", "11:30", tag: work, comment: "A", images: ["a.png"])
    let middle = try bench.add("10:00", "10:30", tag: work, comment: "A")
    let joined = try await bench.write {
      try $0.join(late.id, with: [early.id, middle.id], as: nil)
    }
    let renamed = "\(early.id.uuidString)_0.png"
    var expected = early
    expected.comment = "A\nB"
    expected.images = ["a.png", "b.png", renamed]
    #expect(joined.record.record == expected && joined.record.tag == work)
    #expect(Set(joined.deleted.map(\.record)) == [middle, late])
    #expect(try await bench.records() == [expected])
    #expect(
      bench.changes().movedImages == [
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

  @Test func `a joined timer runs if one of them runs`() async throws {
    let first = try bench.add("09:00").id
    let second = try bench.add("10:00", "11:00").id
    _ = try await bench.write { try $0.join(second, with: [first], as: nil) }
    #expect(try await bench.stretches() == ["09:00-"])
  }

  @Test func `tags that differ have to be decided`() async throws {
    let work = try bench.addTag("Work")
    let old = try bench.addTag("Old", isArchived: true)
    let first = try bench.add("09:00", "10:00", tag: work)
    let second = try bench.add("10:00", "11:00", tag: old)
    let third = try bench.add("11:00", "11:30")
    let all = [second.id, third.id]
    await #expect(throws: TrackingError.tagsDiffer([work, old, nil])) {
      try await bench.write { try $0.join(first.id, with: all, as: nil) }
    }
    #expect(try await bench.records() == [first, second, third])
    let joined = try await bench.write { try $0.join(first.id, with: all, as: .id(old.id)) }
    #expect(joined.record.tag == old)
  }
}
