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
  func `E30 conflict copies of tags are merged by id, and nothing is lost`(
    name: String
  ) async throws {
    let bench = try DoctorFixture()
    try bench.save(tags: Fixture.tag("Work"))
    try bench.touch("tags.json", at: 0)
    let copy = Fixture.tagsText(Fixture.tag("Job"), Fixture.tag("More", Self.moreID))
    try bench.write(
      copy.replacing("\"tags\"", with: "\"syncedAt\": 12, \"tags\""),
      to: name,
      at: 10
    )
    let after = try await bench.expectRepair()
    #expect(after.keys.sorted() == ["tags.json"])
    #expect(try bench.tags().tags.map(\.name) == ["Job", "More"])
    #expect(try JSONValue(parsing: bench.folder.text(of: "tags.json"))["syncedAt"] == 12)
  }

  @Test func `E30 of two names that differ on both sides the later counts, and is told`()
    async throws
  {
    let bench = try DoctorFixture()
    try bench.write(Fixture.tagsText(Fixture.tag("Work")), to: "tags.json", at: 10)
    try bench.write(Fixture.tagsText(Fixture.tag("Job")), to: Self.names[0], at: 0)
    guard case .merge(let merge) = try await bench.findings().first?.remedy else {
      Issue.record("no merge")
      return
    }
    #expect(merge.decided == ["name of Work", "color of Work"])
    #expect(merge.later == "tags.json")
    _ = try await bench.expectRepair()
    #expect(try bench.tags().tags.map(\.name) == ["Work"])
  }

  @Test func `E30 a copy does not replace tags that could not be read once`() async throws {
    let bench = try DoctorFixture()
    try bench.save(tags: Fixture.tag("Work"))
    try bench.write(Fixture.tagsText(Fixture.tag("More", Self.moreID)), to: Self.names[0])
    let before = try bench.files()
    do {
      // Opening a file on which another process holds a lease fails with EWOULDBLOCK.
      let file = try FileDescriptor(opening: "\(bench.folder.path)/tags.json", for: .truncating)
      let number = file.number
      try #require(fcntl(number, Self.setSignal, SIGURG) == 0)
      try #require(fcntl(number, Self.setLease, CInt(F_WRLCK)) == 0)
      _ = try? await bench.repair()
    }
    #expect(try bench.files() == before)
    _ = try await bench.repair()
    #expect(try bench.tags().tags.map(\.name).sorted() == ["More", "Work"])
  }

  /// Commands of fcntl(2) that Swift's importer leaves out.
  private static let (setSignal, setLease): (CInt, CInt) = (10, 1024)

  @Test func `E30 a copy without anything new goes to the trash`() async throws {
    let bench = try DoctorFixture()
    try bench.save(tags: Fixture.tag("Work"))
    for name in Self.names { try bench.write(Fixture.tagsText(Fixture.tag("Work")), to: name) }
    let found = try await bench.findings()
    #expect(found.map(\.remedy) == [.discard, .discard, .discard])
    _ = try await bench.expectRepair(of: 3)
    #expect(try bench.trash().count == 3)
  }

  @Test func `E30 what git left in the tags is merged`() async throws {
    let bench = try DoctorFixture()
    let (ours, theirs) = (Fixture.tag("Work"), Fixture.tag("More", Self.moreID))
    try bench.write(
      "<<<<<<< HEAD\n\(Fixture.tagsText(ours))=======\n\(Fixture.tagsText(theirs))>>>>>>> b\n",
      to: "tags.json"
    )
    _ = try await bench.expectRepair()
    #expect(try bench.tags().tags.map(\.name) == ["Work", "More"])
  }

  @Test func `E30 a copy takes the place of tags that are gone`() async throws {
    let bench = try DoctorFixture()
    try bench.write(Fixture.tagsText(Fixture.tag("Work")), to: Self.names[0])
    let after = try await bench.expectRepair()
    #expect(after.keys.sorted() == ["tags.json"])
    #expect(try bench.tags().tags.map(\.name) == ["Work"])
  }

  @Test(arguments: ["", "\0\0\0", "{\"tags\": [{", "nonsense", "[]"])
  func `E36 tags that cannot be read come back as this machine wrote them last`(
    text: String
  ) async throws {
    let bench = try DoctorFixture()
    try bench.save(tags: Fixture.tag("Work"))
    let good = try bench.folder.text(of: "tags.json")
    try bench.write(text, to: "tags.json")
    let after = try await bench.expectRepair()
    #expect(after["tags.json"] == Data(good.utf8))
    #expect(try bench.trash() == ["tags.json"])
  }

  @Test func `E36 tags that come back are merged with a copy in the same repair`() async throws {
    let bench = try DoctorFixture()
    try bench.save(tags: Fixture.tag("Work"))
    try bench.write("", to: "tags.json")
    try bench.write(Fixture.tagsText(Fixture.tag("More", Self.moreID)), to: Self.names[0])
    _ = try await bench.expectRepair(of: 2)
    #expect(try bench.tags().tags.map(\.name) == ["Work", "More"])
  }

  @Test func `E36 a copy takes the place of tags that nobody remembers`() async throws {
    let bench = try DoctorFixture()
    try bench.write("", to: "tags.json")
    try bench.write(Fixture.tagsText(Fixture.tag("Work")), to: Self.names[0])
    _ = try await bench.expectRepair(of: 1)
    #expect(try bench.tags().tags.map(\.name) == ["Work"])
  }

  @Test(arguments: [("tags-old.json", "{\"tags\": []}"), (names[0], "{"), (names[0], "{}")])
  func `E30 a copy that is none, or cannot be used, is left to a person`(
    name: String,
    text: String
  ) async throws {
    let bench = try DoctorFixture()
    try bench.save(tags: Fixture.tag("Work"))
    try bench.write(text, to: name)
    let before = try bench.files()
    let diagnosis = try await bench.repair()
    #expect(diagnosis.repaired.isEmpty)
    #expect(diagnosis.remaining.map(\.file) == [name])
    #expect(try bench.files() == before)
  }
}
