import Foundation
import Testing

@testable import MinutaCore

@Suite struct DateTimeParserTests {
  /// The current time in these tests: Friday, 12:00:30 in UTC and 13:00:30 in Zurich.
  private let now = instant("2026-11-20T12:00:30Z")

  @Test(arguments: [
    ("now", "2026-11-20T12:00:30Z"),
    ("09:30", "2026-11-20T08:30:00Z"),
    ("9:30", "2026-11-20T08:30:00Z"),
    ("09:30:15", "2026-11-20T08:30:15Z"),
    ("today 09:30", "2026-11-20T08:30:00Z"),
    ("yesterday 17:00", "2026-11-19T16:00:00Z"),
    ("-15m", "2026-11-20T11:45:30Z"),
    ("-1h30m", "2026-11-20T10:30:30Z"),
    ("15m ago", "2026-11-20T11:45:30Z"),
    ("1h 30m ago", "2026-11-20T10:30:30Z"),
    ("2026-11-20 09:30", "2026-11-20T08:30:00Z"),
    ("2026-11-20T09:30", "2026-11-20T08:30:00Z"),
    ("2026-07-20 09:30", "2026-07-20T07:30:00Z"),
    ("2026-11-20T09:30:00+05:45", "2026-11-20T03:45:00Z"),
    ("  09:30 ", "2026-11-20T08:30:00Z"),
  ])
  func `times are parsed`(text: String, expected: String) {
    let found = DateTimeParser(now: now, days: LocalCalendar(timeZone: zurich)).instant(text)
    #expect(found == LocalTimeConverter.ResolvedInstant(date: instant(expected), adjustment: nil))
  }

  @Test(arguments: [
    "", "25:00", "09:60", "-", "-15", "ago", "15 ago", "2026-02-30 09:00", "0930", "now now",
    "yesterday", "2026-11-20",
  ])
  func `other text is rejected`(text: String) {
    #expect(DateTimeParser(now: now, days: LocalCalendar(timeZone: zurich)).instant(text) == nil)
  }

  @Test(arguments: [
    ("Europe/Zurich", "2026-03-29 02:30", "2026-03-29T01:30:00Z"),
    ("America/New_York", "2026-03-08 02:30", "2026-03-08T07:30:00Z"),
    ("Australia/Lord_Howe", "2026-10-04 02:15", "2026-10-03T15:45:00Z"),
    // Samoa skipped December 30, 2011 entirely, because it moved across the date line.
    ("Pacific/Apia", "2011-12-30 12:00", "2011-12-30T22:00:00Z"),
  ])
  func `E1 a time that the clock skips is shifted by the length of the gap`(
    zone: String,
    text: String,
    expected: String
  ) throws {
    guard case .skipped? = try adjustment(of: text, in: zone, at: expected) else {
      Issue.record("the adjustment is not reported as skipped")
      return
    }
  }

  @Test(arguments: [
    ("Europe/Zurich", "2026-10-25 02:30", "2026-10-25T00:30:00Z"),
    ("America/New_York", "2026-11-01 01:30", "2026-11-01T05:30:00Z"),
  ])
  func `E2 a time that occurs twice means the first occurrence`(
    zone: String,
    text: String,
    expected: String
  ) throws {
    guard case .repeated? = try adjustment(of: text, in: zone, at: expected) else {
      Issue.record("the adjustment is not reported as repeated")
      return
    }
  }

  /// Parses a time, expects an instant, and returns how the time was adjusted.
  private func adjustment(of text: String, in zone: String, at expected: String) throws
    -> LocalTimeConverter.LocalTimeAdjustment?
  {
    let zone = try #require(TimeZone(identifier: zone))
    let found = try #require(
      DateTimeParser(now: now, days: LocalCalendar(timeZone: zone)).instant(text)
    )
    #expect(found.date == instant(expected))
    return found.adjustment
  }
}

let zurich = TimeZone(identifier: "Europe/Zurich") ?? .gmt

func instant(_ text: String) -> Date {
  Timestamp.date(text) ?? .distantPast
}
