package import Foundation

/// A period in which the user probably didn't work: the machine slept or was off, the user was
/// away, or the day had ended.
package struct IdlePeriod: Sendable, Hashable {
  package enum Reason: String, Sendable, Hashable {
    case sleep
    case restart
    /// The day on which the timer started has ended.
    ///
    /// Used if there is no information about sleep, restarts or absences.
    case night
    /// The user was away, as the intents `Away` and `Back` noted.
    case away
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

  /// Returns the period without its first `seconds`, or nil if nothing is left.
  func dropping(_ seconds: Int) -> IdlePeriod? {
    seconds < self.seconds
      ? IdlePeriod(reason, from: from.addingTimeInterval(Double(seconds)), to: to) : nil
  }
}

extension [IdlePeriod] {
  /// Returns these periods and those of absences in order.
  ///
  /// An absence is joined with the periods that it overlaps or touches, since the user was away in
  /// all of that time.
  func joined(with absences: [IdlePeriod]) -> [IdlePeriod] {
    if absences.isEmpty { return self }
    var joined: [IdlePeriod] = []
    for period in (self + absences).sorted(by: { ($0.from, $0.to) < ($1.from, $1.to) }) {
      guard let last = joined.last, period.from <= last.to,
        last.reason == .away || period.reason == .away
      else {
        joined.append(period)
        continue
      }
      joined[joined.count - 1] = IdlePeriod(
        .away,
        from: last.from,
        to: Swift.max(last.to, period.to)
      )
    }
    return joined
  }
}
