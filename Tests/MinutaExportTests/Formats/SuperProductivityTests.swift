import JSONText
import MinutaTestSupport
import Testing

@testable import MinutaExport

struct SuperProductivityTests {
  @Test func `the totals of the days are those of the tasks that aren't subtasks`() throws {
    let text = try Self.backup()
    // The half of an emoji in a note isn't valid, but isn't imported either.
    let json = try JSONValue(parsing: text.replacing(#"\ud83d"#, with: ""))
    let data = try #require(json["data"])
    let models = [data["task"], data["archiveYoung"]?["task"], data["archiveOld"]?["task"]]
    let all = models.flatMap { $0?["entities"]?.object?.members ?? [] }
    // A task that is open and archived counts once.
    let tasks = Dictionary(all.map { ($0.key, $0.value) }) { open, _ in open }
    var expected: [String: Int] = [:]
    for task in tasks.values where task["parentId"] == nil {
      for member in task["timeSpentOnDay"]?.object?.members ?? [] {
        expected[member.key, default: 0] += member.value.integer ?? 0
      }
    }
    expected = expected.filter { $0.value > 0 }
    let totals = DayTotals.of(Exchange.exported(try Self.records(text)))
    #expect(totals.keys.sorted() == expected.keys.sorted() && totals.count == 4)
    for (day, milliseconds) in expected {
      #expect(abs((totals[day] ?? 0) * 1000 - milliseconds) <= 1000, "\(day)")
    }
  }

  @Test func `subtasks have the tags of their task`() throws {
    let records = try Self.records(try Self.backup())
    let comments = Set(records.compactMap(\.comment).filter { $0.hasPrefix("Website: ") })
    #expect(
      comments
        == [
          #"Website: Write the "About" page #urgent #unplaced"#,
          "Website: Fix the login #42\n#urgent #unplaced",
        ]
    )
  }

  @Test func `a task gets the same id again when its time or title changes`() throws {
    let text = try Self.backup()
    let changed = text.replacing("7200000", with: "9000000").replacing("Answer mail", with: "Mail")
    let records = try Self.records(text)
    #expect(try Self.records(changed).map(\.id) == records.map(\.id))
    #expect(try Self.records(changed) != records)
  }

  @Test func `a backup of more tasks than its beginning holds is recognized`() throws {
    let task = #"{"title":"x","timeSpentOnDay":{"2025-01-02":20000}}"#
    let tasks = (0..<3000).map { #""\#($0)aaaaaaaaaaaaaaaaaaaa":\#(task)"# }
    let ids = (0..<3000).map { #""\#($0)aaaaaaaaaaaaaaaaaaaa""# }.joined(separator: ",")
    let text =
      #"{"data": {"task": {"ids": [\#(ids)], "entities": {\#(tasks.joined(separator: ","))}}}}"#
    let sample = try FileSample(ImportFile(name: "backup.json", bytes: Array(text.utf8)))
    #expect(ImportFormats.recognized(sample)?.name == "superproductivity")
    #expect(try Self.records(text).count == 3000)
  }

  private static func backup() throws -> String {
    let fixture = ImportFixtureTests.Fixture(format: "superproductivity", file: "backup.json")
    return String(decoding: try fixture.bytes(), as: UTF8.self)
  }

  private static func records(_ text: String) throws -> [RecordToImport] {
    try Exchange.records(in: Array(text.utf8), as: SuperProductivityImportFormat.self)
  }
}
