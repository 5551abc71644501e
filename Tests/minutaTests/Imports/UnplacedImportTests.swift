import JSONText
import MinutaTestSupport
import Testing

/// Imports entries that have a length but no time of day.
@Suite(.timeLimit(.minutes(5))) struct UnplacedImportTests {
  private let fixture: MinutaFixture

  init() throws { fixture = try MinutaFixture() }

  /// Imports a table with two tasks of a day, and returns the result.
  private func importTasks(minutes: Int, _ flags: String...) async throws -> JSONValue? {
    let table = "Id,Date,Duration,Comment\na,2025-01-02,\(minutes)m,Mail\nb,2025-01-02,1h,Plan\n"
    try fixture.home.write(table, to: "tasks.csv")
    let words = ["import", "\(fixture.home.path)/tasks.csv"] + flags
    return try await fixture.outcome(words)["value"]
  }

  private func records() throws -> [String: JSONValue] {
    let all = try fixture.records().map { ($0["comment"]?.string ?? "", $0) }
    return Dictionary(all) { first, _ in first }
  }

  @Test func `an update keeps the times that the user gave a record`()
    async throws
  {
    #expect(try await importTasks(minutes: 30)?["added"]?.integer == 2)
    let before = try records()
    // A record of the day grew, so that the next one begins later.
    let grown = try await importTasks(minutes: 45, "--update")
    #expect(grown?["updated"]?.integer == 2)
    var after = try records()
    #expect(after["Plan #unplaced"]?["startTime"] == after["Mail #unplaced"]?["endTime"])
    #expect(after["Mail #unplaced"]?["startTime"] == before["Mail #unplaced"]?["startTime"])

    // The user knows when it was.
    let id = try #require(after["Plan #unplaced"]?["id"]?.string)
    _ = try await fixture.run("edit", id, "--start", "14:00", "--end", "15:00")
    _ = try await fixture.run("bulk", "text:Plan", "--remove-label", "unplaced", "--yes")
    let placed = try records()["Plan"]
    #expect(placed?["startTime"] == "2025-01-02T13:00:00Z")
    let again = try await importTasks(minutes: 45)
    #expect(again?["unchanged"]?.integer == 2 && again?["differing"]?.integer == 0)
    #expect(try await importTasks(minutes: 15, "--update")?["updated"]?.integer == 1)
    after = try records()
    #expect(after["Plan"] == placed)
  }
}
