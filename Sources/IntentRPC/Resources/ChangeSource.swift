public import Foundation

/// Where a server learns that what its intents answer may have changed.
public struct ChangeSource: Sendable {
  let now: @Sendable () -> Date
  let timeZone: TimeZone
  package let ticks: @Sendable () throws -> AsyncStream<Void>

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - now: the clock that answers go by.
  ///   - timeZone: the zone whose days count.
  ///   - ticks: begins to tell that something may have changed, also when a day begins; asked for
  ///     only while a client wants to know.
  public init(
    now: @escaping @Sendable () -> Date,
    timeZone: TimeZone,
    ticks: @escaping @Sendable () throws -> AsyncStream<Void>
  ) {
    self.now = now
    self.timeZone = timeZone
    self.ticks = ticks
  }
}
