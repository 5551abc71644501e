import Foundation
package import MinutaCore

/// Options for writing records to a file.
package struct ExportOptions: Sendable {
  /// The calendar that gives local times and days.
  package var days: LocalCalendar
  /// The names of the columns of a table, in order; nil for the format's usual ones.
  package var columns: [String]?
  /// Whether times are in UTC instead of local time.
  package var usesUTC = false
  /// Whether durations are decimal hours, such as `1.50`, instead of `1:30`.
  package var usesDecimalHours = false
  /// The target of each day in seconds, by the number of days since 1970-01-01; nil if there are no
  /// targets.
  package var targets: [Int: Int]?
  /// The name and email address of the user, which the importers of Kimai and Toggl Track require.
  package var userName = "Minuta"
  package var userEmail = "minuta@example.com"

  package init(days: LocalCalendar) {
    self.days = days
  }
}

extension ExportOptions {
  /// The calendar of the times that a file shows.
  var shownDays: LocalCalendar { usesUTC ? days.zoned(.gmt) : days }

  /// Returns the time that a file shows for an instant.
  func time(at date: Date) -> CivilTime {
    LocalTimeConverter(timeZone: shownDays.timeZone).time(at: date)
  }

  /// Returns a duration such as `1:30`, `0:00:59` or `1.50`.
  func text(seconds: Int) -> String {
    if !usesDecimalHours { return DurationText.shortClock(seconds, minus: "-") }
    return (seconds <= -18 ? "-" : "") + DurationText.hours(abs(seconds))
  }
}
