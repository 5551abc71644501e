import Foundation
import MinutaTestSupport
import Testing

@testable import MinutaCore

/// Compares the readings of the times in `Tests/Snapshots/times.txt`, each with its kind before it and
/// its reading after it.
@Suite struct TimesTableTests {
  /// The current time in these tests: Wednesday, 2026-11-18 12:00:30 in Zurich.
  private static let now = instant("2026-11-18T11:00:30Z")
  private static let days = LocalCalendar(timeZone: zurich)

  @Test func `each text is read as the table says`() throws {
    let lines = try PackageDirectory.text(of: "Tests/Snapshots/times.txt").split(separator: "\n")
    #expect(lines.count > 400)
    let read = try lines.map { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
      try #require(cells.count > 1, "\(line)")
      return "\(cells[0])\t\(cells[1])\t\(try Self.reading(cells[1], as: cells[0]) ?? "-")\n"
    }
    try expectSnapshot(read.joined(), "times.txt")
  }

  @Test func `the case of letters doesn't matter`() throws {
    for line in try PackageDirectory.text(of: "Tests/Snapshots/times.txt").split(separator: "\n") {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
      let reading = try Self.reading(cells[1].uppercased(), as: cells[0])
      #expect(reading ?? "-" == cells[2], "\(cells[1])")
    }
  }

  private static func reading(_ text: String, as kind: String) throws -> String? {
    switch kind {
    case "duration":
      return DurationFormat.seconds(text).map { seconds in
        let rest = [seconds % 3600 / 60, seconds % 60].map { $0.padded(to: 2) }
        return "\(seconds / 3600):\(rest.joined(separator: ":"))"
      }
    case "moment":
      let parser = DateTimeParser(now: now, days: days)
      guard let found = parser.instant(text), let kind = parser.kind(text) else { return nil }
      let time = LocalTimeConverter(timeZone: zurich).time(at: found.date)
      let note = found.adjustment == nil ? "" : " adjusted"
      return "\(time.dateText) \(time.clockText) \(kind)\(note)"
    case "range":
      guard let range = RangeParser(now: now, days: days).range(text) else { return nil }
      let first = range.from.map { CivilTime(day: days.day(at: $0.unixSeconds)).dateText }
      let last = range.to.map { CivilTime(day: days.day(at: $0.unixSeconds - 1)).dateText }
      return "\(first ?? "") to \(last ?? "")"
    default:
      Issue.record("'\(kind)' is no kind of time")
      return nil
    }
  }
}
