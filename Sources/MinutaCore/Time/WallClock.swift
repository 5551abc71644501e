package import Foundation

/// The clock on a wall in some zone.
package struct WallClock: Sendable {
  package let timeZone: TimeZone

  package init(timeZone: TimeZone) {
    self.timeZone = timeZone
  }

  /// What the clock shows at an instant.
  package func time(at date: Date) -> CivilTime {
    CivilTime(utcSeconds: date.unixSeconds + timeZone.secondsFromGMT(for: date))
  }

  /// When the clock shows a time.
  ///
  /// A time that the clock skips is shifted by what it skips; of a time that it shows twice the
  /// first is taken.
  package func instant(of time: CivilTime) -> Instant {
    let found = candidates(showing: time.utcSeconds)
    let date = Date(timeIntervalSince1970: Double(found.seconds))
    switch found.count {
    case 0: return Instant(date: date, adjustment: .skipped(time))
    case 1: return Instant(date: date, adjustment: nil)
    default: return Instant(date: date, adjustment: .repeated(time))
    }
  }

  /// `instant(of:)` in seconds: those since 1970 when the clock shows what a clock in UTC shows
  /// after so many.
  func seconds(showing shown: Int) -> Int { candidates(showing: shown).seconds }

  /// The instant that is taken, and how many there are at which the clock shows a time.
  private func candidates(showing shown: Int) -> (seconds: Int, count: Int) {
    // A day and a half to either side lies beyond any change that can matter to this time.
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

  /// An instant and what was done to the time that was asked for.
  package struct Instant: Sendable, Equatable {
    package let date: Date
    package let adjustment: Adjustment?
  }

  /// What a change of the clock makes of a time.
  package enum Adjustment: Sendable, Hashable {
    /// The clock never showed the time.
    case skipped(CivilTime)
    /// The clock showed the time twice.
    case repeated(CivilTime)
    /// The time belongs to a day that another date begins, since days begin later than at midnight.
    case ofDay(CivilTime)
  }
}
