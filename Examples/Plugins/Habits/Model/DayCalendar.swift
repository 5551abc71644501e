import Foundation

/// Converts between instants and calendar days of a time zone.
///
/// A day of 23 hours, or a date that the zone skipped, doesn't interrupt a streak.
struct DayCalendar: Sendable {
  private let calendar: Calendar

  init(timeZone: TimeZone) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    self.calendar = calendar
  }

  var timeZone: TimeZone { calendar.timeZone }

  /// Returns the calendar day that contains an instant.
  func day(of date: Date) -> Day {
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    return Day(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0)
  }

  /// Returns the end of the calendar day that contains an instant.
  func dayEnd(of date: Date) -> Date {
    calendar.dateInterval(of: .day, for: date)?.end ?? date
  }

  /// Returns the last day that the zone had before `day`.
  func day(before day: Day) -> Day {
    // Starts from noon, because a change of the clocks can skip midnight but not noon.
    let parts = DateComponents(year: day.year, month: day.month, day: day.day, hour: 12)
    guard let noon = calendar.date(from: parts) else { return day }
    return self.day(of: calendar.startOfDay(for: noon).addingTimeInterval(-1))
  }
}

extension DayCalendar {
  /// Returns the number of midnights between two instants; 0 if `first` is later.
  func days(from first: Date, to second: Date) -> Int {
    let starts = [first, second].map(calendar.startOfDay)
    return max(0, calendar.dateComponents([.day], from: starts[0], to: starts[1]).day ?? 0)
  }
}
