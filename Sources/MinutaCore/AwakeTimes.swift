package import Foundation

/// When a machine was seen awake, and which timers its user has decided about.
package struct AwakeTimes: Sendable, Equatable {
  /// A time without sleep or restart, as far as it was seen.
  package struct Period: Sendable, Equatable {
    package let first: ClockReading
    /// When it was seen last.
    package var last: Date

    package init(first: ClockReading, last: Date) {
      self.first = first
      self.last = last
    }
  }

  package private(set) var periods: [Period]
  /// Up to when time away from a timer has been decided about.
  package private(set) var settled: [UUID: Date]

  package init(periods: [Period] = [], settled: [UUID: Date] = [:]) {
    self.periods = periods
    self.settled = settled
  }

  /// How many periods and decisions are kept.
  private static let limit = 64
  /// Shorter times away are no matter.
  package static let shortest = 600.0
  /// A sleep that is shorter, in seconds, begins no period; the clocks tick apart.
  private static let tolerance = 30

  /// Notes that the machine is awake.
  ///
  /// - Returns: Whether there is something new that is worth keeping.
  package mutating func note(_ reading: ClockReading) -> Bool {
    if let last = periods.last, last.isSame(as: reading, tolerance: Self.tolerance) {
      guard reading.now.timeIntervalSince(last.last) >= 60 else { return false }
      periods[periods.count - 1].last = reading.now
      return true
    }
    periods.append(Period(first: reading, last: reading.now))
    periods = Array(periods.suffix(Self.limit))
    return true
  }

  /// Notes that a timer is as its user wants it, up to a moment.
  package mutating func settle(_ record: UUID, at moment: Date) {
    settled[record] = moment
    let newest = settled.sorted { $0.value > $1.value }.prefix(Self.limit)
    settled = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
  }

  /// Makes a decision, unless the timer has been decided about otherwise meanwhile.
  ///
  /// - Returns: Whether it was made.
  package mutating func apply(_ decision: TimerDecision) -> Bool {
    guard settled[decision.timer]?.inWholeSeconds == decision.before else { return false }
    settled[decision.timer] = nil
    if let after = decision.after { settle(decision.timer, at: after) }
    return true
  }

  /// When the machine slept or was off between a moment and a reading.
  func absences(since start: Date, to reading: ClockReading) -> [Absence] {
    var absences: [Absence] = []
    var former: Period?
    for period in periods + [Period(first: reading, last: reading.now)] {
      let found = period.absence(after: former)
      former = period
      // What was noted while the clock was ahead may lie in the future, or over what came before.
      let from = max(found.from ?? start, start, absences.last?.to ?? start)
      let to = min(found.to, reading.now)
      if to.timeIntervalSince(from) >= Self.shortest {
        absences.append(Absence(found.reason, from: from, to: to))
      }
    }
    return absences
  }
}

extension AwakeTimes.Period {
  fileprivate func isSame(as reading: ClockReading, tolerance: Int) -> Bool {
    first.boot == reading.boot && reading.asleepSeconds - first.asleepSeconds < tolerance
  }

  /// What lies between a period and this; from nil where nobody knows.
  fileprivate func absence(
    after former: AwakeTimes.Period?
  ) -> (reason: Absence.Reason, from: Date?, to: Date) {
    guard let former else { return (.restart, nil, first.bootedAt) }
    if former.first.boot != first.boot {
      return (.restart, former.last, min(first.bootedAt, first.now))
    }
    let slept = Double(first.asleepSeconds - former.first.asleepSeconds)
    return (.sleep, max(former.last, first.now.addingTimeInterval(-slept)), first.now)
  }
}

/// A time in which nobody can have been at work here.
package struct Absence: Sendable, Hashable {
  package enum Reason: String, Sendable, Hashable {
    case sleep
    case restart
    /// A day ended meanwhile; nothing else is known.
    case night
  }

  package let reason: Reason
  package let from: Date
  package let to: Date

  init(_ reason: Reason, from: Date, to: Date) {
    self.reason = reason
    self.from = from.inWholeSeconds
    self.to = to.inWholeSeconds
  }

  package var seconds: Int { to.wholeSeconds - from.wholeSeconds }

  /// The same without its first seconds; nil where nothing is left.
  func dropping(_ seconds: Int) -> Absence? {
    seconds < self.seconds
      ? Absence(reason, from: from.addingTimeInterval(Double(seconds)), to: to) : nil
  }
}
