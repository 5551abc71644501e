package import Foundation

extension TimeTracker {
  /// Returns the timers that were probably forgotten.
  ///
  /// These have idle time that the user hasn't reviewed yet.
  ///
  /// - Parameter minimumAway: the minimum length in seconds of an absence that counts.
  package func unresolvedTime(
    _ uptimeSource: any UptimeSource,
    by days: LocalCalendar,
    minimumAway: Int
  ) throws(TrackingError) -> UnresolvedTime {
    let absences = uptimeSource.absenceHistory()
    let running = try transaction.runningRecords()
    let minimum = min(UptimeHistory.minimumIdleSeconds, Double(minimumAway))
    let old = running.filter { now.timeIntervalSince($0.startTime) >= minimum }
      .filter { !transaction.hasCreated($0.id) }
    var unresolved = UnresolvedTime()
    let stopped = absences.absences.filter { !$0.stopped.isEmpty }
    if old.isEmpty, stopped.isEmpty { return unresolved }
    let times = uptimeSource.uptimeHistory()
    let reading = uptimeSource.reading(at: now)
    let isAway = absences.departure.map { $0.endByRestart(reading) == nil } ?? false
    unresolved.awaySince = isAway && !running.isEmpty ? absences.departure?.start(reading) : nil
    let records = try old + stoppedRecords(stopped, times)
    unresolved.timers = try tagged(records).compactMap { timer in
      let reviewedUntil = times.reviewedUntil[timer.record.id] ?? timer.record.startTime
      let start = max(reviewedUntil, timer.record.startTime)
      let isRunning = timer.record.isRunning
      let machine = isRunning ? reading.map { times.idlePeriods(since: start, to: $0) } ?? [] : []
      let away = absences.idlePeriods(from: start, to: timer.record.end(at: now), reading)
      var idlePeriods = machine.joined(with: away)
        .filter { $0.reason != .away || $0.seconds >= minimumAway }
      if idlePeriods.isEmpty, isRunning {
        idlePeriods = night(since: start, by: days).map { [$0] } ?? []
      }
      return idlePeriods.isEmpty ? nil : ForgottenTimer(timer: timer, idlePeriods: idlePeriods)
    }
    return unresolved
  }

  /// Returns the records of timers that were stopped in absences, and not reviewed since.
  private func stoppedRecords(
    _ absences: [AbsenceHistory.Absence],
    _ times: UptimeHistory
  ) throws(TrackingError) -> [TimeRecord] {
    var records: [TimeRecord] = []
    for absence in absences {
      for id in absence.stopped where times.reviewedUntil[id].map({ $0 < absence.to }) ?? true {
        guard let record = try transaction.record(id), !record.isRunning,
          !records.contains(where: { $0.id == id })
        else { continue }
        records.append(record)
      }
    }
    return records
  }

  /// Returns the time since the end of the day that contains `start`, as an idle period.
  ///
  /// Nil if `start` is less than ten hours ago, or if the day hasn't ended yet.
  private func night(since start: Date, by days: LocalCalendar) -> IdlePeriod? {
    guard now.timeIntervalSince(start) >= 10 * 3600, let end = days.today(at: start).to, end < now
    else { return nil }
    return IdlePeriod(.night, from: end, to: now)
  }

  /// Applies the user's decision about a forgotten timer.
  ///
  /// - Parameter kept: the number of seconds at the start of each idle period that still count as
  ///   work.
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
      return ForgottenTimerResult(records: try tagged(try stop(record, at: end)))
    case .stopWhenIdle:
      let end = idlePeriods.first?.from
      return ForgottenTimerResult(records: try tagged(try stop(record, at: end)))
    case .cancel:
      return ForgottenTimerResult(deleted: [try deleteRecord(record.id)])
    case .subtract:
      let left = try subtract(idlePeriods, from: record)
      return ForgottenTimerResult(
        records: try tagged(left),
        deleted: left.isEmpty ? [timer.timer] : []
      )
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

  /// Stops a timer, or moves the end of one that was stopped while the user was away.
  ///
  /// - Parameter end: the end; nil for now, which leaves a stopped timer as it is.
  private mutating func stop(
    _ record: TimeRecord,
    at end: Date?
  ) throws(TrackingError) -> [TimeRecord] {
    if record.isRunning { return try stopTimers(.record(record.id), at: end).timers.map(\.record) }
    guard let end else { return [record] }
    if end > now { throw .endInFuture(end) }
    if end < record.startTime { throw .endBeforeStart(start: record.startTime, end: end) }
    var moved = record
    moved.endTime = end.truncatedToSeconds
    try change(record, to: moved)
    return [moved]
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

/// The time away that the user hasn't reviewed yet.
package struct UnresolvedTime: Sendable {
  package var timers: [ForgottenTimer] = []
  /// The moment at which the user left; nil if the user isn't away or no timer is running.
  package var awaySince: Date?

  package init() {}
}

/// A timer that was probably forgotten, and its idle periods.
///
/// It is running, or was stopped while the user was away.
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
