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
  /// The user, whom the importers of Kimai and Toggl Track require; nil for an invented one.
  package var user: User?

  package init(days: LocalCalendar) {
    self.days = days
  }

  /// A user of another program.
  package struct User: Sendable, Equatable {
    package let name: String
    package let email: String

    /// Parses a name and an email address, such as `Ann <ann@example.com>`; nil if one is missing.
    package init?(_ text: String) {
      let parts = text.split(separator: "<", maxSplits: 1).map(\.trimmed)
      guard parts.count == 2, !parts[0].isEmpty, parts[1].hasSuffix(">"), parts[1].contains("@")
      else { return nil }
      (name, email) = (String(parts[0]), String(parts[1].dropLast()))
    }

    private init(name: String, email: String) {
      (self.name, self.email) = (name, email)
    }

    /// The user in a file if the real one isn't known.
    static let invented = User(name: "Minuta", email: "minuta@example.com")
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
