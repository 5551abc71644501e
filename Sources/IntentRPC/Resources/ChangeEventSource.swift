public import Foundation

/// Notifies a server at moments when the results of its intents may have changed.
public struct ChangeEventSource: Sendable {
  let now: @Sendable () -> Date
  let timeZone: TimeZone
  package let ticks: @Sendable () throws -> [AsyncStream<Void>]

  /// Creates a change source.
  ///
  /// - Parameters:
  ///   - now: the clock that the intents use.
  ///   - timeZone: the time zone that determines when a day begins.
  ///   - ticks: returns streams with an event each time something may have changed, including at
  ///     the start of a day. Called only while a client is subscribed.
  public init(
    now: @escaping @Sendable () -> Date,
    timeZone: TimeZone,
    ticks: @escaping @Sendable () throws -> [AsyncStream<Void>]
  ) {
    self.now = now
    self.timeZone = timeZone
    self.ticks = ticks
  }
}
