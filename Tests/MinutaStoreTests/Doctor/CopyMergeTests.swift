import Foundation
import JSONText
import MinutaCore
import MinutaTestSupport
import Testing

@testable import MinutaStore

/// Conflict copies of sync programs, which the next change merges.
@Suite struct CopyMergeTests {
  private typealias Fixture = DoctorFixture

  private static let names = [
    "2026-11-20_080000.sync-conflict-20261124-101112-ABCDEFG.json",
    "2026-11-20_080000 (Anna's conflicted copy 2026-11-24).json",
    "2026-11-20_080000 (conflicted copy 2026-11-24 101112).json",
  ]
  private static let copy = "records/2026/11/\(names[0])"

  /// The versions of a record before a change, and the members that the merged record has.
  ///
  /// The copy is later by a number of seconds.
  typealias Versions = (
    description: String, ours: JSONObject, theirs: JSONObject, later: Double, merged: JSONObject
  )

  private static func text(_ members: JSONObject) -> String {
    var json = StoredRecord.json(of: Fixture.record(end: nil))
    for (key, value) in members.members.map({ ($0.key, $0.value) }) { json[key] = value }
    return JSONValue.object(json).text(.indented)
  }

  private static let mergeable: [Versions] = [
    ("equal versions", [:], [:], 10, [:]),
    (
      "a value and none", ["comment": "ours"], ["endTime": "2026-11-20T09:00:00Z"], 10,
      ["endTime": "2026-11-20T09:00:00Z", "comment": "ours"]
    ),
    (
      "two ends, the copy's is later", ["endTime": "2026-11-20T09:00:00Z"],
      ["endTime": "2026-11-20T08:30:00Z"], 10, ["endTime": "2026-11-20T08:30:00Z"]
    ),
    (
      "two ends, the file's is later", ["endTime": "2026-11-20T09:00:00Z"],
      ["endTime": "2026-11-20T08:30:00Z"], -10, ["endTime": "2026-11-20T09:00:00Z"]
    ),
    ("labels", ["comment": "Call #a"], ["comment": "Call #b=1"], 10, ["comment": "Call #b=1 #a"]),
    ("images", ["images": ["a.png"]], ["images": ["b.png"]], 10, ["images": ["a.png", "b.png"]]),
    (
      "a longer comment", ["comment": "Call"], ["comment": "Call Anna"], 10,
      ["comment": "Call Anna"]
    ),
    (
      "unknown members", ["mood": "good"], ["weather": ["a": 1]], 10,
      ["mood": "good", "weather": ["a": 1]]
    ),
  ]

  @Test(arguments: mergeable, names)
  func `a change merges a copy, and undo takes back only the change`(
    versions: Versions,
    name: String
  ) async throws {
    let fixture = try DoctorFixture()
    try fixture.write(Self.text(versions.ours), to: Fixture.path)
    let copy = "records/2026/11/\(name)"
    try fixture.write(Self.text(versions.theirs), to: copy, at: versions.later)
    try fixture.change { record in record.timeZone = "Europe/Zurich" }
    #expect(try fixture.files().keys.sorted() == [Fixture.path])
    #expect(try fixture.trash() == [name])
    let changed = try JSONValue(parsing: fixture.folder.text(of: Fixture.path))
    #expect(changed["timeZone"] == "Europe/Zurich")
    for (key, value) in versions.merged.members.map({ ($0.key, $0.value) }) {
      #expect(changed[key] == value)
    }
    try await fixture.undo()
    let undone = try JSONValue(parsing: fixture.folder.text(of: Fixture.path))
    var expected = changed.object ?? [:]
    expected["timeZone"] = nil
    #expect(undone.object.map { JSONObjectMerge.isSame($0, expected) } == true)
    #expect(try fixture.files().keys.sorted() == [Fixture.path])
    let missing = ["a.png", "b.png"].map { StoreProblem.imageMissing($0) }
    #expect(try await fixture.findings().filter { !missing.contains($0.problem) } == [])
  }

