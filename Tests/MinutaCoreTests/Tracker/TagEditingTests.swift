import Foundation
import MinutaCore
import Testing

@Suite struct TagEditingTests {
  private let bench = TrackerFixture()

  @Test func `a tag is made once`() async throws {
    let work = try await bench.write { try $0.createTag(.name("Work"), color: nil) }
    #expect(work.color == TagColor.hex(for: "Work"))
    await #expect(throws: TrackingError.tagExists(work)) {
      try await bench.write { try $0.createTag(.name("work"), color: "#000000") }
    }
    let email = try await bench.write { try $0.createTag(.name("Email"), color: "#123456") }
    #expect(try await bench.tags() == [email, work])
  }

  @Test func `a colour that followed from the name follows from the new one`() async throws {
    let plain = try bench.addTag("Work")
    let renamed = try await bench.write { try $0.renameTag(.id(plain.id), to: " Job ") }
    #expect(renamed.tag.name == "Job")
    #expect(renamed.tag.color == TagColor.hex(for: "Job"))
    _ = try await bench.write { try $0.colorTag(.id(plain.id), "#123456") }
    let again = try await bench.write { try $0.renameTag(.id(plain.id), to: "job") }
    #expect(again.tag.color == "#123456")
    #expect(again.tag.id == plain.id && again.merged == nil)
    #expect(try await bench.tags().map(\.name) == ["job"])
  }

  @Test(arguments: ["Work", "work", " WORK "])
  func `E41 renaming to a name that another tag has makes one of the two`(name: String)
    async throws
  {
    let work = try bench.addTag("Work")
    let job = try bench.addTag("Job")
    try bench.add("09:00", "10:00", tag: job)
    try bench.add("10:00", tag: job)
    try bench.add("08:00", "09:00", tag: work)
    let merged = try await bench.write { try $0.renameTag(.name("job"), to: name) }
    #expect(merged.merged == 2)
    #expect(merged.tag == work && merged.old == job)
    #expect(try await bench.tags() == [work])
    #expect(try await bench.records().allSatisfy { $0.tagId == work.id })
  }

  @Test func `a tag without a name is none`() async throws {
    let work = try bench.addTag("Work")
    await #expect(throws: TrackingError.emptyTagName) {
      try await bench.write { try $0.renameTag(.id(work.id), to: " ") }
    }
    await #expect(throws: TrackingError.tagNotFound("Wrok", candidates: ["Work"])) {
      try await bench.write { try $0.renameTag(.name("Wrok"), to: "Job") }
    }
  }

  @Test func `the records of a deleted tag have none`() async throws {
    let work = try bench.addTag("Work")
    let other = try bench.addTag("Other")
    try bench.add("09:00", "10:00", tag: work)
    try bench.add("10:00", tag: other)
    let deleted = try await bench.write { try $0.deleteTag(.id(work.id)) }
    #expect(deleted.tag == work && deleted.records == 1)
    #expect(try await bench.tags() == [other])
    #expect(try await bench.records().map(\.tagId) == [nil, other.id])
  }

  @Test func `a tag is archived and taken back, and its timer runs on`() async throws {
    let work = try bench.addTag("Work")
    try bench.add("09:00", tag: work)
    for isArchived in [true, false] {
      for isUnchanged in [false, true] {
        let answer = try await bench.write { try $0.archiveTag(.id(work.id), isArchived) }
        #expect(answer.tag.isArchived == isArchived)
        #expect(answer.isUnchanged == isUnchanged)
      }
    }
    #expect(try await bench.stretches() == ["09:00-"])
  }

  @Test func `a tag gets a colour, and that of its name back`() async throws {
    let work = try bench.addTag("Work")
    let red = try await bench.write { try $0.colorTag(.id(work.id), "#FF0000") }
    #expect(red.color == "#FF0000")
    #expect(try await bench.write { try $0.colorTag(.id(work.id), nil) } == work)
  }
}
