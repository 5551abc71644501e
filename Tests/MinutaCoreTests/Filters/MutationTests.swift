import Foundation
import MinutaTestSupport
import Testing

@testable import MinutaCore

/// Tests that randomly changed input is either rejected or parsed to a value within valid limits.
@Suite(.timeLimit(.minutes(60))) struct MutationTests {
  private static let now = instant("2026-11-20T12:00:00Z")
  private static let days = LocalCalendar(timeZone: zurich, dayStart: 4 * 3600)

  private static let moments = [
    "now", "09:30", "09:30:15", "yesterday 17:00", "today 9:30", "-15m", "-1h30m", "15m ago",
    "2026-11-20 09:30", "2026-10-25T02:30", "2026-03-29 02:30", "2026-11-20T09:30:00+01:00",
    "2026-11-20T08:30:00.123Z", "friday 9am", "noon", "9", "in 2 hours", "10 nov 2025 9:00",
    "3 days ago now",
  ]
  private static let durations = [
    "1h30m", "90m", "1:30", "1:30:15", "1.5h", "PT1H30M", "45s", "0m", "100:00", "1h 30m 5s",
    "1h30", "1,5 hours", "2 hours 5 minutes",
  ]
  private static let ranges =
    RangeParser.words + [
      "2026-11-20", "2026-W46", "2026-11", "2026", "2026-11-01/2026-11-20", "2025-W01/lastWeek",
      "1600-01/9999-12", "mon..fri", "last 3 days", "since monday", "..yesterday", "10 nov 2025",
      "2 weeks ago", "jan to mar",
    ]
  private static let filters = [
    #"tag:Work and not text:"call""#, "untagged or running", "in:2026-W46 image",
    "(tag:Work or tag:\"R, D\") duration>=1h30m", "not (duration<5m or duration=0s)",
    #"text:"say \"hi\" \\" and in:lastWeek"#, "not not image", "tag:日本語",
    "tag:=Acme/Website or tag:Acme/",
    #"+billable or not #ticket="R 12" and +client='a'"#,
  ]

  private func run(
    _ name: String,
    _ seeds: [String],
    _ number: UInt64,
    _ accepts: (String) throws -> Bool
  ) async throws {
    let pieces = [
      "-", ":", "0", "9999", "W", "/", "T", "Z", "+", "h", "m", ".", " ", "\"", "(", ")", "not ",
      " or ", "tag:", "\\", "\u{301}", "١", "\0", "99999999999999999999",
    ]
    let mutator = ByteMutator(
      seeds: seeds.map { Array($0.utf8) },
      pieces: pieces.map { Array($0.utf8) },
      longest: 400,
      number: number
    )
    let run = try await FuzzTest(name, mutator) { bytes in
      try accepts(String(decoding: bytes, as: UTF8.self))
    }
    Attachment.record("\(run)", named: "\(name).txt")
  }

  @Test func `F7 mutated times are rejected or lie in the supported years`() async throws {
    let reader = DateTimeParser(now: Self.now, days: Self.days)
    try await run("moments", Self.moments, 31) { text in
      guard let found = reader.instant(text) else { return false }
      try #require(Timestamp.range.contains(found.date))
      try #require(Timestamp.date(Timestamp.text(found.date)) == found.date)
      return true
    }
  }

  @Test func `F7 mutated durations are rejected or at most a hundred years`() async throws {
    try await run("durations", Self.durations, 32) { text in
      guard let seconds = DurationFormat.seconds(text) else { return false }
      try #require((0...100 * 366 * 86_400).contains(seconds))
      try #require(DurationFormat.seconds("\(seconds)s") == seconds)
      return true
    }
  }

  @Test func `F7 mutated ranges are rejected or end after they start`() async throws {
    let reader = RangeParser(now: Self.now, days: Self.days)
    try await run("ranges", Self.ranges, 33) { text in
      guard let range = reader.range(text) else { return false }
      let isAll = CalendarSpan.words(text) == ["all"]
      try #require(isAll || range.from != nil || range.to != nil)
      if let from = range.from, let to = range.to { try #require(from < to) }
      return true
    }
  }

  @Test func `F7 mutated filters are parsed, or rejected at a valid position`() async throws {
    let reader = FilterParser(now: Self.now, days: Self.days) { .name($0) }
    let rows = InMemoryRowSource(
      [TimeRecord(id: UUID(), startTime: Self.now, comment: "call")],
      now: Self.now
    )
    try await run("filters", Self.filters, 34) { text in
      do {
        let filter = try reader.filter(text)
        let compiled = try filter.compiled(rows.lookup) { _, _ throws(TrackingError) in
          [UUID(), UUID()]
        }
        let matches = try rows.rows.map { row in
          try #require(compiled.matches(row) != CompiledRecordFilter.not(compiled).matches(row))
          return compiled.matches(row)
        }
        return matches.count == 1
      } catch let problem as FilterSyntaxError {
        try #require((0...text.count).contains(problem.place))
        return false
      }
    }
  }
}
