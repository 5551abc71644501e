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
  package func targetsNow(
    _ plan: TargetPlan,
    by days: DayReckoning
  ) throws(TrackingError) -> [TargetBalance] {
    let today = days.day(at: now.wholeSeconds)
    var balances: [TargetBalance] = []
    for line in plan.lines {
      let period = days.days(of: line.period.unit, containing: today)
      let balance = try self.balance(line, of: plan, on: period, by: days)
      if let balance { balances.append(balance) }
    }
    return balances
  }

  /// How far each target is met in a range, up to today.
  package func balances(
    _ plan: TargetPlan,
    in range: TimeRange,
    by days: DayReckoning
  ) throws(TrackingError) -> [TargetBalance] {
    if plan.isEmpty { return [] }
    let today = days.day(at: now.wholeSeconds)
    let last = range.to.map { min(today, days.day(at: $0.wholeSeconds - 1)) } ?? today
    var balances: [TargetBalance] = []
    for line in plan.lines {
      let first = try firstDay(line, plan, in: range, by: days)
      guard let first, first <= last else { continue }
      let balance = try self.balance(line, of: plan, on: first..<last + 1, by: days)
      if let balance { balances.append(balance) }
    }
    return balances
  }

  /// The first day of a range; of all time where the target begins, else the first record.
  private func firstDay(
    _ line: TargetLine,
    _ plan: TargetPlan,
    in range: TimeRange,
    by days: DayReckoning
  ) throws(TrackingError) -> Int? {
    if let from = range.from { return days.day(at: from.wholeSeconds) }
    if let first = plan.firstDay(of: line) { return first }
    let records = try transaction.records(in: TimeRange(timeZone: days.timeZone), now: now)
    return records.first.map { days.day(at: $0.startTime.wholeSeconds) }
  }

  /// Nil where a line asks for nothing on some days.
  private func balance(
    _ line: TargetLine,
    of plan: TargetPlan,
    on covered: Range<Int>,
    by days: DayReckoning
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
      doneAt = now.inWholeSeconds.addingTimeInterval(Double((left + counting - 1) / counting))
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
  private func filter(of line: TargetLine) throws(TrackingError) -> RecordFilter? {
    guard let name = line.tag else { return .all }
    let reference = try transaction.tags().reference(name)
    if case .name = reference { return nil }
    return .tag(reference)
  }
}
