package import Foundation

/// Reports when a new day begins in a time zone.
package struct DayBoundaryClock: Sendable {
  private let days: LocalCalendar
  private let now: @Sendable () -> Date
  private let sleep: @Sendable (Duration) async throws -> Void

  /// Creates a clock for the days of a calendar.
  ///
  /// - Parameters:
  ///     - now: returns the current time.
  ///     - sleep: suspends the task for a duration.
  package init(
    of days: LocalCalendar,
    now: @escaping @Sendable () -> Date,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.days = days
    self.now = now
    self.sleep = sleep
  }

  /// Returns a stream that yields an element whenever a new day begins.
  ///
  /// When the stream is no longer used, the task that waits for the next day is cancelled.
  package func boundaries() -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { output in
      let waiting = Task {
        try? await yieldBoundaries(to: output)
        output.finish()
      }
      output.onTermination = { _ in waiting.cancel() }
    }
  }

  private func yieldBoundaries(to output: AsyncStream<Void>.Continuation) async throws {
    var date = now()
    while true {
      let day = days.today(at: date)
      guard let start = day.from, let end = day.to else { return }
      try await sleep(.seconds(max(0.001, end.timeIntervalSince(date))))
      date = now()
      // Check that the day has changed: the sleep may have ended early, or the clock may have been
      // set.
      if date < start || date >= end { output.yield() }
    }
  }
}
