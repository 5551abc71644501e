import Foundation
import MinutaCore
import Testing

@Suite struct TagEditingTests {
  private let fixture = TrackerFixture()

  @Test func `a tag can't be created twice`() async throws {
    let work = try await fixture.write { try $0.createTag(.name("Work"), color: nil) }
    #expect(work.color == TagColor.hex(for: "Work"))
    await #expect(throws: TrackingError.tagExists(work)) {
      try await fixture.write { try $0.createTag(.name("work"), color: "#000000") }
    }
    let email = try await fixture.write { try $0.createTag(.name("Email"), color: "#123456") }
    #expect(try await fixture.tags() == [email, work])
  }

  @Test func `a default color changes with the name, a custom one doesn't`() async throws {
    let plain = try fixture.addTag("Work")
    let renamed = try await fixture.write { try $0.renameTag(.id(plain.id), to: " Job ") }
    #expect(renamed.tag.name == "Job")
    #expect(renamed.tag.color == TagColor.hex(for: "Job"))
    _ = try await fixture.write { try $0.colorTag(.id(plain.id), "#123456") }
    let again = try await fixture.write { try $0.renameTag(.id(plain.id), to: "job") }
    #expect(again.tag.color == "#123456")
    #expect(again.tag.id == plain.id && again.merged == nil)
    #expect(try await fixture.tags().map(\.name) == ["job"])
  }

  @Test func `a color that was chosen beside other tags is a default color, too`() async throws {
    let names = ["Client A", "Client C", "Client D"]
    var tags: [MinutaCore.Tag] = []
    for name in names {
      tags.append(try await fixture.write { try $0.createTag(.name(name), color: nil) })
    }
    #expect(Set(tags.map(\.color)).count == 3)
    let id = tags[2].id
    let renamed = try await fixture.write { try $0.renameTag(.id(id), to: "Work") }
    #expect(renamed.tag.color == TagColor.hex(for: "Work"))
    let reset = try await fixture.write { try $0.colorTag(.id(id), nil) }
    #expect(reset.tag.color == renamed.tag.color)
  }

  @Test func `the default color of earlier versions changes with the name, too`() async throws {
    let tag = try await fixture.write { try $0.createTag(.name("Work"), color: "#8C5EA2") }
    let renamed = try await fixture.write { try $0.renameTag(.id(tag.id), to: "Job") }
    #expect(renamed.tag.color == TagColor.hex(for: "Job"))
  }

  @Test(arguments: ["Work", "work", " WORK "])
  func `E41 renaming to the name of another tag merges the two`(name: String) async throws {
    let work = try fixture.addTag("Work")
    let job = try fixture.addTag("Job")
    try fixture.add("09:00", "10:00", tag: job)
    try fixture.add("10:00", tag: job)
    try fixture.add("08:00", "09:00", tag: work)
    let merged = try await fixture.write { try $0.renameTag(.name("job"), to: name) }
    #expect(merged.merged == 2)
    #expect(merged.tag == work && merged.old == job)
    #expect(try await fixture.tags() == [work])
    #expect(try await fixture.records().allSatisfy { $0.tagId == work.id })
  }

  @Test func `renaming rejects blank names and unknown tags`() async throws {
    let work = try fixture.addTag("Work")
    await #expect(throws: TrackingError.emptyTagName) {
      try await fixture.write { try $0.renameTag(.id(work.id), to: " ") }
    }
    await #expect(throws: TrackingError.tagNotFound("Wrok", candidates: ["Work"])) {
      try await fixture.write { try $0.renameTag(.name("Wrok"), to: "Job") }
    }
  }

  @Test func `deleting a tag removes it from its records`() async throws {
    let work = try fixture.addTag("Work")
    let other = try fixture.addTag("Other")
    try fixture.add("09:00", "10:00", tag: work)
    try fixture.add("10:00", tag: other)
    let deleted = try await fixture.write { try $0.deleteTag(.id(work.id)) }
    #expect(deleted.tag == work && deleted.records == 1)
    #expect(try await fixture.tags() == [other])
    #expect(try await fixture.records().map(\.tagId) == [nil, other.id])
  }

  @Test func `archiving and unarchiving a tag keeps its timer running`() async throws {
    let work = try fixture.addTag("Work")
    try fixture.add("09:00", tag: work)
    for isArchived in [true, false] {
      for isUnchanged in [false, true] {
        let answer = try await fixture.write { try $0.archiveTag(.id(work.id), isArchived) }
        #expect(answer.tag.isArchived == isArchived)
        #expect(answer.isUnchanged == isUnchanged)
      }
    }
    #expect(try await fixture.intervals() == ["09:00-"])
  }

  @Test func `a tag's color can be set and reset to the default`() async throws {
    let work = try fixture.addTag("Work")
    let red = try await fixture.write { try $0.colorTag(.id(work.id), "#FF0000") }
    #expect(red.tag.color == "#FF0000")
    #expect(try await fixture.write { try $0.colorTag(.id(work.id), nil).tag } == work)
  }
}
