package import Foundation

/// Tells when a day begins in a zone.
package struct DayBoundaryClock: Sendable {
  private let days: LocalCalendar
  private let now: @Sendable () -> Date
  private let sleep: @Sendable (Duration) async throws -> Void

  /// Takes a clock, and what waits for some time by it.
  package init(
    of days: LocalCalendar,
    now: @escaping @Sendable () -> Date,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.days = days
    self.now = now
    self.sleep = sleep
  }

  /// Takes the days of a zone that begin at midnight.
  package init(
    in timeZone: TimeZone,
    now: @escaping @Sendable () -> Date,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.init(of: LocalCalendar(timeZone: timeZone), now: now, sleep: sleep)
  }

  /// The turns from here on; nothing waits once nobody listens.
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
      // The clock may have been set meanwhile, and a sleep may end a little early.
      if date < start || date >= end { output.yield() }
    }
  }
}
