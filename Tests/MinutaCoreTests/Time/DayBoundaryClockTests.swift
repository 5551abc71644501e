import Foundation
import MinutaCore
import MinutaTestSupport
import Synchronization
import Testing

/// A simulated clock, which `sleep` advances without waiting.
private final class SleepingClock: Sendable {
  private let time: Mutex<Date>
  private let requests = Mutex<[Double]>([])
  /// The fractions of the requested durations by which the clock advances, one for each `sleep`
  /// call.
  private let parts: Mutex<[Double]>

  init(_ text: String, parts: [Double]) {
    time = Mutex(Timestamp.date(text) ?? .distantPast)
    self.parts = Mutex(parts)
  }

  var now: Date { time.withLock { $0 } }
  var sleeps: [Double] { requests.withLock { $0 } }

  /// Advances the clock and returns immediately.
  ///
  /// If `parts` has no more elements, sleeps until the task is cancelled, so that the clock doesn't
  /// advance further.
  func sleep(_ duration: Duration) async throws {
    let seconds = duration / .seconds(1)
    requests.withLock { $0.append(seconds) }
    guard let part = parts.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else {
      return try await Task.sleep(for: .seconds(1_000_000))
    }
    time.withLock { $0.addTimeInterval(seconds * part) }
  }
}

@Suite(.timeLimit(.minutes(5))) struct DayBoundaryClockTests {
  /// Runs a `DayBoundaryClock` until all `parts` have been used.
  ///
  /// Returns the durations in seconds for which the `DayBoundaryClock` wanted to sleep, and whether
  /// it reported a new day.
  private func run(
    _ zone: String,
    from text: String,
    parts: [Double] = []
  ) async throws -> (sleeps: [Double], hasNewDay: Bool) {
    let clock = SleepingClock(text, parts: parts)
    let days = DayBoundaryClock(
      of: LocalCalendar(timeZone: try #require(TimeZone(identifier: zone))),
      now: { clock.now },
      sleep: { try await clock.sleep($0) }
    )
    let boundaries = StreamElementCounter(days.boundaries())
    try await wait(for: "the last sleep") { clock.sleeps.count > parts.count }
    boundaries.end()
    // Wait for the end of the stream: all elements sent before have then arrived and been counted.
    try await wait(for: "the end") { boundaries.isEnded }
    return (clock.sleeps, boundaries.count > 0)
  }

  @Test(arguments: [
    ("Europe/Zurich", "2026-11-20T11:00:00Z", 43_200.0),
    ("Europe/Zurich", "2026-03-28T23:00:00Z", 82_800.0),
    ("Europe/Zurich", "2026-10-24T22:00:00Z", 90_000.0),
    ("Asia/Kathmandu", "2026-11-20T18:14:59Z", 1.0),
    // On this day in Chile, the clock jumps from 23:59:59 to 01:00:00, so midnight doesn't exist.
    ("America/Santiago", "2026-09-06T03:00:00Z", 3600.0),
  ])
  func `the clock sleeps until the next day starts in its time zone`(
    zone: String,
    start: String,
    seconds: Double
  ) async throws {
    let (sleeps, hasNewDay) = try await run(zone, from: start)
    #expect(sleeps == [seconds])
    #expect(!hasNewDay)
  }

  @Test func `a new day is reported, and the clock waits for the next one`() async throws {
    let (sleeps, hasNewDay) = try await run("UTC", from: "2026-11-20T12:00:00Z", parts: [1, 1])
    #expect(sleeps == [43_200, 86_400, 86_400])
    #expect(hasNewDay)
  }

  @Test func `a sleep that ends early doesn't report a new day`() async throws {
    let (sleeps, hasNewDay) = try await run("UTC", from: "2026-11-20T12:00:00Z", parts: [0.5])
    #expect(sleeps == [43_200, 21_600])
    #expect(!hasNewDay)
  }

  @Test func `setting the clock back to another day reports a new day`() async throws {
    let (sleeps, hasNewDay) = try await run("UTC", from: "2026-11-20T12:00:00Z", parts: [-1.5])
    #expect(sleeps == [43_200, 21_600])
    #expect(hasNewDay)
  }
}
