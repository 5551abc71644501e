import MinutaCore
import MinutaExport
import Testing

/// Tests durations without a unit, whose unit the times of other rows show.
struct TableDurationTests {
  private func durations(_ rows: [String]) throws -> [Int] {
    let text = (["Date,From,To,Duration"] + rows).joined(separator: "\n")
    return try Exchange.records(in: Array(text.utf8), as: CSVImportFormat.self).map(\.seconds)
  }

  @Test(arguments: [
    (["2024-05-17,9:00,9:30,1800", "2024-05-17,11:00,,600"], [1800, 600]),
    (["2024-05-17,9:00,9:30,30", "2024-05-17,11:00,,10"], [1800, 600]),
    (["2024-05-17,9:00,9:30,0.5", "2024-05-17,11:00,,10"], [1800, 36_000]),
    (["2024-05-17,11:00,,600", "2024-05-17,9:00,9:30,1800"], [600, 1800]),
    (["2024-05-17,9:00,9:05,5", "2024-05-17,23:00,1:00,120"], [300, 7200]),
    // The first row fits hours and minutes, so the second one decides.
    (
      ["2024-05-17,9:00,9:00,0.01", "2024-05-17,9:00,9:30,30", "2024-05-17,11:00,,10"],
      [0, 1800, 600]
    ),
    (["2024-05-17,9:00,9:00,0.01", "2024-05-17,11:00,,1.5"], [0, 5400]),
    (["2024-05-17,9:30,13:30,100800"], [100_800]),
    // The clock is set back in this night.
    (["2024-10-26,9:00,9:30,1800", "2024-10-26,23:30,4:00,19800"], [1800, 19_800]),
  ])
  func `the unit is the one that fits the times`(_ rows: [String], _ expected: [Int]) throws {
    #expect(try durations(rows) == expected)
  }
}