  @Test(
    arguments: [
      ("two comments", ["comment": "ours"], ["comment": "theirs"], 10, ["comment": "theirs"]),
      (
        "two ends of the same age", ["endTime": "2026-11-20T09:00:00Z"],
        ["endTime": "2026-11-20T08:30:00Z"], 0, ["endTime": "2026-11-20T09:00:00Z"]
      ),
    ] as [Versions]
  )
  func `a copy about which the user has to decide stays for the doctor`(
    versions: Versions
  ) async throws {
    let fixture = try DoctorFixture()
    try fixture.write(Self.text(versions.ours), to: Fixture.path)
    try fixture.write(Self.text(versions.theirs), to: Self.copy, at: versions.later)
    let theirs = try fixture.folder.text(of: Self.copy)
    // Nor does a change make this machine's version the common ancestor.
    for zone in ["Europe/Zurich", "Europe/Rome"] {
      try fixture.change { $0.timeZone = zone }
      try fixture.touch(Fixture.path, at: 0)
      #expect(try fixture.folder.text(of: Self.copy) == theirs)
    }
    let other = try DoctorFixture()
    try other.write(Self.text(versions.ours), to: Fixture.path)
    try other.write(theirs, to: Self.copy, at: versions.later)
    #expect(try await other.repair().repaired.count == 1)
    let merged = try JSONValue(parsing: other.folder.text(of: Fixture.path))
    for (key, value) in versions.merged.members.map({ ($0.key, $0.value) }) {
      #expect(merged[key] == value)
    }
  }

  /// A version of a record that ends at 9:00, and that an invoice bills.
  private static let billed: JSONObject = [
    "endTime": "2026-11-20T09:00:00Z", "comment": "Plan #billed=2026-001",
  ]

  @Test(
    arguments: [
      ["endTime": "2026-11-20T18:00:00Z", "comment": "Plan"],
      ["endTime": "2026-11-20T18:00:00Z", "comment": "Plan #billed=2026-001"],
      ["endTime": "2026-11-20T09:00:00Z", "comment": "Draft"],
      ["endTime": "2026-11-20T09:00:00Z", "comment": "Plan", "timeZone": "Asia/Tokyo"],
    ] as [JSONObject],
    [-10.0, 10]
  )
  func `a copy with other values than a billed file stays for the doctor, who names the invoice`(
    copy: JSONObject,
    later: Double
  ) async throws {
    let fixture = try DoctorFixture()
    try fixture.write(Self.text(Self.billed), to: Fixture.path)
    try fixture.write(Self.text(copy), to: Self.copy, at: later)
    let before = try fixture.files()
    for number in [1, 2] {
      try fixture.save(Fixture.record(Fixture.otherID, comment: "\(number)"))
      for path in [Fixture.path, Self.copy] {
        #expect(try fixture.files()[path] == before[path])
      }
    }
    let findings = try await fixture.findings()
    #expect(findings.compactMap(\.merge).map(\.invoice) == ["2026-001"])
  }

  @Test(arguments: [-10.0, 10])
  func `a billed copy stays for the doctor, who keeps its values`(later: Double) async throws {
    let fixture = try DoctorFixture()
    let edited = Self.text(["endTime": "2026-11-20T18:00:00Z", "comment": "Plan"])
    try fixture.write(edited, to: Fixture.path)
    try fixture.write(Self.text(Self.billed), to: Self.copy, at: later)
    try fixture.save(Fixture.record(Fixture.otherID))
    #expect(try fixture.folder.text(of: Fixture.path) == edited)
    #expect(try await fixture.repair().repaired.count == 1)
    let file = try JSONValue(parsing: fixture.folder.text(of: Fixture.path))
    #expect(file["endTime"] == "2026-11-20T09:00:00Z")
    #expect(file.object?.invoice == "2026-001")
  }

