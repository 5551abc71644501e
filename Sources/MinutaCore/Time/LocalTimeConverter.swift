package import Foundation

/// Converts between instants and the local time that a clock in a time zone shows.
package struct LocalTimeConverter: Sendable {
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
  /// If the clock skips the time, the result is later by the length of the gap. If the clock shows
  /// the time twice, the result is the first instant.
  package func instant(of time: CivilTime) -> ResolvedInstant {
    let found = candidates(showing: time.utcSeconds)
    let date = Date(timeIntervalSince1970: Double(found.seconds))
    switch found.count {
    case 0: return ResolvedInstant(date: date, adjustment: .skipped(time))
    case 1: return ResolvedInstant(date: date, adjustment: nil)
    default: return ResolvedInstant(date: date, adjustment: .repeated(time))
    }
  }

  /// Returns the seconds since 1970 at which the clock shows a local time.
  ///
  /// - Parameter shown: the local time, as the seconds since 1970 that it would have in UTC.
  func seconds(showing shown: Int) -> Int { candidates(showing: shown).seconds }

  /// Returns the instant of a local time, and how often the clock shows that time: once, twice if it
  /// was set back, or never if it was set forward.
  ///
  /// Of two instants, it returns the first; if there is none, one that is later by the gap's length.
  ///
  /// - Parameter shown: the local time, as the seconds since 1970 that it would have in UTC.
  private func candidates(showing shown: Int) -> (seconds: Int, count: Int) {
    // Only changes of the UTC offset within a day and a half can affect this time.
    let before = timeZone.offset(at: shown - 129_600)
    let after = timeZone.offset(at: shown + 129_600)
    let early = timeZone.offset(at: shown - before) == before
    if before == after { return (shown - before, early ? 1 : 0) }
    let late = timeZone.offset(at: shown - after) == after
    if early, late { return (shown - max(before, after), 2) }
    return late ? (shown - after, 1) : (shown - before, early ? 1 : 0)
  }

  /// An instant, and a note if a local time doesn't correspond to exactly this instant.
  package struct ResolvedInstant: Sendable, Equatable {
    package let date: Date
    package let adjustment: LocalTimeAdjustment?
  }

  /// The reason why the instant of a local time isn't obvious, to be reported to the user.
  package enum LocalTimeAdjustment: Sendable, Hashable {
    /// The clock skips this local time, so a later one is used.
    case skipped(CivilTime)
    /// The clock shows this local time twice, so the first one is used.
    case repeated(CivilTime)
    /// The time has another date than the day to which it belongs, because days don't start at
    /// midnight.
    case ofDay(CivilTime)
  }
}
