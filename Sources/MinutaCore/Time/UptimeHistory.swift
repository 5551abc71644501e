package import Foundation

/// When a machine was seen awake, and which timers its user has decided about.
package struct UptimeHistory: Sendable, Equatable {
  /// A time without sleep or restart, as far as it was seen.
  package struct AwakePeriod: Sendable, Equatable {
    package let first: UptimeSample
    /// When it was seen last.
    package var last: Date

    package init(first: UptimeSample, last: Date) {
      self.first = first
      self.last = last
    }
  }

  package private(set) var periods: [AwakePeriod]
  /// Up to when time away from a timer has been decided about.
  package private(set) var reviewedUntil: [UUID: Date]

  package init(periods: [AwakePeriod] = [], reviewedUntil: [UUID: Date] = [:]) {
    self.periods = periods
    self.reviewedUntil = reviewedUntil
  }

  /// How many periods and decisions are kept.
  private static let limit = 64
  /// Shorter times away are no matter.
  package static let minimumIdleSeconds = 600.0
  /// A sleep that is shorter, in seconds, begins no period; the clocks tick apart.
  private static let tolerance = 30

  /// Notes that the machine is awake.
  ///
  /// - Returns: Whether there is something new that is worth keeping.
  package mutating func note(_ reading: UptimeSample) -> Bool {
    if let last = periods.last, last.isSame(as: reading, tolerance: Self.tolerance) {
      guard reading.now.timeIntervalSince(last.last) >= 60 else { return false }
      periods[periods.count - 1].last = reading.now
      return true
    }
    periods.append(AwakePeriod(first: reading, last: reading.now))
    periods = Array(periods.suffix(Self.limit))
    return true
  }

  /// Notes that a timer is as its user wants it, up to a moment.
  package mutating func markReviewed(_ record: UUID, at moment: Date) {
    reviewedUntil[record] = moment
    let newest = reviewedUntil.sorted { $0.value > $1.value }.prefix(Self.limit)
    reviewedUntil = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
  }

  /// Makes a decision, unless the timer has been decided about otherwise meanwhile.
  ///
  /// - Returns: Whether it was made.
  package mutating func apply(_ decision: IdleTimeDecision) -> Bool {
    guard reviewedUntil[decision.timer]?.truncatedToSeconds == decision.before else { return false }
    reviewedUntil[decision.timer] = nil
    if let after = decision.after { markReviewed(decision.timer, at: after) }
    return true
  }

  /// When the machine slept or was off between a moment and a reading.
  func idlePeriods(since start: Date, to reading: UptimeSample) -> [IdlePeriod] {
    var idlePeriods: [IdlePeriod] = []
    var former: AwakePeriod?
    for period in periods + [AwakePeriod(first: reading, last: reading.now)] {
      let found = period.idlePeriod(after: former)
      former = period
      // What was noted while the clock was ahead may lie in the future, or over what came before.
      let from = max(found.from ?? start, start, idlePeriods.last?.to ?? start)
      let to = min(found.to, reading.now)
      if to.timeIntervalSince(from) >= Self.minimumIdleSeconds {
        idlePeriods.append(IdlePeriod(found.reason, from: from, to: to))
      }
    }
    return idlePeriods
  }
}

extension UptimeHistory.AwakePeriod {
  fileprivate func isSame(as reading: UptimeSample, tolerance: Int) -> Bool {
    first.boot == reading.boot && reading.asleepSeconds - first.asleepSeconds < tolerance
  }

  /// What lies between a period and this; from nil where nobody knows.
  fileprivate func idlePeriod(
    after former: UptimeHistory.AwakePeriod?
  ) -> (reason: IdlePeriod.Reason, from: Date?, to: Date) {
    guard let former else { return (.restart, nil, first.bootedAt) }
    if former.first.boot != first.boot {
      return (.restart, former.last, min(first.bootedAt, first.now))
    }
    let slept = Double(first.asleepSeconds - former.first.asleepSeconds)
    return (.sleep, max(former.last, first.now.addingTimeInterval(-slept)), first.now)
  }
}

/// A time in which nobody can have been at work here.
package struct IdlePeriod: Sendable, Hashable {
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
    self.from = from.truncatedToSeconds
    self.to = to.truncatedToSeconds
  }

  package var seconds: Int { to.unixSeconds - from.unixSeconds }

  /// The same without its first seconds; nil where nothing is left.
  func dropping(_ seconds: Int) -> IdlePeriod? {
    seconds < self.seconds
      ? IdlePeriod(reason, from: from.addingTimeInterval(Double(seconds)), to: to) : nil
  }
}
