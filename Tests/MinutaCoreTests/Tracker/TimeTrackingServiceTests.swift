import Foundation
import MinutaCore
import Testing

@Suite struct TimeTrackingServiceTests {
  private let now = instant("2026-11-20T12:00:00Z")
  private let service = TimeTrackingService(store: OverlayStore(over: EmptyStore())) { UUID() }

  private func start(
    _ tag: TagReference?,
    at start: String = "2026-11-20T11:00:00Z",
    parallel: Bool = false
  ) async throws -> TimerStartResult {
    try await service.startTimer(
      TimerStartRequest(
        tag: tag,
        comment: nil,
        start: instant(start),
        isParallel: parallel,
        timeZone: zurich
      ),
      now: now
    )
  }

  @Test func `starting a tag twice keeps one timer`() async throws {
    let first = try await start(.name("Work"))
    let second = try await start(.name("Work"))
    #expect(!first.wasRunning)
    #expect(second.wasRunning)
    #expect(first.timer == second.timer)
    #expect(try await service.tags(includingArchived: false).map(\.name) == ["Work"])
  }

  @Test func `starting without a tag twice keeps one timer`() async throws {
    let first = try await start(nil)
    #expect(try await start(nil).wasRunning)
    #expect(try await start(.name("Work")).wasRunning == false)
    #expect(first.timer.tag == nil)
  }

  @Test func `a second timer with the same tag can be started explicitly`() async throws {
    _ = try await start(.name("Work"))
    #expect(try await start(.name("Work"), parallel: true).wasRunning == false)
    #expect(try await service.status(on: today, now: now).running.count == 2)
  }

  @Test func `E10 a timer cannot start in the future`() async throws {
    let later = instant("2026-11-20T12:00:01Z")
    await #expect(throws: TrackingError.startInFuture(later)) {
      try await start(.name("Work"), at: "2026-11-20T12:00:01Z")
    }
    #expect(try await service.tags(includingArchived: true).isEmpty)
  }

  @Test func `all running timers stop, and stopping again changes nothing`() async throws {
    _ = try await start(.name("Work"))
    _ = try await start(.name("Email"), at: "2026-11-20T11:30:00Z")
    let stopped = try await service.stopTimers(.all, at: nil, now: now)
    #expect(stopped.timers.map { $0.tag?.name } == ["Work", "Email"])
    #expect(stopped.timers.map { $0.record.seconds(at: now) } == [3600, 1800])
    let again = try await service.stopTimers(.all, at: nil, now: now)
    #expect(again.timers.isEmpty)
  }

  @Test func `E19 stopping a stopped record keeps its end`() async throws {
    let timer = try await start(.name("Work")).timer.record
    _ = try await service.stopTimers(.record(timer.id), at: nil, now: now)
    let later = now.addingTimeInterval(600)
    let again = try await service.stopTimers(.record(timer.id), at: nil, now: later)
    #expect(!again.wereRunning)
    #expect(again.timers.first?.record.endTime == now)
  }

  @Test func `a stop before a timer's start stops nothing`() async throws {
    _ = try await start(.name("Work"), at: "2026-11-20T10:00:00Z")
    _ = try await start(.name("Email"), at: "2026-11-20T11:30:00Z")
    await #expect(throws: TrackingError.self) {
      try await service.stopTimers(.all, at: instant("2026-11-20T11:00:00Z"), now: now)
    }
    #expect(try await service.status(on: today, now: now).running.count == 2)
  }

  @Test func `E9 a timer ends at its start if the clock was set back`() async throws {
    let timer = try await start(.name("Work")).timer.record
    let earlier = timer.startTime.addingTimeInterval(-60)
    let stopped = try await service.stopTimers(.all, at: nil, now: earlier)
    #expect(stopped.timers.first?.record.endTime == timer.startTime)
  }

  @Test func `an unknown tag is rejected when stopping and summing up`() async throws {
    _ = try await start(.name("Work"))
    let range = today
    let unknown = TrackingError.tagNotFound("Wrok", candidates: ["Work"])
    await #expect(throws: unknown) {
      try await service.stopTimers(.tag(.name("Wrok")), at: nil, now: now)
    }
    await #expect(throws: unknown) {
      try await service.read(now: now) { tracker in
        try tracker.summary(SummaryQuery(range: range, now: now), of: .tag(.name("Wrok"), .subtree))
      }
    }
  }

  @Test func `E10 logged time must lie in the past unless it is planned`() async throws {
    let end = now.addingTimeInterval(3600)
    await #expect(throws: TrackingError.endInFuture(end)) { try await log(now, end) }
    _ = try await log(now, end, planned: true)
    await #expect(throws: TrackingError.endBeforeStart(start: end, end: now)) {
      try await log(end, now)
    }
  }

  private func log(
    _ start: Date,
    _ end: Date,
    planned: Bool = false
  ) async throws -> TaggedRecord {
    let time = LogTimeRequest(
      tag: nil,
      comment: nil,
      start: start,
      end: end,
      isPlanned: planned,
      timeZone: zurich
    )
    return try await service.logTime(time, now: now)
  }

  @Test func `a record is found by its id, a prefix of it, or a keyword`() async throws {
    let timer = try await start(.name("Work")).timer.record
    let id = timer.id.uuidString
    for text in [
      id, id.lowercased(), String(id.prefix(4)), String(id.prefix(13)), "last", "running",
    ] {
      #expect(try await service.record(text).id == timer.id)
    }
    for text in [String(id.prefix(3)), "", "first", "zzzz", UUID().uuidString] {
      await #expect(throws: TrackingError.recordNotFound(text)) { try await service.record(text) }
    }
    _ = try await start(nil)
    let error = await #expect(throws: TrackingError.self) { try await service.record("running") }
    guard case .recordAmbiguous("running", let candidates)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(candidates.count == 2)
  }

  @Test func `a hundred concurrent starts create one timer`() async throws {
    await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<100 { group.addTask { _ = try await start(.name("Work")) } }
    }
    #expect(try await service.status(on: today, now: now).running.count == 1)
  }

  private var today: TimeRange {
    RangeParser(now: now, timeZone: zurich).range("today") ?? TimeRange(timeZone: zurich)
  }
}
