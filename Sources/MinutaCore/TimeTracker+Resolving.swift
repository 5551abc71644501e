package import Foundation

extension TimeTracker {
  /// The running timers that ran while nobody was there, as far as nobody has decided about them.
  package func forgottenTimers(
    _ wakefulness: any Wakefulness,
    by days: DayReckoning
  ) throws(TrackingError) -> [ForgottenTimer] {
    let running = try transaction.runningRecords()
      .filter { now.timeIntervalSince($0.startTime) >= AwakeTimes.shortest }
      .filter { !transaction.hasCreated($0.id) }
    if running.isEmpty { return [] }
    let times = wakefulness.awakeTimes()
    let reading = wakefulness.reading(at: now)
    return try tagged(running).compactMap { timer in
      let settled = times.settled[timer.record.id] ?? timer.record.startTime
      let start = max(settled, timer.record.startTime)
      var absences = reading.map { times.absences(since: start, to: $0) } ?? []
      if absences.isEmpty { absences = night(since: start, by: days).map { [$0] } ?? [] }
      return absences.isEmpty ? nil : ForgottenTimer(timer: timer, absences: absences)
    }
  }

  /// The time since the day ended in which a timer was started, where that is long ago.
  private func night(since start: Date, by days: DayReckoning) -> Absence? {
    guard now.timeIntervalSince(start) >= 10 * 3600, let end = days.today(at: start).to, end < now
    else { return nil }
    return Absence(.night, from: end, to: now)
  }

  /// Does what its user decided about a timer.
  ///
  /// - Parameter kept: how much of each time away counts as work, in seconds from its start.
  package mutating func resolve(
    _ timer: ForgottenTimer,
    _ resolution: Resolution,
    keeping kept: Int = 0
  ) throws(TrackingError) -> ResolvedTimer {
    let record = timer.timer.record
    let away = timer.absences.compactMap { $0.dropping(kept) }
    switch resolution {
    case .keep: return ResolvedTimer(records: [timer.timer])
    case .stop(let end):
      return ResolvedTimer(records: try stopTimers(.record(record.id), at: end).timers)
    case .stopWhenLeft:
      let end = away.first?.from
      return ResolvedTimer(records: try stopTimers(.record(record.id), at: end).timers)
    case .cancel:
      return ResolvedTimer(deleted: [try deleteRecord(record.id)])
    case .subtract: return ResolvedTimer(records: try tagged(try subtract(away, from: record)))
    case .give(let reference):
      let left = try subtract(away, from: record)
      let tag = try tag(for: reference)
      let given = away.map { absence in
        TimeRecord(
          id: makeID(),
          startTime: absence.from,
          endTime: absence.to,
          tagId: tag?.id,
          timeZone: record.timeZone
        )
      }
      for record in given { transaction.create(record) }
      return ResolvedTimer(records: try tagged(left + given))
    }
  }

  /// Takes times away out of a timer, which goes on after the last.
  private mutating func subtract(
    _ absences: [Absence],
    from record: TimeRecord
  ) throws(TrackingError) -> [TimeRecord] {
    var parts = [record]
    for absence in absences {
      guard let last = parts.popLast() else { break }
      parts += rest(of: last, before: absence.from, after: absence.to)
    }
    save(parts, of: record)
    return parts
  }
}

/// A running timer, and when nobody was there.
package struct ForgottenTimer: Sendable {
  package let timer: TaggedRecord
  /// At least one, in order.
  package let absences: [Absence]
}

/// What its user decides about a timer that ran while nobody was there.
package enum Resolution: Sendable {
  /// All of it was work; it goes on.
  case keep
  /// All of it was work, up to a moment or now, when it ends.
  case stop(Date?)
  /// It ended when the machine was left.
  case stopWhenLeft
  /// The time away was no work; it goes on.
  case subtract
  /// The time away was spent on something else; it goes on.
  case give(TagReference?)
  /// None of it was work.
  case cancel
}

package struct ResolvedTimer: Sendable {
  /// What there is of it now.
  package var records: [TaggedRecord] = []
  package var deleted: [TaggedRecord] = []
}
