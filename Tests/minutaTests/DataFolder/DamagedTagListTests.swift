import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests a missing tag list (`tags.json`), duplicates of it, and files with similar names.
@Suite(.timeLimit(.minutes(10))) struct DamagedTagListTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  private static let remedy = "See how to fix it.\n  minuta doctor"
  private static let copy = "2026-11-20_080000.sync-conflict-20260101-120000-ABCDEFG.json"
  private static let path = "store/records/2026/11/2026-11-20_080000.json"

  private func log(_ tag: String?, _ hour: Int = 9) async throws -> JSONValue {
    let times = ["--start", "2026-11-20 \(hour):00", "--end", "2026-11-20 \(hour):30"]
    return try await fixture.outcome(["log"] + (tag.map { [$0] } ?? []) + times)
  }

  private func remove(_ path: String) throws {
    try FileManager.default.removeItem(atPath: fixture.home.path + "/store/" + path)
  }

  /// Returns the store's files except `.minuta.*`, which belong to a single machine.
  private func files() throws -> [String: Data?] {
    try fixture.content().filter { !$0.key.contains(".minuta.") }
  }

  private func tagNames() async throws -> [String] {
    let outcome = try await fixture.outcome(["tags", "--include-archived"])
    return (outcome["value"]?["tags"]?.array ?? []).compactMap { $0["name"]?.string }
  }

  private func expectRefused(_ words: [String]) async throws {
    let outcome = try await fixture.outcome(words)
    #expect(outcome["error"]?["code"] == "tagsUnusable", Comment(rawValue: "\(words)"))
    #expect(outcome["error"]?["message"]?.string?.hasSuffix(Self.remedy) == true)
  }

  @Test func `E36 a missing tags.json that records need is restored`()
    async throws
  {
    _ = try await log("Work")
    _ = try await log("Play", 10)
    let tags = try fixture.home.text(of: "store/tags.json")
    try remove("tags.json")
    let before = try files()
    for words in [["start", "Work"], ["tag-create", "New"], ["tag-rename", "Work", "B"]] {
      try await expectRefused(words)
    }
    #expect(try files() == before)
    let summary = try await fixture.outcome(["summary", "all"])
    #expect(summary["value"]?["totalSeconds"] == 3600)
    #expect(summary["value"]?["skippedFiles"]?.array?.first?["file"] == "tags.json")
    #expect(try await fixture.outcome(["start"])["status"] == "ok")
    _ = try await fixture.outcome(["undo"])
    #expect(try files() == before)
    let repaired = try await fixture.outcome(["doctor", "--repair"])
    #expect(repaired["value"]?["repaired"] == 1)
    #expect(repaired["value"]?["remaining"] == 0)
    #expect(try fixture.home.text(of: "store/tags.json") == tags)
    #expect(try await fixture.outcome(["start", "Work"])["status"] == "ok")
    #expect(try await tagNames() == ["Play", "Work"])
  }

  @Test func `a missing tags.json is fine if no record uses a tag`() async throws {
    #expect(try await fixture.outcome(["status"])["status"] == "ok")
    #expect(try await log(nil)["status"] == "ok")
    #expect(try await tagNames() == [])
    #expect(try await log("Work", 10)["status"] == "ok")
    #expect(try await tagNames() == ["Work"])
  }

  @Test func `tags without a history are not repaired`() async throws {
    try fixture.home.write(
      """
      {"id": "11111111-1111-1111-1111-111111111111", "startTime": "2026-11-20T08:00:00Z",
       "endTime": "2026-11-20T09:00:00Z", "tagId": "AAAAAAAA-AAAA-AAAA-AAAA-AAAAAAAAAAAA"}
      """,
      to: Self.path
    )
    let refused = try await fixture.outcome(["start", "Work"])
    #expect(refused["error"]?["code"] == "tagsUnusable")
    let message = refused["error"]?["message"]?.string
    #expect(message?.hasSuffix(Self.remedy) == true)
    let repaired = try await fixture.outcome(["doctor", "--repair"])
    #expect(repaired["value"]?["repaired"] == 0)
    let problem = repaired["value"]?["problems"]?.array?.first
    #expect(problem?["code"] == "tagListMissing")
    #expect(
      problem?["message"]?.string
        == "'tags.json' is missing, although records use its tags. Wait for the sync to finish, or "
        + "copy the file from another machine or a backup."
    )
    try fixture.home.write(
      """
      {"tags": [{"id": "AAAAAAAA-AAAA-AAAA-AAAA-AAAAAAAAAAAA", "name": "Work",
        "color": "#000000", "isArchived": false, "createdAt": "2026-11-20T00:00:00Z"}]}
      """,
      to: "store/tags.json"
    )
    #expect(
      try await fixture.outcome(["start", "Work"])["value"]?["record"]?["tag"]?["color"]
        == "#000000"
    )
  }

  @Test func `tags with the same name are merged with their records`() async throws {
    let first = try await log("Work")["value"]?["record"]?["tagId"]?.string
    let tags = try fixture.home.text(of: "store/tags.json")
    try fixture.home.write("{\"tags\": []}", to: "store/tags.json")
    _ = try await log("Work", 10)
    // The tag list as Minuta wrote it while the first list was missing: with a second tag "Work".
    let second = try fixture.home.text(of: "store/tags.json")
    let both = try JSONValue(parsing: tags)["tags"]?.array ?? []
    let added = try JSONValue(parsing: second)["tags"]?.array ?? []
    try fixture.home.write(
      JSONValue.object(["tags": .array(both + added)]).text(),
      to: "store/tags.json"
    )
    #expect(try await fixture.outcome(["start", "Work"])["error"]?["code"] == "tagAmbiguous")
    let found = try await fixture.outcome(["doctor"])["value"]?["problems"]?.array ?? []
    #expect(found.map { $0["code"] } == ["duplicateTagName"])
    let repair = found.first?["repair"]?.string
    #expect(repair?.hasPrefix("Merge the tags named 'Work' into the oldest, ") == true)
    #expect(try await fixture.outcome(["doctor", "--repair"])["value"]?["repaired"] == 1)
    #expect(try await tagNames() == ["Work"])
    let records = try await fixture.outcome(["records", "all"])["value"]?["records"]?.array ?? []
    #expect(Set(records.map { $0["tagId"]?.string }).count == 1)
    #expect(try await fixture.outcome(["start", "Work"])["status"] == "ok")
    #expect(first != nil)
  }

  @Test func `restored tags are merged with new tags of the same names`()
    async throws
  {
    let first = try await log("Work")["value"]?["record"]?["tagId"]?.string
    try fixture.home.write("{\"tags\": []}", to: "store/tags.json")
    let second = try await log("Work", 10)["value"]?["record"]?["tagId"]?.string
    let before = try files()
    #expect(try await fixture.outcome(["doctor", "--repair"])["value"]?["repaired"] == 2)
    let records = try await fixture.outcome(["records", "all"])["value"]?["records"]?.array ?? []
    // The repair keeps one of the two tags; it may be either, if both were created in the same
    // second.
    let kept = Set(records.map { $0["tagId"]?.string })
    #expect(kept.count == 1 && kept.isSubset(of: [first, second]))
    #expect(try await fixture.outcome(["doctor"])["value"]?["problems"] == [])
    #expect(try await fixture.outcome(["undo"])["status"] == "ok")
    #expect(try files() == before)
    #expect(try await fixture.outcome(["redo"])["status"] == "ok")
    #expect(try await fixture.outcome(["doctor"])["value"]?["problems"] == [])
    #expect(try await tagNames() == ["Work"])
  }

  private static let copies = [
    "tags.sync-conflict-20260101-120000-ABCDEFG.json",
    "tags (Anna's conflicted copy 2026-01-01).json",
    "tags (conflicted copy 2026-01-01 120000).json",
  ]

  @Test(arguments: copies + ["tags_conflict_1.json"])
  func `a conflict copy that needs a decision is reported with the command that merges it`(
    name: String
  ) async throws {
    _ = try await log("Work")
    let text = try fixture.home.text(of: "store/tags.json")
    // The history has another name than both files, so both machines have renamed the tag.
    for (path, name) in [("tags.json", "Job"), (name, "Task")] {
      let renamed = text.replacing("\"Work\"", with: "\"\(name)\"")
      try fixture.home.write(renamed, to: "store/\(path)")
    }
    try await expectRefused(["start", "Work"])
    #expect(try await fixture.outcome(["doctor", "--repair"])["value"]?["remaining"] == 0)
    #expect(try await fixture.outcome(["start", "Work"])["status"] == "ok")
  }

  @Test func `after a repair no result names the copy in the trash`() async throws {
    _ = try await log("Work")
    let text = try fixture.home.text(of: Self.path)
      .replacing("\"images\"", with: "\"comment\": \"there\", \"images\"")
    try fixture.home.write(text, to: "store/records/2026/11/\(Self.copy)")
    let skippedFiles = try await fixture.outcome(["status"])["value"]?["skippedFiles"]?.array
    #expect(skippedFiles?.first?["file"]?.string?.hasSuffix(Self.copy) == true)
    _ = try await fixture.outcome(["doctor", "--repair"])
    for words in [["status"], ["start", "Work"], ["stop"], ["summary", "all"]] {
      #expect(try await fixture.outcome(words)["value"]?["skippedFiles"] == nil)
    }
    // Undo restores the copied record file, so results name it as skipped again.
    _ = try await fixture.outcome(["undo", "--entry", "2"])
    let again = try await fixture.outcome(["status"])["value"]?["skippedFiles"]?.array
    #expect(again?.first?["file"]?.string?.hasSuffix(Self.copy) == true)
  }
}
