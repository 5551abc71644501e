import Foundation
import MinutaCore

/// The user's choices for durations, times and days in tables and charts.
struct DisplayOptions: Sendable {
  var durations = DurationFormat.Style.units
  /// Whether times of day are shown as `2:30 pm`.
  var uses12Hours = false
  /// The local time at which a day starts, in seconds after midnight.
  var dayStart = 0
  var weekStart = Weekday.monday
  /// Whether a summary has a bar for each group.
  var drawsChart = false
  /// Whether a list of one record shows all its fields.
  var showsFields = false
  /// Whether long results are shown by the pager.
  var usesPager = true

  init() {}

  /// Creates the options that the settings and the flags define.
  init(_ settings: Settings, _ global: GlobalFlags) {
    let rules = settings.timeRules
    dayStart = rules.dayStart
    weekStart = rules.weekStart
    durations = global.durations ?? settings.durations ?? .units
    uses12Hours = settings.uses12Hours
    usesPager = global.allowsPager
  }

  /// Returns the calendar of the user's days and weeks.
  func calendar(_ zone: TimeZone) -> LocalCalendar {
    LocalCalendar(timeZone: zone, dayStart: dayStart, weekStart: weekStart)
  }

  func duration(_ seconds: Int) -> String { DurationFormat.text(seconds: seconds, as: durations) }

  /// Returns durations that add up to their total, as they are printed.
  func parts(_ seconds: [Int], of total: Int) -> [Int] {
    DurationFormat.parts(seconds, of: DurationFormat.printed(total, as: durations), as: durations)
  }

  /// Returns a time of day as `14:30`, or as `2:30 pm`.
  func time(_ time: CivilTime) -> String { time.clockText(in12Hours: uses12Hours) }
}

extension DisplayOptions {
  /// Returns the hour of a day as `14`, or as `2p`.
  func hour(_ hour: Int) -> String {
    if uses12Hours { return "\((hour + 11) % 12 + 1)\(hour < 12 ? "a" : "p")" }
    return hour.padded(to: 2)
  }
}
