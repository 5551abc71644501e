import Foundation

/// Cuts stretches of time where days, weeks, months or years end.
struct CalendarCutter {
  private let calendar: Calendar
  private let dimensions: [SummaryDimension]
  /// The unit to cut by: days, unless one unit alone is asked for.
  private let unit: Calendar.Component?
  /// The interval that was needed last, which is most often needed again.
  private var interval: DateInterval?
  private var dates: [SummaryDimension: String] = [:]

  init(dimensions: [SummaryDimension], timeZone: TimeZone) {
    calendar = .iso(in: timeZone)
    self.dimensions = dimensions.filter { $0.unit != nil }
    unit = self.dimensions.count > 1 ? .day : self.dimensions.first?.unit
  }

  /// Hands over each part with its date keys.
  mutating func cut(
    _ start: Date,
    _ end: Date,
    _ body: (_ start: Date, _ end: Date, _ dates: [SummaryDimension: String]) -> Void
  ) {
    guard let unit else { return body(start, end, [:]) }
    var partStart = start
    repeat {
      advance(to: partStart, unit)
      let unitEnd = interval?.end ?? end
      let partEnd = partStart < unitEnd ? min(end, unitEnd) : end
      body(partStart, partEnd, dates)
      partStart = partEnd
    } while partStart < end
  }

  private mutating func advance(to date: Date, _ unit: Calendar.Component) {
    if let interval, interval.start <= date, date < interval.end { return }
    interval = calendar.dateInterval(of: unit, for: date)
    for dimension in dimensions { dates[dimension] = key(of: dimension, at: date) }
  }

  private func key(of dimension: SummaryDimension, at date: Date) -> String {
    if dimension == .week {
      let parts = calendar.dateComponents([.yearForWeekOfYear, .weekOfYear], from: date)
      return "\((parts.yearForWeekOfYear ?? 0).padded(to: 4))-W"
        + (parts.weekOfYear ?? 0).padded(to: 2)
    }
    let day = WallClock(timeZone: calendar.timeZone).time(at: date).dateText
    switch dimension {
    case .year: return String(day.prefix(4))
    case .month: return String(day.prefix(7))
    case .day, .week, .tag: return day
    }
  }
}