  @Test func `the undo of a merge brings back every byte, and the next change merges again`()
    async throws
  {
    let fixture = try DoctorFixture()
    try fixture.write(Self.text(["comment": "ours"]), to: Fixture.path)
    try fixture.write(Self.text(["endTime": "2026-11-20T09:00:00Z"]), to: Self.copy, at: 5)
    let before = try fixture.files()
    try fixture.change { $0.timeZone = "Europe/Zurich" }
    try await fixture.undo()
    try await fixture.undo(.entry(1))
    #expect(try fixture.files() == before)
    try fixture.change { $0.timeZone = "Europe/Zurich" }
    #expect(try fixture.files().keys.sorted() == [Fixture.path])
  }

  @Test func `of several copies the latest wins`() async throws {
    let fixture = try DoctorFixture()
    let ends = ["08:10", "08:40", "08:20"]
    let names = [Fixture.path] + Self.names[..<2].map { "records/2026/11/\($0)" }
    for (path, (end, time)) in zip(names, zip(ends, [0.0, 20, 10])) {
      let text = Self.text(["endTime": .string("2026-11-20T\(end):00Z")])
      try fixture.write(text, to: path, at: time)
    }
    try fixture.change { $0.timeZone = "Europe/Zurich" }
    #expect(try fixture.records().map(\.endTime) == [Fixture.date("2026-11-20T08:40:00Z")])
    #expect(try fixture.files().keys.sorted() == [Fixture.path])
  }

  @Test func `a call that fails or changes nothing merges nothing`() async throws {
    let fixture = try DoctorFixture()
    try fixture.write(Self.text([:]), to: Fixture.path)
    try fixture.write(Self.text(["comment": "theirs"]), to: Self.copy, at: 5)
    let before = try fixture.files()
    #expect(throws: CancellationError.self) {
      try fixture.change { record in
        record.comment = "ours"
        throw CancellationError()
      }
    }
    #expect(try fixture.files() == before)
  }

  @Test func `a copy of another record, or one that can't be read, stays`() async throws {
    for text in [Fixture.text(Fixture.record(Fixture.otherID)), "{", ""] {
      let fixture = try DoctorFixture()
      try fixture.write(Self.text([:]), to: Fixture.path)
      try fixture.write(text, to: Self.copy, at: 5)
      try fixture.change { $0.comment = "ours" }
      #expect(try fixture.folder.text(of: Self.copy) == text)
    }
  }

  @Test(arguments: [
    "tags.sync-conflict-20261124-101112-ABCDEFG.json",
    "tags (Anna's conflicted copy 2026-11-24).json",
    "tags (conflicted copy 2026-11-24 101112).json",
  ])
  func `a change of tags merges a copy of the tags`(name: String) async throws {
    let fixture = try DoctorFixture()
    let more = Fixture.tag("More", "BBBBBBBB-BBBB-BBBB-BBBB-BBBBBBBBBBBB")
    let new = Fixture.tag("New", "CCCCCCCC-CCCC-CCCC-CCCC-CCCCCCCCCCCC")
    try fixture.save(tags: Fixture.tag("Work"))
    try fixture.write(Fixture.tagsText(Fixture.tag("Work"), more), to: name, at: 10)
    try fixture.save(tags: new)
    #expect(try fixture.tags().tags.map(\.name) == ["Work", "More", "New"])
    #expect(try fixture.files().keys.sorted() == ["tags.json"])
    try await fixture.undo()
    #expect(try fixture.tags().tags.map(\.name) == ["Work", "More"])
  }

  @Test func `a tag that both sides renamed stays for the doctor`() async throws {
    let fixture = try DoctorFixture()
    try fixture.write(Fixture.tagsText(Fixture.tag("Work")), to: "tags.json")
    let name = "tags.sync-conflict-20261124-101112-ABCDEFG.json"
    try fixture.write(Fixture.tagsText(Fixture.tag("Job")), to: name, at: 10)
    let before = try fixture.files()
    #expect(throws: TrackingError.self) { try fixture.save(tags: Fixture.tag("Work")) }
    #expect(try fixture.files() == before)
  }
}
