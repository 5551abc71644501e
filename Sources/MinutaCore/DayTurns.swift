package import Foundation

/// Tells when a day begins in a zone.
package struct DayTurns: Sendable {
  private let calendar: Calendar
  private let now: @Sendable () -> Date
  private let sleep: @Sendable (Duration) async throws -> Void

  /// Takes a clock, and what waits for some time by it.
  package init(
    in timeZone: TimeZone,
    now: @escaping @Sendable () -> Date,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    calendar = .iso(in: timeZone)
    self.now = now
    self.sleep = sleep
  }

  /// The turns from here on; nothing waits once nobody listens.
  package func turns() -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { output in
      let waiting = Task {
        try? await tell(output)
        output.finish()
      }
      output.onTermination = { _ in waiting.cancel() }
    }
  }

  private func tell(_ output: AsyncStream<Void>.Continuation) async throws {
    var date = now()
    while let day = calendar.dateInterval(of: .day, for: date) {
      try await sleep(.seconds(max(0.001, day.end.timeIntervalSince(date))))
      date = now()
      // The clock may have been set meanwhile, and a sleep may end a little early.
      if date < day.start || date >= day.end { output.yield() }
    }
  }
}
