package import Foundation

extension TimeTracker {
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
      let reviewedUntil = times.reviewedUntil[timer.record.id] ?? timer.record.startTime
      let start = max(reviewedUntil, timer.record.startTime)
      var idlePeriods = reading.map { times.idlePeriods(since: start, to: $0) } ?? []
      if idlePeriods.isEmpty { idlePeriods = night(since: start, by: days).map { [$0] } ?? [] }
      return idlePeriods.isEmpty ? nil : ForgottenTimer(timer: timer, idlePeriods: idlePeriods)
    }
  }

  /// Returns the time since the end of the day that contains `start`, as an idle period.
  ///
  /// Nil if `start` is less than ten hours ago, or if the day hasn't ended yet.
  private func night(since start: Date, by days: LocalCalendar) -> IdlePeriod? {
    guard now.timeIntervalSince(start) >= 10 * 3600, let end = days.today(at: start).to, end < now
    else { return nil }
    return IdlePeriod(.night, from: end, to: now)
  }

  package mutating func resolve(
    _ timer: ForgottenTimer,
    _ resolution: ForgottenTimerDecision,
    keeping kept: Int
  ) throws(TrackingError) -> ForgottenTimerResult {
    let record = timer.timer.record
    let idlePeriods = timer.idlePeriods.compactMap { $0.dropping(kept) }
    switch resolution {
    case .keep: return ForgottenTimerResult(records: [timer.timer])
    case .stop(let end):
      return ForgottenTimerResult(records: try stopTimers(.record(record.id), at: end).timers)
    case .stopWhenIdle:
      let end = idlePeriods.first?.from
      return ForgottenTimerResult(records: try stopTimers(.record(record.id), at: end).timers)
    case .cancel:
      return ForgottenTimerResult(deleted: [try deleteRecord(record.id)])
    case .subtract:
      return ForgottenTimerResult(records: try tagged(try subtract(idlePeriods, from: record)))
    case .reassign(let reference):
      let left = try subtract(idlePeriods, from: record)
      let tag = try tag(for: reference)
      let reassigned = idlePeriods.map { idlePeriod in
        TimeRecord(
          id: makeID(),
          startTime: idlePeriod.from,
          endTime: idlePeriod.to,
          tagId: tag?.id,
          timeZone: record.timeZone
        )
      }
      for record in reassigned { transaction.create(record) }
      return ForgottenTimerResult(records: try tagged(left + reassigned))
    }
  }

  /// Removes idle periods from a timer, which continues after the last one.
  ///
  /// - Returns: The parts that remain.
  private mutating func subtract(
    _ idlePeriods: [IdlePeriod],
    from record: TimeRecord
  ) throws(TrackingError) -> [TimeRecord] {
    var parts = [record]
    for idlePeriod in idlePeriods {
      guard let last = parts.popLast() else { break }
      parts += remainder(of: last, before: idlePeriod.from, after: idlePeriod.to)
    }
    try replace(record, with: parts)
    return parts
  }
}

/// A running timer that was probably forgotten, and its idle periods.
package struct ForgottenTimer: Sendable {
  package let timer: TaggedRecord
  /// The idle periods since the last review, in order; there is at least one.
  package let idlePeriods: [IdlePeriod]
}

/// The user's decision about a forgotten timer: which part of its time was work.
package enum ForgottenTimerDecision: Sendable {
  /// All of the time was work, and the timer keeps running.
  case keep
  /// All of the time until the given end was work, and the timer stops there.
  ///
  /// Nil stops the timer now.
  case stop(Date?)
  /// Only the time before the first idle period was work, and the timer stops there.
  case stopWhenIdle
  /// The idle time is removed from the timer, which keeps running.
  case subtract
  /// The idle time is recorded under another tag or no tag, and the timer keeps running.
  case reassign(TagReference?)
  /// None of the time was work, and the timer is deleted.
  case cancel
}

package struct ForgottenTimerResult: Sendable {
  /// The records that the timer's time was divided into.
  package var records: [TaggedRecord] = []
  package var deleted: [TaggedRecord] = []
}
