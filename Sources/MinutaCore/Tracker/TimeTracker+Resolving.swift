package import Foundation

extension TimeTracker {
  /// The running timers that ran while nobody was there, as far as nobody has decided about them.
  package func forgottenTimers(
    _ uptimeSource: any UptimeSource,
    by days: LocalCalendar
  ) throws(TrackingError) -> [ForgottenTimer] {
    let running = try transaction.runningRecords()
      .filter { now.timeIntervalSince($0.startTime) >= UptimeHistory.minimumIdleSeconds }
      .filter { !transaction.hasCreated($0.id) }
    if running.isEmpty { return [] }
    let times = uptimeSource.uptimeHistory()
    let reading = uptimeSource.reading(at: now)
    return try tagged(running).compactMap { timer in
      let settled = times.reviewedUntil[timer.record.id] ?? timer.record.startTime
      let start = max(settled, timer.record.startTime)
      var idlePeriods = reading.map { times.idlePeriods(since: start, to: $0) } ?? []
      if idlePeriods.isEmpty { idlePeriods = night(since: start, by: days).map { [$0] } ?? [] }
      return idlePeriods.isEmpty ? nil : ForgottenTimer(timer: timer, idlePeriods: idlePeriods)
    }
  }

  /// The time since the day ended in which a timer was started, where that is long ago.
  private func night(since start: Date, by days: LocalCalendar) -> IdlePeriod? {
    guard now.timeIntervalSince(start) >= 10 * 3600, let end = days.today(at: start).to, end < now
    else { return nil }
    return IdlePeriod(.night, from: end, to: now)
  }

  /// Does what its user decided about a timer.
  ///
  /// - Parameter kept: how much of each time away counts as work, in seconds from its start.
  package mutating func resolve(
    _ timer: ForgottenTimer,
    _ resolution: TimerResolution,
    keeping kept: Int = 0
  ) throws(TrackingError) -> TimerResolutionResult {
    let record = timer.timer.record
    let away = timer.idlePeriods.compactMap { $0.dropping(kept) }
    switch resolution {
    case .keep: return TimerResolutionResult(records: [timer.timer])
    case .stop(let end):
      return TimerResolutionResult(records: try stopTimers(.record(record.id), at: end).timers)
    case .stopWhenIdle:
      let end = away.first?.from
      return TimerResolutionResult(records: try stopTimers(.record(record.id), at: end).timers)
    case .cancel:
      return TimerResolutionResult(deleted: [try deleteRecord(record.id)])
    case .subtract:
      return TimerResolutionResult(records: try tagged(try subtract(away, from: record)))
    case .reassign(let reference):
      let left = try subtract(away, from: record)
      let tag = try tag(for: reference)
      let given = away.map { idlePeriod in
        TimeRecord(
          id: makeID(),
          startTime: idlePeriod.from,
          endTime: idlePeriod.to,
          tagId: tag?.id,
          timeZone: record.timeZone
        )
      }
      for record in given { transaction.create(record) }
      return TimerResolutionResult(records: try tagged(left + given))
    }
  }

  /// Takes times away out of a timer, which goes on after the last.
  private mutating func subtract(
    _ idlePeriods: [IdlePeriod],
    from record: TimeRecord
  ) throws(TrackingError) -> [TimeRecord] {
    var parts = [record]
    for idlePeriod in idlePeriods {
      guard let last = parts.popLast() else { break }
      parts += remainder(of: last, before: idlePeriod.from, after: idlePeriod.to)
    }
    save(parts, of: record)
    return parts
  }
}

/// A running timer, and when nobody was there.
package struct ForgottenTimer: Sendable {
  package let timer: TaggedRecord
  /// At least one, in order.
  package let idlePeriods: [IdlePeriod]
}

/// What its user decides about a timer that ran while nobody was there.
package enum TimerResolution: Sendable {
  /// All of it was work; it goes on.
  case keep
  /// All of it was work, up to a moment or now, when it ends.
  case stop(Date?)
  /// It ended when the machine was left.
  case stopWhenIdle
  /// The time away was no work; it goes on.
  case subtract
  /// The time away was spent on something else; it goes on.
  case reassign(TagReference?)
  /// None of it was work.
  case cancel
}

package struct TimerResolutionResult: Sendable {
  /// What there is of it now.
  package var records: [TaggedRecord] = []
  package var deleted: [TaggedRecord] = []
}
