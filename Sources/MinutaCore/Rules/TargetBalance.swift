package import Foundation

/// How far a target is met in a range, up to the day of the call.
package struct TargetBalance: Sendable {
  package let tag: String?
  package let period: Target.Period
  package let dueSeconds: Int
  package let doneSeconds: Int
  /// When it is met if the timers that count go on; nil where it is met, or none runs.
  package let doneAt: Date?

  /// What was done more than was due.
  package var balanceSeconds: Int { doneSeconds - dueSeconds }
}

extension TimeTracker {
  /// How far each target is met within its period at hand: the day, the week or the month.
  package func currentTargetBalances(
    _ plan: TargetPlan,
    by days: LocalCalendar
  ) throws(TrackingError) -> [TargetBalance] {
    let today = days.day(at: now.unixSeconds)
    var balances: [TargetBalance] = []
    for line in plan.lines {
      let period = days.days(of: line.period.unit, containing: today)
      let balance = try self.balance(line, of: plan, on: period, by: days)
      if let balance { balances.append(balance) }
    }
    return balances
  }

  /// How far each target is met in a range, up to today.
  ///
  /// - Parameter filter: the records that are summed; only targets that count just these have a
  ///   balance, and all targets where nothing is filtered.
  package func balances(
    _ plan: TargetPlan,
    in range: TimeRange,
    of filter: RecordFilter,
    by days: LocalCalendar
  ) throws(TrackingError) -> [TargetBalance] {
    if plan.isEmpty { return [] }
    let today = days.day(at: now.unixSeconds)
    let last = range.to.map { min(today, days.day(at: $0.unixSeconds - 1)) } ?? today
    var balances: [TargetBalance] = []
    for line in plan.lines where try line.counts(filter, transaction.tags()) {
      let first = try firstDay(line, plan, in: range, by: days)
      guard let first, first <= last else { continue }
      let balance = try self.balance(line, of: plan, on: first..<last + 1, by: days)
      if let balance { balances.append(balance) }
    }
    return balances
  }

  /// The first day of a range from which a target counts: where it begins, else the first record
  /// that it counts, else the period at hand.
  private func firstDay(
    _ line: TargetSeries,
    _ plan: TargetPlan,
    in range: TimeRange,
    by days: LocalCalendar
  ) throws(TrackingError) -> Int? {
    let from = range.from.map { days.day(at: $0.unixSeconds) } ?? .min
    if let first = plan.firstDay(of: line) { return max(from, first) }
    if let filter = try filter(of: line), let first = try firstDay(of: filter, in: range, by: days)
    {
      return max(from, first)
    }
    let today = days.day(at: now.unixSeconds)
    return max(from, days.days(of: line.period.unit, containing: today).lowerBound)
  }

  /// The day of the first record in a range that a filter takes, and the range's own where it takes
  /// earlier ones; nil where it takes none up to the end of the range.
  private func firstDay(
    of filter: RecordFilter,
    in range: TimeRange,
    by days: LocalCalendar
  ) throws(TrackingError) -> Int? {
    if let from = range.from {
      // Most targets count something that was done lately, which takes the least time to find.
      for length in [32, 366, nil] {
        let start = length.map { from.addingTimeInterval(-Double($0) * 86_400) }
        let past = TimeRange(from: start, to: from, timeZone: days.timeZone)
        if try firstDay(in: past, of: filter, by: days) != nil {
          return days.day(at: from.unixSeconds)
        }
      }
    }
    return try firstDay(in: range, of: filter, by: days)
  }

  /// The first day of a range on which a filter takes a record.
  private func firstDay(
    in range: TimeRange,
    of filter: RecordFilter,
    by days: LocalCalendar
  ) throws(TrackingError) -> Int? {
    let plan = Aggregation(range: range, by: [.day], days: days, now: now)
    guard case .date(let text)? = try summary(plan, of: filter).summary.groups.first?.key else {
      return nil
    }
    return TimeRules.days(text)?.lowerBound
  }

  /// Nil where a line asks for nothing on some days.
  private func balance(
    _ line: TargetSeries,
    of plan: TargetPlan,
    on covered: Range<Int>,
    by days: LocalCalendar
  ) throws(TrackingError) -> TargetBalance? {
    guard covered.contains(where: { line.target(on: $0) != nil }) else { return nil }
    let due = plan.due(line, on: covered, by: days)
    let filter = try filter(of: line)
    let range = days.range(ofDays: covered)
    let done = try filter.map { filter throws(TrackingError) in
      try sum(in: range, by: days, of: filter).totalSeconds
    }
    let running = try transaction.runningRecords().filter { $0.startTime <= now }
    let counting = try filter.map { filter throws(TrackingError) in
      try matching(running, filter).count
    }
    let left = due - (done ?? 0)
    var doneAt: Date?
    if left > 0, let counting, counting > 0, range.to.map({ now < $0 }) ?? true {
      doneAt = now.truncatedToSeconds.addingTimeInterval(Double((left + counting - 1) / counting))
    }
    return TargetBalance(
      tag: line.tag,
      period: line.period,
      dueSeconds: due,
      doneSeconds: done ?? 0,
      doneAt: doneAt
    )
  }

  /// The records that count; nil where there is no such tag yet.
  private func filter(of line: TargetSeries) throws(TrackingError) -> RecordFilter? {
    guard let name = line.tag else { return .all }
    let reference = try transaction.tags().reference(name)
    if case .name = reference { return nil }
    return .tag(reference)
  }
}

extension TargetSeries {
  /// Whether the records of a filter are those that the target counts, or all.
  fileprivate func counts(_ filter: RecordFilter, _ tags: TagList) throws(TrackingError) -> Bool {
    switch filter {
    case .all: return true
    case .tag(let reference):
      guard let tag, let wanted = try tags.find(reference) else { return false }
      return try tags.find(try tags.reference(tag)) == wanted
    default: return false
    }
  }
}
