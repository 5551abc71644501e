import Foundation
import JSONText
import MinutaCore
import MinutaTestSupport
import Testing

@testable import MinutaStore

@Suite struct MergeBaseTests {
  private typealias Fixture = DoctorFixture

  private static let here = ["startTime", "endTime", "tagId", "comment", "images", "timeZone"]
  private static let there = here + ["mood"]
  private static let ids = (1...6).map { "BBBBBBBB-BBBB-4BBB-8BBB-00000000000\($0)" }
  private static let zones = [
    "Europe/Berlin", "Europe/Paris", "Europe/Rome", "Europe/Oslo", "Europe/Kyiv", "Asia/Tokyo",
  ]

  /// Returns the value of a record's JSON member after an edit.
  ///
  /// - Parameter isBare: whether the members are absent before the first edit.
  private static func value(
    of member: String,
    _ edit: MergeTestCase.Edit,
    isBare: Bool
  ) -> JSONValue {
    let number: Int
    switch edit {
    case .none where isBare && member != "startTime": return member == "images" ? [] : .null
    case .none: number = 0
    case .here(let index): number = 1 + index
    case .there: number = 5
    }
    switch member {
    case "startTime": return .string("2026-11-20T08:0\(9 - number):00Z")
    case "endTime": return .string("2026-11-20T09:0\(number):00Z")
    case "tagId": return .string(ids[number])
    case "images": return [.string("\(number).png")]
    case "timeZone": return .string(zones[number])
    default: return .string("\(member) \(number)")
    }
  }

  /// Returns test cases with all orders of up to two local edits, and a sample of those with three
  /// or four, or all of them if the environment variable `MERGE_CASES` is `all`.
  ///
  /// Cases without a local edit are included only if `isBare` is true: only then are their records
  /// created on this machine, and so in the journal.
  private static func cases(upTo most: Int, isBare: Bool) -> [MergeTestCase] {
    let all = MergeTestCase.all(here: here, there: there, upTo: most) {
      value(of: $0, $1, isBare: isBare)
    }
    let takesAll = ProcessInfo.processInfo.environment["MERGE_CASES"] == "all"
    return all.enumerated().filter { number, test in
      switch test.here.count {
      case 0: isBare
      case 1, 2: true
      case 3: takesAll || number.isMultiple(of: 41)
      default: takesAll || number.isMultiple(of: 311)
      }
    }
    .map(\.element)
  }

  private static func json(_ id: UUID, _ value: (String) -> JSONValue) -> JSONObject {
    var json: JSONObject = ["id": .string(id.text)]
    for member in there where value(member) != .null { json[member] = value(member) }
    return json
  }

  private static func record(_ test: MergeTestCase, after edits: Int) throws -> TimeRecord {
    let json = json(test.id) { test.value(of: $0, after: edits) }
    return try StoredRecord(json: .object(json)).record
  }

  private static func textThere(_ test: MergeTestCase) -> String {
    JSONValue.object(json(test.id) { test.valueThere(of: $0) }).text(.indented)
  }

  private static func copy(_ test: MergeTestCase) -> String {
    "records/2026/11/\(test.id.text)_conflict_1.json"
  }

  /// Returns a directory with the test cases' records after their local edits, and the paths of
  /// their files.
  private static func fixture(
    _ tests: [MergeTestCase]
  ) throws -> (fixture: DoctorFixture, paths: [UUID: String]) {
    let fixture = try DoctorFixture()
    try fixture.save([], ids.enumerated().map { Fixture.tag("Tag \($0.offset)", $0.element) })
    for test in tests where test.value(of: "mood", after: 0) != .null {
      let text = JSONValue.object(json(test.id) { test.value(of: $0, after: 0) }).text(.indented)
      try fixture.folder.write(text, to: "records/2026/11/\(test.id.text).json")
    }
    let made = tests.filter { $0.value(of: "mood", after: 0) == .null }
    try fixture.save(try made.map { try record($0, after: 0) }, [])
    for edits in 1...4 {
      let edited = tests.filter { $0.here.count >= edits }
      try fixture.save(try edited.map { try record($0, after: edits) }, [])
    }
    return (fixture, try fixture.paths())
  }

  private static func expectMerged(
    _ tests: [MergeTestCase],
    _ fixture: DoctorFixture,
    _ diagnosis: RepairReport
  ) throws {
    var merges: [UUID: FileMerge] = [:]
    for finding in diagnosis.repaired {
      if case .merge(let merge) = finding.remedy, let id = finding.record { merges[id] = merge }
    }
    let paths = try fixture.paths()
    for test in tests {
      let text = try fixture.folder.text(of: try #require(paths[test.id]))
      let merged = try JSONValue(parsing: text)
      let label = Comment(rawValue: "\(test.here) here, \(test.there) there")
      for member in there {
        #expect(merged[member] ?? .null == test.merged(member), label)
      }
      #expect(merges[test.id]?.decided ?? [] == test.decided, label)
    }
  }

  @Test(arguments: [true, false])
  func `no edit of either machine is lost without a report`(isBare: Bool) async throws {
    let tests = Self.cases(upTo: 4, isBare: isBare)
    #expect(Set(tests.map(\.here.count)) == (isBare ? [0, 1, 2, 3, 4] : [1, 2, 3, 4]))
    let (fixture, _) = try Self.fixture(tests)
    for test in tests {
      let time = test.isTheirsLater ? 2_000_000_000.0 : 0
      try fixture.write(Self.textThere(test), to: Self.copy(test), at: time)
    }
    try Self.expectMerged(tests, fixture, try await fixture.repair())
    // The versions of an undone repair must not be used as the common ancestor of the next merge.
    try await fixture.undo()
    try Self.expectMerged(tests, fixture, try await fixture.repair())
  }

  @Test func `no edit is lost when merging git's conflict markers in a record`() async throws {
    let tests = Self.cases(upTo: 2, isBare: true)
    let (fixture, paths) = try Self.fixture(tests)
    for test in tests {
      let path = try #require(paths[test.id])
      let ours = try fixture.folder.text(of: path)
      let text = "<<<<<<< HEAD\n\(ours)\n=======\n\(Self.textThere(test))\n>>>>>>> b\n"
      try fixture.write(text, to: path)
    }
    let diagnosis = try await fixture.repair()
    let counted = tests.filter { !$0.isTheirsLater || $0.decided.isEmpty }
    try Self.expectMerged(counted, fixture, diagnosis)
  }
}
