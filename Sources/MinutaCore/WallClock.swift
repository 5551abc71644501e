package import Foundation

/// The clock on a wall in some zone.
package struct WallClock: Sendable {
  package let timeZone: TimeZone

  package init(timeZone: TimeZone) {
    self.timeZone = timeZone
  }

  /// What the clock shows at an instant.
  package func time(at date: Date) -> CivilTime {
    CivilTime(utcSeconds: date.wholeSeconds + timeZone.secondsFromGMT(for: date))
  }

  /// When the clock shows a time.
  ///
  /// A time that the clock skips is shifted by what it skips; of a time that it shows twice the
  /// first is taken.
  package func instant(of time: CivilTime) -> Instant {
    let seconds = time.utcSeconds
    // A day and a half to either side lies beyond any change that can matter to this time.
    let before = offset(atUTC: seconds - 129_600)
    let after = offset(atUTC: seconds + 129_600)
    let candidates = [before, after].map { seconds - $0 }.filter {
      offset(atUTC: $0) == seconds - $0
    }
    let date = Date(timeIntervalSince1970: Double(candidates.min() ?? seconds - before))
    if candidates.isEmpty { return Instant(date: date, adjustment: .skipped(time)) }
    let isRepeated = Set(candidates).count > 1
    return Instant(date: date, adjustment: isRepeated ? .repeated(time) : nil)
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
  }
}
