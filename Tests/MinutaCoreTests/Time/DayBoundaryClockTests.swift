import Foundation
import MinutaCore
import MinutaTestSupport
import Synchronization
import Testing

/// A clock that goes on by what is slept.
private final class SleepingClock: Sendable {
  private let time: Mutex<Date>
  private let asked = Mutex<[Double]>([])
  /// How much of each sleep is slept.
  private let parts: Mutex<[Double]>

  init(_ text: String, parts: [Double]) {
    time = Mutex(Timestamp.date(text) ?? .distantPast)
    self.parts = Mutex(parts)
  }

  var now: Date { time.withLock { $0 } }
  var sleeps: [Double] { asked.withLock { $0 } }

  /// Sleeps so long at once; without further parts, for ever.
  func sleep(_ duration: Duration) async throws {
    let seconds = duration / .seconds(1)
    asked.withLock { $0.append(seconds) }
    guard let part = parts.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else {
      return try await Task.sleep(for: .seconds(1_000_000))
    }
    time.withLock { $0.addTimeInterval(seconds * part) }
  }
}

@Suite(.timeLimit(.minutes(5))) struct DayBoundaryClockTests {
  /// What is slept up to the first sleep that does not end, and whether a turn was told.
  private func turns(
    _ zone: String,
    from text: String,
    parts: [Double] = []
  ) async throws -> (sleeps: [Double], isTold: Bool) {
    let clock = SleepingClock(text, parts: parts)
    let days = DayBoundaryClock(
      in: try #require(TimeZone(identifier: zone)),
      now: { clock.now },
      sleep: { try await clock.sleep($0) }
    )
    let ticks = TickCounter(days.boundaries())
    try await wait(for: "the last sleep") { clock.sleeps.count > parts.count }
    ticks.end()
    // What was told before the end is handed over before it.
    try await wait(for: "the end") { ticks.isEnded }
    return (clock.sleeps, ticks.count > 0)
  }

  @Test(arguments: [
    ("Europe/Zurich", "2026-11-20T11:00:00Z", 43_200.0),
    ("Europe/Zurich", "2026-03-28T23:00:00Z", 82_800.0),
    ("Europe/Zurich", "2026-10-24T22:00:00Z", 90_000.0),
    ("Asia/Kathmandu", "2026-11-20T18:14:59Z", 1.0),
    // The clock goes from 23:59:59 to 01:00:00.
    ("America/Santiago", "2026-09-06T03:00:00Z", 3600.0),
  ])
  func `a day lasts until the next begins in its zone`(
    zone: String,
    start: String,
    seconds: Double
  ) async throws {
    let (sleeps, isTold) = try await turns(zone, from: start)
    #expect(sleeps == [seconds])
    #expect(!isTold)
  }

  @Test func `a turn is told, and then the next is waited for`() async throws {
    let (sleeps, isTold) = try await turns("UTC", from: "2026-11-20T12:00:00Z", parts: [1, 1])
    #expect(sleeps == [43_200, 86_400, 86_400])
    #expect(isTold)
  }

  @Test func `a sleep that ends early is no turn`() async throws {
    let (sleeps, isTold) = try await turns("UTC", from: "2026-11-20T12:00:00Z", parts: [0.5])
    #expect(sleeps == [43_200, 21_600])
    #expect(!isTold)
  }

  @Test func `a clock that is set back to another day is a turn`() async throws {
    let (sleeps, isTold) = try await turns("UTC", from: "2026-11-20T12:00:00Z", parts: [-1.5])
    #expect(sleeps == [43_200, 21_600])
    #expect(isTold)
  }
}
