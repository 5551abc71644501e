package import Foundation

/// The progress of a target in a range, up to the day of the call.
package struct TargetBalance: Sendable {
  package let tag: String?
  package let period: Target.Period
  package let dueSeconds: Int
  package let doneSeconds: Int
  /// When the target will be met if the counted timers keep running.
  ///
  /// Nil if the target is met already, or if no counted timer is running.
  package let doneAt: Date?

  /// The time done minus the time due.
  package var balanceSeconds: Int { doneSeconds - dueSeconds }
}

extension TimeTracker {
  /// Returns the progress of each target in its current day, week or month.
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

  /// Returns the progress of each target in a range, up to today.
  ///
  /// - Parameter filter: the records to sum. With a tag filter, only targets for that tag are included.
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

  /// Returns the first day of a range that counts for a target.
  ///
  /// That is the target's first day, else the day of the first record it counts, else the start of
  /// the current period.
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

  /// Returns the day of the first matching record, or the first day of the range if earlier records
  /// match too.
  ///
  /// Nil if no record matches up to the end of the range.
  private func firstDay(
    of filter: RecordFilter,
    in range: TimeRange,
    by days: LocalCalendar
  ) throws(TrackingError) -> Int? {
    if let from = range.from {
      // Most targets have recent records, so search the last month and year first.
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

  /// Returns the first day of a range that has a matching record.
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

  /// Returns the progress on the given days, or nil if no target applies on them.
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

  /// Returns a filter for the records that count, or nil if the tag doesn't exist yet.
  private func filter(of line: TargetSeries) throws(TrackingError) -> RecordFilter? {
    guard let name = line.tag else { return .all }
    let reference = try transaction.tags().reference(name)
    if case .name = reference { return nil }
    return .tag(reference)
  }
}

extension TargetSeries {
  /// Whether the filter selects all records, or just those that the target counts.
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
