package import Foundation

/// The local clock of a time zone.
package struct WallClock: Sendable {
  package let timeZone: TimeZone

  package init(timeZone: TimeZone) {
    self.timeZone = timeZone
  }

  /// Returns the local time at an instant.
  package func time(at date: Date) -> CivilTime {
    CivilTime(utcSeconds: date.unixSeconds + timeZone.secondsFromGMT(for: date))
  }

  /// Returns the instant of a local time.
  ///
  /// If the clock skips the time, the result is shifted by the length of the gap. If the clock
  /// shows the time twice, the result is the first.
  package func instant(of time: CivilTime) -> Instant {
    let found = candidates(showing: time.utcSeconds)
    let date = Date(timeIntervalSince1970: Double(found.seconds))
    switch found.count {
    case 0: return Instant(date: date, adjustment: .skipped(time))
    case 1: return Instant(date: date, adjustment: nil)
    default: return Instant(date: date, adjustment: .repeated(time))
    }
  }

  /// Returns the instant of a local time, which is given as seconds since 1970 as if it were UTC.
  func seconds(showing shown: Int) -> Int { candidates(showing: shown).seconds }

  /// Returns the chosen instant, and the number of instants at which the clock shows the time.
  private func candidates(showing shown: Int) -> (seconds: Int, count: Int) {
    // Any offset change that can affect this time lies within a day and a half of it.
    let before = offset(atUTC: shown - 129_600)
    let after = offset(atUTC: shown + 129_600)
    let early = offset(atUTC: shown - before) == before
    if before == after { return (shown - before, early ? 1 : 0) }
    let late = offset(atUTC: shown - after) == after
    if early, late { return (shown - max(before, after), 2) }
    return late ? (shown - after, 1) : (shown - before, early ? 1 : 0)
  }

  private func offset(atUTC seconds: Int) -> Int {
    timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
  }

  /// An instant, and the adjustment that was needed to find it.
  package struct Instant: Sendable, Equatable {
    package let date: Date
    package let adjustment: Adjustment?
  }

  /// An adjustment of a local time.
  package enum Adjustment: Sendable, Hashable {
    /// The clock skips the time.
    case skipped(CivilTime)
    /// The clock shows the time twice.
    case repeated(CivilTime)
    /// The time belongs to a day that began on another calendar date, because days don't start at
    /// midnight.
    case ofDay(CivilTime)
  }
}
