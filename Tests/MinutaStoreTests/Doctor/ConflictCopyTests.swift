import Foundation
import JSONText
import MinutaCore
import MinutaTestSupport
import Testing

@testable import MinutaStore

@Suite struct ConflictCopyTests {
  private typealias Fixture = DoctorFixture

  private static let names = [
    "2026-11-20_080000.sync-conflict-20260101-120000-ABCDEFG.json",
    "2026-11-20_080000 (Anna's conflicted copy 2026-01-01).json",
    "2026-11-20_080000 (conflicted copy 2026-01-01) (1).json", "2026-11-20_080000_conflict_12.json",
  ]

  private static func path(_ name: String) -> String { "records/2026/11/\(name)" }

  @Test(arguments: [
    ("a/X.sync-conflict-20260101-120000-ABCDEFG.json", "a/X.json"),
    ("X.sync-conflict-20260101-120000.json", "X.json"),
    ("X.sync-conflict-20260101-120000-A.sync-conflict-20260102-120000-B.json", "X.json"),
    ("X (Anna's conflicted copy 2026-01-01).json", "X.json"),
    ("X (1) (conflicted copy 2026-01-01) (2).json", "X (1).json"), ("X_conflict_12.json", "X.json"),
    ("X_conflict_.json", nil), ("X_conflict_1a.json", nil), ("X (1).json", nil), ("X.json", nil),
    (".sync-conflict-20260101-120000-ABCDEFG.json", nil), ("X.sync-conflict-.json", nil),
    ("X.sync-conflict-20260101-120000-ABCDEFG.png", nil), ("(conflicted copy).json", nil),
  ])
  func `E30 names of conflict copies are parsed`(path: String, original: String?) {
    #expect(ConflictCopyName(path)?.original == original)
  }

  @Test(arguments: names)
  func `E30 a copy with the same meaning moves to the trash`(name: String) async throws {
    let fixture = try DoctorFixture()
    try fixture.save(Fixture.record(comment: "a"))
    // The copy has the same meaning as the file, but other whitespace, key order and spelling.
    try fixture.write(
      """
      {"startTime": "2026-11-20T09:00:00+01:00", "endTime": "2026-11-20T09:00:00Z", "comment": "a",
       "id": "\(Fixture.id.lowercased())", "tagId": null}
      """,
      to: Self.path(name)
    )
    let finding = try #require(try await fixture.findings().first)
    #expect(finding.file == Self.path(name))
    #expect(finding.remedy == .discard)
    let after = try await fixture.expectRepair()
    #expect(after.keys.sorted() == [Fixture.path])
    #expect(try fixture.trash() == [name])
  }

  @Test(arguments: names)
  func `E30 a copy is merged: a value wins over none, and the later of two wins`(
    name: String
  ) async throws {
    for isCopyLater in [true, false] {
      let fixture = try DoctorFixture()
      try fixture.write(
        Fixture.text(Fixture.record(end: nil, comment: "ours")),
        to: Fixture.path,
        at: isCopyLater ? 0 : 10
      )
      try fixture.write(
        """
        {"id": "\(Fixture.id)", "startTime": "2026-11-20T08:00:00Z",
         "endTime": "2026-11-20T09:00:00Z", "comment": "theirs", "mood": {"a": [1.0]}}
        """,
        to: Self.path(name),
        at: 5
      )
      let merge = try #require(try await fixture.findings().first?.merge)
      #expect(merge.decided == ["comment"])
      #expect(merge.later == (isCopyLater ? Self.path(name) : Fixture.path))
      let after = try await fixture.expectRepair()
      let merged = try JSONValue(parsing: Array((after[Fixture.path] ?? nil) ?? Data()))
      #expect(merged["comment"]?.string == (isCopyLater ? "theirs" : "ours"))
      #expect(merged["endTime"] == "2026-11-20T09:00:00Z")
      #expect(merged["mood"]?.text() == #"{"a":[1.0]}"#)
      #expect(merge.after == merged.text(.indented))
    }
  }

  @Test func `E30 with a known base, the side that changed a member wins`() async throws {
    let fixture = try DoctorFixture()
    let base = Fixture.record(end: nil, comment: "base")
    try fixture.save(base, tags: Fixture.tag("Work"))
    // On this machine the timer is stopped. The conflict copy, which is newer, has a tag and
    // another comment.
    try fixture.save(Fixture.record(comment: "base"))
    try fixture.touch(Fixture.path, at: 0)
    try fixture.write(
      Fixture.text(Fixture.record(end: nil, tag: Fixture.tagID)),
      to: Self.path(Self.names[0]),
      at: 10
    )
    let merge = try #require(try await fixture.findings().first?.merge)
    #expect(merge.decided.isEmpty)
    _ = try await fixture.expectRepair()
    #expect(try fixture.records() == [Fixture.record(tag: Fixture.tagID)])
  }

