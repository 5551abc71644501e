import MinutaCore

/// A bar's time: that of a day, week, month or year.
struct ChartBucket {
  let days: ArraySlice<ReportDay>
  let totalSeconds: Int
  /// The seconds due; nil if no target applies.
  let dueSeconds: Int?

  private init(_ days: ArraySlice<ReportDay>) {
    self.days = days
    totalSeconds = days.reduce(0) { $0 + $1.totalSeconds }
    let due = days.compactMap(\.dueSeconds)
    dueSeconds = due.isEmpty ? nil : due.reduce(0, +)
  }

  var firstDay: Int { days.first?.day ?? 0 }

  /// Returns the days of a report in buckets of a unit.
  static func all(
    _ days: [ReportDay],
    by unit: LocalCalendar.Unit,
    _ calendar: LocalCalendar
  ) -> [ChartBucket] {
    var buckets: [ChartBucket] = []
    var start = 0
    while start < days.count {
      let last = calendar.days(of: unit, containing: days[start].day).upperBound
      var end = start + 1
      while end < days.count, days[end].day < last { end += 1 }
      buckets.append(ChartBucket(days[start..<end]))
      start = end
    }
    return buckets
  }
}

extension LocalCalendar.Unit {
  /// Returns the unit whose bars are readable for a number of days.
  init(barsOf days: Int) {
    switch days {
    case ...31: self = .day
    case ...189: self = .week
    case ...1100: self = .month
    default: self = .year
    }
  }
}
