/// How much time is to be spent.
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

  /// The name of the tag whose records count; nil where all do.
  package let tag: String?
  package let period: Period
  /// How much in a period without days off.
  package let seconds: Int
  /// The first day it holds for, counted from 1970-01-01; nil for all up to the next of its kind.
  package let from: Int?
  /// On which days of the week.
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

/// The targets that hold one after the other for the same thing.
package struct TargetSeries: Sendable, Hashable {
  package let tag: String?
  package let period: Target.Period
  /// By the days they hold from.
  let versions: [Target]

  /// The target that holds on a day; one that came later does not change what was due before.
  func target(on day: Int) -> Target? {
    versions.last { $0.from.map { $0 <= day } ?? true }
  }
}

/// All targets, and the days on which nothing is due.
package struct TargetPlan: Sendable, Equatable {
  package let lines: [TargetSeries]
  private let daysOff: [Range<Int>]

  /// Makes a plan; targets for one tag and period follow each other.
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

  /// What is due on some days, in seconds.
  ///
  /// What a week or a month asks for is spread evenly over its days of work; a day off takes its part
  /// away.
  package func due(_ line: TargetSeries, on days: Range<Int>, by calendar: LocalCalendar) -> Int {
    days.reduce(0) { sum, day in
      guard let target = line.target(on: day), !isOff(day) else { return sum }
      return sum + share(of: target, on: day, by: calendar)
    }
  }

  private func share(of target: Target, on day: Int, by calendar: LocalCalendar) -> Int {
    let period = calendar.days(of: target.period.unit, containing: day)
    let workdays = period.filter { target.weekdays.contains(Weekday(ofDay: $0)) }
    guard let place = workdays.firstIndex(of: day) else { return 0 }
    let count = workdays.count
    return target.seconds * (place + 1) / count - target.seconds * place / count
  }

  /// The first day for which something is due by a line; nil where it has always been.
  package func firstDay(of line: TargetSeries) -> Int? { line.versions.first?.from ?? nil }
}
