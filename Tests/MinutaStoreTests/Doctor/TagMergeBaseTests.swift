import Foundation
import JSONText
import MinutaCore
import MinutaTestSupport
import Testing

@testable import MinutaStore

@Suite struct TagMergeBaseTests {
  private typealias Fixture = DoctorFixture

  private static let here = ["name", "color", "isArchived"]
  private static let there = here + ["mood"]
  private static let copy = "tags.sync-conflict-20260101-120000-ABCDEFG.json"

  private static let cases: [MergeTestCase] = MergeTestCase.all(here: here, there: there, upTo: 4) {
    member,
    edit in
    let number: Int
    switch edit {
    case .none: number = 0
    case .here(let index): number = 1 + index
    case .there: number = 5
    }
    switch member {
    case "color": return .string("#00000\(number)")
    case "isArchived": return .bool(number != 0)
    case "mood" where number == 0: return .null
    default: return .string("\(number)")
    }
  }
  .filter { test in
    !test.here.isEmpty && test.here.filter { $0 == "isArchived" }.count < 2
  }

  private static func json(_ test: MergeTestCase, _ value: (String) -> JSONValue) -> JSONValue {
    var json: JSONObject = ["id": .string(test.id.text), "createdAt": "2026-11-20T00:00:00Z"]
    for member in there where value(member) != .null { json[member] = value(member) }
    // Tag names must be unique, so begin each with the ID of its test case.
    json["name"] = .string("\(test.id.text.prefix(8)) \(value("name").string ?? "")")
    return .object(json)
  }

  private static func text(_ tags: [JSONValue]) -> String {
    JSONValue.object(["tags": .array(tags)]).text(.indented)
  }

  private static func fixture() throws -> DoctorFixture {
    let fixture = try DoctorFixture()
    let before = Self.cases.map { test in Self.json(test) { test.value(of: $0, after: 0) } }
    try fixture.write(text(before), to: "tags.json")
    for edits in 1...4 {
      let edited = Self.cases.filter { $0.here.count >= edits }
      let tags = edited.map { test in Self.json(test) { test.value(of: $0, after: edits) } }
      try fixture.save([], try StoredTags(json: .object(["tags": .array(tags)])).tags)
    }
    return fixture
  }

  private static var textThere: String {
    text(cases.map { test in json(test) { test.valueThere(of: $0) } })
  }

  private static func expectMerged(
    _ fixture: DoctorFixture,
    _ diagnosis: RepairReport,
    isTheirsLater: Bool
  ) throws {
    let merge = try #require(diagnosis.repaired.first?.merge)
    let stored = try JSONValue(parsing: fixture.folder.text(of: "tags.json"))
    var decided = 0
    for test in cases where test.isTheirsLater == isTheirsLater {
      let tag = stored["tags"]?.array?.first { $0["id"]?.string == test.id.text }
      let label = Comment(rawValue: "\(test.here) here, \(test.there) there")
      #expect(tag == json(test) { test.merged($0) }, label)
      let name = json(test) { test.value(of: $0, after: test.here.count) }["name"]?.string ?? ""
      for member in there {
        let isReported = merge.decided.contains("\(member) of \(name)")
        #expect(isReported == test.decided.contains(member), label)
        if isReported { decided += 1 }
      }
    }
    #expect(decided > 0)
  }

  @Test(arguments: [true, false])
  func `no tag edit of either machine is lost without a report`(isTheirsLater: Bool) async throws {
    let fixture = try Self.fixture()
    try fixture.write(Self.textThere, to: Self.copy, at: isTheirsLater ? 2_000_000_000 : 0)
    let diagnosis = try await fixture.repair()
    try Self.expectMerged(fixture, diagnosis, isTheirsLater: isTheirsLater)
    try await fixture.undo()
    try Self.expectMerged(fixture, try await fixture.repair(), isTheirsLater: isTheirsLater)
  }

  @Test func `no tag edit is lost when merging git's conflict markers`() async throws {
    let fixture = try Self.fixture()
    let ours = try fixture.folder.text(of: "tags.json")
    try fixture.write(
      "<<<<<<< HEAD\n\(ours)=======\n\(Self.textThere)\n>>>>>>> b\n",
      to: "tags.json"
    )
    try Self.expectMerged(fixture, try await fixture.repair(), isTheirsLater: false)
  }

  @Test func `a tag deleted here stays deleted if the copy didn't change it`() async throws {
    let fixture = try DoctorFixture()
    let more = Fixture.tag("More", "BBBBBBBB-BBBB-BBBB-BBBB-BBBBBBBBBBBB")
    try fixture.save(tags: Fixture.tag("Work"), more)
    let before = try fixture.folder.text(of: "tags.json")
    try fixture.delete(more.id)
    try fixture.write(before, to: Self.copy)
    try await fixture.repair()
    #expect(try fixture.tags().tags == [Fixture.tag("Work")])
  }
}
