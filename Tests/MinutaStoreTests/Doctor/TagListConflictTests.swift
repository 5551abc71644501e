import Foundation
import JSONText
import MinutaCore
import MinutaTestSupport
import SystemCalls
import Testing

@testable import MinutaStore

@Suite struct TagListConflictTests {
  private typealias Fixture = DoctorFixture

  private static let moreID = "BBBBBBBB-BBBB-BBBB-BBBB-BBBBBBBBBBBB"
  private static let names = [
    "tags.sync-conflict-20260101-120000-ABCDEFG.json",
    "tags (Anna's conflicted copy 2026-01-01).json", "tags_conflict_3.json",
  ]

  @Test(arguments: names)
  func `E30 conflict copies of tags are merged by ID without losing anything`(
    name: String
  ) async throws {
    let fixture = try DoctorFixture()
    try fixture.save(tags: Fixture.tag("Work"))
    try fixture.touch("tags.json", at: 0)
    let copy = Fixture.tagsText(Fixture.tag("Job"), Fixture.tag("More", Self.moreID))
    try fixture.write(
      copy.replacing("\"tags\"", with: "\"syncedAt\": 12, \"tags\""),
      to: name,
      at: 10
    )
    let after = try await fixture.expectRepair()
    #expect(after.keys.sorted() == ["tags.json"])
    #expect(try fixture.tags().tags.map(\.name) == ["Job", "More"])
    #expect(try JSONValue(parsing: fixture.folder.text(of: "tags.json"))["syncedAt"] == 12)
  }

  @Test func `E30 the later of two changed tag names wins and is reported`() async throws {
    let fixture = try DoctorFixture()
    try fixture.write(Fixture.tagsText(Fixture.tag("Work")), to: "tags.json", at: 10)
    try fixture.write(Fixture.tagsText(Fixture.tag("Job")), to: Self.names[0], at: 0)
    let merge = try #require(try await fixture.findings().first?.merge)
    #expect(merge.decided == ["name of Work", "color of Work"])
    #expect(merge.later == "tags.json")
    _ = try await fixture.expectRepair()
    #expect(try fixture.tags().tags.map(\.name) == ["Work"])
  }

  @Test func `E30 a copy doesn't replace a temporarily unreadable tags.json`() async throws {
    let fixture = try DoctorFixture()
    try fixture.save(tags: Fixture.tag("Work"))
    try fixture.write(Fixture.tagsText(Fixture.tag("More", Self.moreID)), to: Self.names[0])
    let before = try fixture.files()
    do {
      // Opening a file that another process holds a lease on fails with EWOULDBLOCK.
      let file = try FileDescriptor(opening: "\(fixture.folder.path)/tags.json", for: .truncating)
      let number = file.number
      try #require(fcntl(number, Self.setSignal, SIGURG) == 0)
      try #require(fcntl(number, Self.setLease, CInt(F_WRLCK)) == 0)
      _ = try? await fixture.repair()
    }
    #expect(try fixture.files() == before)
    _ = try await fixture.repair()
    #expect(try fixture.tags().tags.map(\.name).sorted() == ["More", "Work"])
  }

  /// The commands F_SETSIG and F_SETLEASE of fcntl(2), which Swift doesn't import.
  private static let (setSignal, setLease): (CInt, CInt) = (10, 1024)

  @Test func `E30 a copy of tags without changes moves to the trash`() async throws {
    let fixture = try DoctorFixture()
    try fixture.save(tags: Fixture.tag("Work"))
    for name in Self.names { try fixture.write(Fixture.tagsText(Fixture.tag("Work")), to: name) }
    let found = try await fixture.findings()
    #expect(found.map(\.remedy) == [.discard, .discard, .discard])
    _ = try await fixture.expectRepair(of: 3)
    #expect(try fixture.trash().count == 3)
  }

  @Test func `E30 git's conflict markers in tags.json are merged`() async throws {
    let fixture = try DoctorFixture()
    let (ours, theirs) = (Fixture.tag("Work"), Fixture.tag("More", Self.moreID))
    try fixture.write(
      "<<<<<<< HEAD\n\(Fixture.tagsText(ours))=======\n\(Fixture.tagsText(theirs))>>>>>>> b\n",
      to: "tags.json"
    )
    _ = try await fixture.expectRepair()
    #expect(try fixture.tags().tags.map(\.name) == ["Work", "More"])
  }

  @Test func `E30 a copy replaces a missing tags.json`() async throws {
    let fixture = try DoctorFixture()
    try fixture.write(Fixture.tagsText(Fixture.tag("Work")), to: Self.names[0])
    let after = try await fixture.expectRepair()
    #expect(after.keys.sorted() == ["tags.json"])
    #expect(try fixture.tags().tags.map(\.name) == ["Work"])
  }

  @Test(arguments: ["", "\0\0\0", "{\"tags\": [{", "nonsense", "[]"])
  func `E36 unreadable tags are restored from this machine's history`(text: String) async throws {
    let fixture = try DoctorFixture()
    try fixture.save(tags: Fixture.tag("Work"))
    let good = try fixture.folder.text(of: "tags.json")
    try fixture.write(text, to: "tags.json")
    let after = try await fixture.expectRepair()
    #expect(after["tags.json"] == Data(good.utf8))
    #expect(try fixture.trash() == ["tags.json"])
  }

  @Test func `E36 restored tags are merged with a copy in the same repair`() async throws {
    let fixture = try DoctorFixture()
    try fixture.save(tags: Fixture.tag("Work"))
    try fixture.write("", to: "tags.json")
    try fixture.write(Fixture.tagsText(Fixture.tag("More", Self.moreID)), to: Self.names[0])
    _ = try await fixture.expectRepair(of: 2)
    #expect(try fixture.tags().tags.map(\.name) == ["Work", "More"])
  }

  @Test func `E36 a copy replaces an unreadable tags.json that the journal doesn't have`()
    async throws
  {
    let fixture = try DoctorFixture()
    try fixture.write("", to: "tags.json")
    try fixture.write(Fixture.tagsText(Fixture.tag("Work")), to: Self.names[0])
    _ = try await fixture.expectRepair(of: 1)
    #expect(try fixture.tags().tags.map(\.name) == ["Work"])
  }

  @Test(arguments: [("tags-old.json", "{\"tags\": []}"), (names[0], "{"), (names[0], "{}")])
  func `E30 an unusable copy or unrelated file is reported but not changed`(
    name: String,
    text: String
  ) async throws {
    let fixture = try DoctorFixture()
    try fixture.save(tags: Fixture.tag("Work"))
    try fixture.write(text, to: name)
    let before = try fixture.files()
    let diagnosis = try await fixture.repair()
    #expect(diagnosis.repaired.isEmpty)
    #expect(diagnosis.remaining.map(\.file) == [name])
    #expect(try fixture.files() == before)
  }
}
