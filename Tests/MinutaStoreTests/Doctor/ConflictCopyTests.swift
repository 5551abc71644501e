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
  func `E30 the names that syncs give to a second version`(path: String, original: String?) {
    #expect(ConflictCopyName(path)?.original == original)
  }

  @Test(arguments: names)
  func `E30 a copy that says the same goes to the trash`(name: String) async throws {
    let bench = try DoctorFixture()
    try bench.save(Fixture.record(comment: "a"))
    // The same with other blanks, another order and another spelling.
    try bench.write(
      """
      {"startTime": "2026-11-20T09:00:00+01:00", "endTime": "2026-11-20T09:00:00Z", "comment": "a",
       "id": "\(Fixture.id.lowercased())", "tagId": null}
      """,
      to: Self.path(name)
    )
    let finding = try #require(try await bench.findings().first)
    #expect(finding.file == Self.path(name))
    #expect(finding.remedy == .discard)
    let after = try await bench.expectRepair()
    #expect(after.keys.sorted() == [Fixture.path])
    #expect(try bench.trash() == [name])
  }

  @Test(arguments: names)
  func `E30 a copy of one id is merged: a value wins over none, else the later file`(
    name: String
  ) async throws {
    for isCopyLater in [true, false] {
      let bench = try DoctorFixture()
      try bench.write(
        Fixture.text(Fixture.record(end: nil, comment: "ours")),
        to: Fixture.path,
        at: isCopyLater ? 0 : 10
      )
      try bench.write(
        """
        {"id": "\(Fixture.id)", "startTime": "2026-11-20T08:00:00Z",
         "endTime": "2026-11-20T09:00:00Z", "comment": "theirs", "mood": {"a": [1.0]}}
        """,
        to: Self.path(name),
        at: 5
      )
      guard case .merge(let merge) = try await bench.findings().first?.remedy else {
        Issue.record("no merge")
        return
      }
      #expect(merge.decided == ["comment"])
      #expect(merge.later == (isCopyLater ? Self.path(name) : Fixture.path))
      let after = try await bench.expectRepair()
      let merged = try JSONValue(parsing: Array((after[Fixture.path] ?? nil) ?? Data()))
      #expect(merged["comment"]?.string == (isCopyLater ? "theirs" : "ours"))
      #expect(merged["endTime"] == "2026-11-20T09:00:00Z")
      #expect(merged["mood"]?.text() == #"{"a":[1.0]}"#)
      #expect(merge.after == merged.text(.indented))
    }
  }

  @Test func `E30 the side that changed wins where this machine's history knows the base`()
    async throws
  {
    let bench = try DoctorFixture()
    let base = Fixture.record(end: nil, comment: "base")
    try bench.save(base, tags: Fixture.tag("Work"))
    // Stopped here; given a tag and another comment elsewhere, and changed later.
    try bench.save(Fixture.record(comment: "base"))
    try bench.touch(Fixture.path, at: 0)
    try bench.write(
      Fixture.text(Fixture.record(end: nil, tag: Fixture.tagID)),
      to: Self.path(Self.names[0]),
      at: 10
    )
    guard case .merge(let merge) = try await bench.findings().first?.remedy else {
      Issue.record("no merge")
      return
    }
    #expect(merge.decided.isEmpty)
    _ = try await bench.expectRepair()
    #expect(try bench.records() == [Fixture.record(tag: Fixture.tagID)])
  }

  @Test func `E30 images of both sides stay, and what was taken away stays away`() async throws {
    let bench = try DoctorFixture()
    for image in ["a.png", "b.png", "c.png"] { try bench.write("x", to: Self.path(image)) }
    try bench.save(Fixture.record(images: ["a.png", "gone.png"]))
    try bench.save(Fixture.record(images: ["a.png", "b.png"]))
    try bench.write(
      Fixture.text(Fixture.record(images: ["a.png", "gone.png", "c.png"])),
      to: Self.path(Self.names[0])
    )
    _ = try await bench.expectRepair()
    #expect(try bench.records().first?.images == ["a.png", "b.png", "c.png"])
  }

  @Test func `E30 several copies of one record become one`() async throws {
    let bench = try DoctorFixture()
    try bench.save(Fixture.record(end: nil))
    try bench.write(
      Fixture.text(Fixture.record(end: nil, comment: "b")),
      to: Self.path(Self.names[0])
    )
    try bench.write(Fixture.text(Fixture.record()), to: Self.path(Self.names[1]))
    try bench.write(
      Fixture.text(Fixture.record(comment: "b")),
      to: "records/2025/01/elsewhere_conflict_1.json"
    )
    _ = try await bench.expectRepair(of: 3)
    #expect(try bench.records() == [Fixture.record(comment: "b")])
    #expect(try bench.trash().count == 3)
  }

  @Test func `E30 a copy of another id is a record of its own and gets a name of its own`()
    async throws
  {
    let bench = try DoctorFixture()
    try bench.save(Fixture.record())
    let text = "  " + Fixture.text(Fixture.record(Fixture.otherID, comment: "mine"))
    try bench.write(text, to: Self.path(Self.names[0]))
    let after = try await bench.expectRepair()
    let own = "records/2026/11/2026-11-20_080000_22222222.json"
    #expect(after.keys.sorted() == [Fixture.path, own])
    #expect(after[own] == Data(text.utf8))
    #expect(try bench.records().count == 2)
  }

  @Test func `E30 two copies without a first version become one with a name of its own`()
    async throws
  {
    let bench = try DoctorFixture()
    try bench.write(Fixture.text(Fixture.record(end: nil)), to: Self.path(Self.names[0]))
    try bench.write(Fixture.text(Fixture.record()), to: Self.path(Self.names[1]))
    let after = try await bench.expectRepair(of: 2)
    #expect(after.keys.sorted() == [Fixture.path])
    #expect(try bench.records() == [Fixture.record()])
  }

  @Test(arguments: ["", "{", "nonsense", "[]"])
  func `E30 a copy that cannot be used is named and left to a person`(text: String) async throws {
    let bench = try DoctorFixture()
    try bench.save(Fixture.record())
    try bench.write(text, to: Self.path(Self.names[0]))
    let after = try await bench.repair()
    #expect(after.repaired.isEmpty)
    #expect(after.remaining.map(\.file) == [Self.path(Self.names[0])])
    #expect(try bench.folder.text(of: Self.path(Self.names[0])) == text)
  }

  @Test func `two files of one id that share a time are one record`() async throws {
    let bench = try DoctorFixture()
    try bench.save(Fixture.record(end: nil))
    try bench.write(Fixture.text(Fixture.record(comment: "b")), to: Self.path("copy.json"))
    let after = try await bench.expectRepair()
    #expect(after.keys.sorted() == [Fixture.path])
    #expect(try bench.records() == [Fixture.record(comment: "b")])
  }

  @Test(arguments: [true, false])
  func `two files of one id that share no time are two records`(isCopyLater: Bool) async throws {
    let bench = try DoctorFixture()
    let other = Fixture.record(start: "10:00", end: "11:00", comment: "b")
    try bench.write(Fixture.text(Fixture.record()), to: Fixture.path, at: isCopyLater ? 0 : 10)
    try bench.write(Fixture.text(other), to: Self.path("copy.json"), at: 5)
    _ = try await bench.expectRepair()
    let records = try bench.records()
    #expect(records.map(\.comment) == [nil, "b"])
    #expect(Set(records.map(\.id)).count == 2)
    #expect((records.first?.id.uuidString == Fixture.id) == isCopyLater)
  }

  @Test func `many files of one id are put right in one go`() async throws {
    let bench = try DoctorFixture()
    for (index, hour) in ["10", "11", "12", "13", "14", "14"].enumerated() {
      let record = Fixture.record(start: "\(hour):00", end: "\(hour):30")
      try bench.write(Fixture.text(record), to: Self.path("copy\(index).json"), at: Double(-index))
    }
    _ = try await bench.expectRepair(of: 5)
    #expect(try bench.records().count == 5)
  }

  @Test func `E30 a start of one side and an end of the other go together, or neither`() {
    let merge = JSONObjectMerge(
      ["startTime": "2026-11-20T08:00:00Z", "endTime": "2026-11-20T09:00:00Z"],
      ["startTime": "2026-11-20T10:00:00Z", "endTime": "2026-11-20T11:00:00Z"],
      base: MergeBase(["startTime": "2026-11-20T08:00:00Z", "endTime": "2026-11-20T11:00:00Z"]),
      isTheirsLater: false
    )
    #expect(merge.result["startTime"] == "2026-11-20T08:00:00Z")
    #expect(merge.result["endTime"] == "2026-11-20T09:00:00Z")
    #expect(merge.decided == ["startTime", "endTime"])
  }
}
