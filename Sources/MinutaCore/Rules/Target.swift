/// A goal of the user: an amount of time to spend in each day, week or month.
package struct Target: Sendable, Hashable {
  package enum Period: String, Sendable, Hashable, CaseIterable {
    case day
    case week
    case month

    package var unit: LocalCalendar.Unit {
      switch self {
      case .day: .day
      case .week: .week
      case .month: .month
      }
    }
  }

  /// The name of the tag whose records count, or nil if all records count.
  package let tag: String?
  package let period: Period
  /// The seconds to spend in a full day, week or month that contains no days off.
  package let seconds: Int
  /// The first day on which the target applies, in days since 1970-01-01.
  ///
  /// Nil if the target has always applied.
  package let from: Int?
  /// The days of the week over which the amount is spread.
  package let weekdays: Set<Weekday>

  package init(
    tag: String? = nil,
    period: Period,
    seconds: Int,
    from: Int? = nil,
    weekdays: Set<Weekday> = [.monday, .tuesday, .wednesday, .thursday, .friday]
  ) {
    self.tag = tag
    self.period = period
    self.seconds = seconds
    self.from = from
    self.weekdays = weekdays
  }
}

/// The targets for one tag and period, each of which replaces the previous one on its first day.
package struct TargetSeries: Sendable, Hashable {
  package let tag: String?
  package let period: Target.Period
  /// The targets, sorted by their first day.
  let versions: [Target]

  /// Returns the target that applies on a day.
  ///
  /// A target replaces the previous one from its first day on; the days before keep the old target.
  func target(on day: Int) -> Target? {
    versions.last { $0.from.map { $0 <= day } ?? true }
  }
}

/// All targets of the user, and the days off on which no time is due.
package struct TargetPlan: Sendable, Equatable {
  package let lines: [TargetSeries]
  private let daysOff: [Range<Int>]

  /// Creates a plan.
  ///
  /// Targets for the same tag and period are combined into a `TargetSeries`.
  ///
  /// - Parameter daysOff: ranges of days, counted from 1970-01-01.
  package init(_ targets: [Target] = [], daysOff: [Range<Int>] = []) {
    var lines: [TargetSeries] = []
    for target in targets
    where !lines.contains(where: { $0.tag == target.tag && $0.period == target.period }) {
      let alike = targets.filter { $0.tag == target.tag && $0.period == target.period }
      let versions = alike.sorted { ($0.from ?? .min) < ($1.from ?? .min) }
      lines.append(TargetSeries(tag: target.tag, period: target.period, versions: versions))
    }
    self.lines = lines
    self.daysOff = daysOff
  }

  package var isEmpty: Bool { lines.isEmpty }

  private func isOff(_ day: Int) -> Bool { daysOff.contains { $0.contains(day) } }

  /// Returns the seconds that are due on the given days.
  ///
  /// A weekly or monthly target is spread evenly over the workdays of the period. The share that
  /// falls on a day off isn't due.
  package func due(_ line: TargetSeries, on days: Range<Int>, by calendar: LocalCalendar) -> Int {
    days.reduce(0) { sum, day in
      guard let target = line.target(on: day), !isOff(day) else { return sum }
      return sum + share(of: target, on: day, by: calendar)
    }
  }

  /// Returns the seconds due on each day for all records, by the number of days since 1970-01-01.
  ///
  /// Days without any are left out. Nil if no target counts all records.
  package func dueSeconds(on days: Range<Int>, by calendar: LocalCalendar) -> [Int: Int]? {
    guard let line = lines.first(where: { $0.tag == nil }) else { return nil }
    return days.reduce(into: [:]) { due, day in
      let seconds = self.due(line, on: day..<day + 1, by: calendar)
      if seconds > 0 { due[day] = seconds }
    }
  }

  private func share(of target: Target, on day: Int, by calendar: LocalCalendar) -> Int {
    let period = calendar.days(of: target.period.unit, containing: day)
    let workdays = period.filter { target.weekdays.contains(Weekday(ofDay: $0)) }
    guard let place = workdays.firstIndex(of: day) else { return 0 }
    let count = workdays.count
    return target.seconds * (place + 1) / count - target.seconds * place / count
  }

  /// Returns the first day on which the series applies, or nil if it has always applied.
  package func firstDay(of line: TargetSeries) -> Int? { line.versions.first?.from ?? nil }
}
