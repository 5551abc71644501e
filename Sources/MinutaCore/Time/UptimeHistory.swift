package import Foundation

/// The observed periods in which the machine was awake.
///
/// It also contains, for each timer, the time up to which the user has reviewed its idle time.
package struct UptimeHistory: Sendable, Equatable {
  /// A period in which, as far as is known, the machine neither slept nor restarted.
  package struct AwakePeriod: Sendable, Equatable {
    package let first: UptimeSample
    /// The last time at which Minuta ran in this period, so the machine was awake.
    package var last: Date

    package init(first: UptimeSample, last: Date) {
      self.first = first
      self.last = last
    }
  }

  package private(set) var periods: [AwakePeriod]
  /// The time up to which the user has reviewed a timer's idle time, by the id of the timer's
  /// record.
  package private(set) var reviewedUntil: [UUID: Date]

  package init(periods: [AwakePeriod] = [], reviewedUntil: [UUID: Date] = [:]) {
    self.periods = periods
    self.reviewedUntil = reviewedUntil
  }

  /// The maximum number of stored periods, and of timers in `reviewedUntil`.
  private static let limit = 64
  /// The minimum length of an idle period; shorter ones are ignored.
  package static let minimumIdleSeconds = 600.0
  /// The maximum sleep, in seconds, that doesn't end an awake period.
  ///
  /// The measured sleep isn't exact, because the machine's clocks drift apart.
  private static let tolerance = 30

  /// Records that the machine is awake at the time of the sample.
  ///
  /// - Returns: Whether the history has changed enough that it should be saved.
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

  /// Records that the user has reviewed a timer's idle time up to a moment.
  package mutating func markReviewed(_ record: UUID, at moment: Date) {
    reviewedUntil[record] = moment
    let newest = reviewedUntil.sorted { $0.value > $1.value }.prefix(Self.limit)
    reviewedUntil = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
  }

  /// Applies a user's decision, unless another decision has changed the reviewed time since.
  ///
  /// - Returns: Whether the decision was applied.
  package mutating func apply(_ decision: IdleTimeDecision) -> Bool {
    guard reviewedUntil[decision.timer]?.truncatedToSeconds == decision.before else { return false }
    reviewedUntil[decision.timer] = nil
    if let after = decision.after { markReviewed(decision.timer, at: after) }
    return true
  }

  /// Returns the periods from `start` to the sample in which the machine slept or was off.
  func idlePeriods(since start: Date, to reading: UptimeSample) -> [IdlePeriod] {
    var idlePeriods: [IdlePeriod] = []
    var former: AwakePeriod?
    for period in periods + [AwakePeriod(first: reading, last: reading.now)] {
      let found = period.idlePeriod(after: former)
      former = period
      // Limit the idle period: if the clock was once ahead, awake periods may lie in the future or
      // overlap.
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

  /// Returns the gap between the previous awake period and this one.
  ///
  /// The start of the gap is nil if there is no previous period.
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