  @Test func `E30 images of both sides are kept and removed ones stay removed`() async throws {
    let fixture = try DoctorFixture()
    for image in ["a.png", "b.png", "c.png"] { try fixture.write("x", to: Self.path(image)) }
    try fixture.save(Fixture.record(images: ["a.png", "gone.png"]))
    try fixture.save(Fixture.record(images: ["a.png", "b.png"]))
    try fixture.write(
      Fixture.text(Fixture.record(images: ["a.png", "gone.png", "c.png"])),
      to: Self.path(Self.names[0])
    )
    _ = try await fixture.expectRepair()
    #expect(try fixture.records().first?.images == ["a.png", "b.png", "c.png"])
  }

  @Test func `E30 several copies of one record are merged`() async throws {
    let fixture = try DoctorFixture()
    try fixture.save(Fixture.record(end: nil))
    try fixture.write(
      Fixture.text(Fixture.record(end: nil, comment: "b")),
      to: Self.path(Self.names[0])
    )
    try fixture.write(Fixture.text(Fixture.record()), to: Self.path(Self.names[1]))
    try fixture.write(
      Fixture.text(Fixture.record(comment: "b")),
      to: "records/2025/01/elsewhere_conflict_1.json"
    )
    _ = try await fixture.expectRepair(of: 3)
    #expect(try fixture.records() == [Fixture.record(comment: "b")])
    #expect(try fixture.trash().count == 3)
  }

  @Test func `E30 a copy with another ID is a separate record and is renamed`() async throws {
    let fixture = try DoctorFixture()
    try fixture.save(Fixture.record())
    let text = "  " + Fixture.text(Fixture.record(Fixture.otherID, comment: "mine"))
    try fixture.write(text, to: Self.path(Self.names[0]))
    let after = try await fixture.expectRepair()
    let own = "records/2026/11/2026-11-20_080000_22222222.json"
    #expect(after.keys.sorted() == [Fixture.path, own])
    #expect(after[own] == Data(text.utf8))
    #expect(try fixture.records().count == 2)
  }

  @Test func `E30 two copies without an original are merged and renamed`() async throws {
    let fixture = try DoctorFixture()
    try fixture.write(Fixture.text(Fixture.record(end: nil)), to: Self.path(Self.names[0]))
    try fixture.write(Fixture.text(Fixture.record()), to: Self.path(Self.names[1]))
    let after = try await fixture.expectRepair(of: 2)
    #expect(after.keys.sorted() == [Fixture.path])
    #expect(try fixture.records() == [Fixture.record()])
  }

  @Test(arguments: ["", "{", "nonsense", "[]"])
  func `E30 an unusable copy is reported but not changed`(text: String) async throws {
    let fixture = try DoctorFixture()
    try fixture.save(Fixture.record())
    try fixture.write(text, to: Self.path(Self.names[0]))
    let after = try await fixture.repair()
    #expect(after.repaired.isEmpty)
    #expect(after.remaining.map(\.file) == [Self.path(Self.names[0])])
    #expect(try fixture.folder.text(of: Self.path(Self.names[0])) == text)
  }

  @Test func `two files with the same ID and start are one record`() async throws {
    let fixture = try DoctorFixture()
    try fixture.save(Fixture.record(end: nil))
    try fixture.write(Fixture.text(Fixture.record(comment: "b")), to: Self.path("copy.json"))
    let after = try await fixture.expectRepair()
    #expect(after.keys.sorted() == [Fixture.path])
    #expect(try fixture.records() == [Fixture.record(comment: "b")])
  }

  @Test(arguments: [true, false])
  func `two files with the same ID but different times are two records`(isCopyLater: Bool)
    async throws
  {
    let fixture = try DoctorFixture()
    let other = Fixture.record(start: "10:00", end: "11:00", comment: "b")
    try fixture.write(Fixture.text(Fixture.record()), to: Fixture.path, at: isCopyLater ? 0 : 10)
    try fixture.write(Fixture.text(other), to: Self.path("copy.json"), at: 5)
    _ = try await fixture.expectRepair()
    let records = try fixture.records()
    #expect(records.map(\.comment) == [nil, "b"])
    #expect(Set(records.map(\.id)).count == 2)
    #expect((records.first?.id.uuidString == Fixture.id) == isCopyLater)
  }
}
