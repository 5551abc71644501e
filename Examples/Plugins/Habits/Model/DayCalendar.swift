import Foundation

/// The days of a zone; one that the zone left out, or that has 23 hours, is no gap.
struct DayCalendar: Sendable {
  private let calendar: Calendar

  init(timeZone: TimeZone) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    self.calendar = calendar
  }

  var timeZone: TimeZone { calendar.timeZone }

  /// The day that it is in the zone at an instant.
  func day(of date: Date) -> Day {
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    return Day(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0)
  }

  /// When the day ends that it is in the zone at an instant.
  func dayEnd(of date: Date) -> Date {
    calendar.dateInterval(of: .day, for: date)?.end ?? date
  }

  /// The day before, which ended when this one began.
  func day(before day: Day) -> Day {
    // Every day has a noon, but not every day has a midnight.
    let parts = DateComponents(year: day.year, month: day.month, day: day.day, hour: 12)
    guard let noon = calendar.date(from: parts) else { return day }
    return self.day(of: calendar.startOfDay(for: noon).addingTimeInterval(-1))
  }
}

extension DayCalendar {
  /// How many times the day turns between two instants; none where the first is the later one.
  func days(from first: Date, to second: Date) -> Int {
    let starts = [first, second].map(calendar.startOfDay)
    return max(0, calendar.dateComponents([.day], from: starts[0], to: starts[1]).day ?? 0)
  }
}
