package import Foundation

/// The progress of a target: the time due and the time done, up to today.
package struct TargetBalance: Sendable {
  package let tag: String?
  package let period: Target.Period
  /// The target on the last of the days; nil if it doesn't apply on that day.
  package let target: Target?
  package let dueSeconds: Int
  package let doneSeconds: Int
  /// The days on which the target counts, from 1970-01-01: up to today, and not before its first day.
  package let days: Range<Int>
  /// The time at which the target will be met if the running timers that count for it keep running.
  ///
  /// Nil if the target is already met, or if no running timer counts for it.
  package let doneAt: Date?

  /// The seconds done minus the seconds due; negative if time is still missing.
  package var balanceSeconds: Int { doneSeconds - dueSeconds }
}

extension TimeTracker {
  /// Returns the progress of each target in the current day, week or month, depending on its
  /// period.
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
  /// - Parameter filter: all records, or a tag with or without the tags below it. Only the targets
  ///   that count exactly the records of these tags are returned.
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
    for line in plan.lines where try counts(line, for: filter) {
      let first = try firstDay(line, plan, in: range, by: days)
      guard let first, first <= last else { continue }
      let balance = try self.balance(line, of: plan, on: first..<last + 1, by: days)
      if let balance { balances.append(balance) }
    }
    return balances
  }

  /// Returns the first day of a range on which a target applies.
  ///
  /// A target without a first day applies from the day of its first record, or from the first day
  /// of the current period if it has no records.
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

  /// Returns the first day in a range on which the matching records count.
  ///
  /// The result is the range's first day if there are matching records before the range. Otherwise
  /// it is the day of the first matching record, or nil if no record matches.
  private func firstDay(
    of filter: RecordFilter,
    in range: TimeRange,
    by days: LocalCalendar
  ) throws(TrackingError) -> Int? {
    if let from = range.from {
      // Search the 32 days before the range first, then a year, then everything: most targets have
      // records shortly before the range.
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

  /// Returns the first day within a range that has a matching record, or nil if there is none.
  private func firstDay(
    in range: TimeRange,
    of filter: RecordFilter,
    by days: LocalCalendar
  ) throws(TrackingError) -> Int? {
    let plan = SummaryQuery(range: range, by: [.day], days: days, now: now)
    guard case .date(let text)? = try summary(plan, of: filter).summary.groups.first?.key else {
      return nil
    }
    return TimeRules.days(text)?.lowerBound
  }

  /// Returns the progress of a target on the given days, or nil if it applies on none of them.
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
      target: line.target(on: covered.upperBound - 1),
      dueSeconds: due,
      doneSeconds: done ?? 0,
      days: covered,
      doneAt: doneAt
    )
  }

  /// Returns a filter for the records that count for a target, or nil if its tag doesn't exist yet.
  ///
  /// Records with a tag below the target's tag count, too.
  private func filter(of line: TargetSeries) throws(TrackingError) -> RecordFilter? {
    guard let name = line.tag else { return .all }
    let tags = try transaction.tags()
    let filter = RecordFilter.tagged(try tags.reference(name))
    guard
      case .tag(let reference, let scope) = filter, try tags.existingIDs(reference, scope) != nil
    else { return nil }
    return filter
  }

  /// Whether the progress of a target belongs to a filter: either all records, or those that count
  /// for the target.
  private func counts(
    _ line: TargetSeries,
    for filter: RecordFilter
  ) throws(TrackingError) -> Bool {
    if case .all = filter { return true }
    guard
      case .tag(let reference, let scope) = filter,
      case .tag(let own, let ownScope)? = try self.filter(of: line)
    else { return false }
    let tags = try transaction.tags()
    return try tags.existingIDs(reference, scope) == tags.existingIDs(own, ownScope)
  }
}
