import Foundation
import MinutaCore
import Testing

@Suite struct SwitchingTests {
  private let bench = TrackerFixture()

  @Test func `switching ends all timers at the moment at which the new one starts`() async throws {
    try bench.add("09:00")
    try bench.add("10:00")
    let start = bench.start(.name("Work"), at: "11:00")
    let switched = try await bench.write { try $0.switchTimer(to: start) }
    #expect(switched.stopped.count == 2)
    #expect(!switched.wasRunning)
    #expect(try await bench.stretches() == ["09:00-11:00", "10:00-11:00", "11:00-"])
  }

  @Test func `switching twice starts one timer, and a comment of its own starts another`()
    async throws
  {
    for expected in [false, true] {
      let start = bench.start(.name("Work"), at: "11:00")
      #expect(try await bench.write { try $0.switchTimer(to: start) }.wasRunning == expected)
    }
    let other = bench.start(.name("Work"), comment: "Other", at: "11:30")
    #expect(try await bench.write { try $0.switchTimer(to: other) }.wasRunning == false)
    #expect(try await bench.stretches() == ["11:00-11:30", "11:30-"])
  }

  @Test(arguments: [
    ("12:30", TrackingError.startInFuture(instant("2026-11-20T12:30:00Z"))),
    (
      "08:00",
      .endBeforeStart(
        start: instant("2026-11-20T09:00:00Z"),
        end: instant("2026-11-20T08:00:00Z")
      )
    ),
  ])
  func `a switch that cannot be changes nothing`(at: String, error: TrackingError) async throws {
    let running = try bench.add("09:00")
    let start = bench.start(.name("Work"), at: at)
    await #expect(throws: error) { try await bench.write { try $0.switchTimer(to: start) } }
    #expect(try await bench.records() == [running])
    #expect(try await bench.tags().isEmpty)
  }

  @Test func `toggling a tag stops its timers, or starts one`() async throws {
    try bench.add("09:00")
    let start = bench.start(.name("Work"))
    guard case .started(let timer) = try await bench.write({ try $0.toggleTimer(start) }) else {
      Issue.record("no timer was started")
      return
    }
    #expect(timer.timer.tag?.name == "Work")
    guard case .stopped(let timers) = try await bench.write({ try $0.toggleTimer(start) }) else {
      Issue.record("no timer was stopped")
      return
    }
    #expect(timers.map(\.record.id) == [timer.timer.record.id])
    #expect(try await bench.stretches() == ["09:00-", "12:00-12:00"])
  }

  @Test func `toggling without a tag stops all, or starts one like the last`() async throws {
    let work = try bench.addTag("Work")
    try bench.add("09:00", tag: work, comment: "Plan")
    try bench.add("08:00")
    let now = bench.start(nil)
    _ = try await bench.write { try $0.toggleTimer(now) }
    #expect(try await bench.stretches() == ["08:00-12:00", "09:00-12:00"])
    _ = try await bench.write { try $0.toggleTimer(now) }
    let last = try #require(try await bench.records().last)
    #expect(last.isRunning && last.tagId == work.id && last.comment == "Plan")
  }

  @Test func `toggling in an empty store starts a timer without a tag`() async throws {
    let now = bench.start(nil)
    _ = try await bench.write { try $0.toggleTimer(now) }
    #expect(try await bench.stretches() == ["12:00-"])
  }

  @Test func `a timer is resumed with tag and comment, once`() async throws {
    let work = try bench.addTag("Work")
    let id = try bench.add("09:00", "10:00", tag: work, comment: "Plan").id
    let start = bench.time("11:00")
    for expected in [false, true] {
      let resumed = try await bench.write {
        try $0.resumeTimer(like: id, at: start, timeZone: zurich)
      }
      #expect(resumed.wasRunning == expected)
      #expect(resumed.timer.tag == work)
      #expect(resumed.timer.record.comment == "Plan")
    }
    #expect(try await bench.stretches() == ["09:00-10:00", "11:00-"])
  }

  @Test func `timers are cancelled by tag, by record, or where there is only one`() async throws {
    let work = try bench.addTag("Work")
    let stopped = try bench.add("07:00", "08:00")
    let first = try bench.add("09:00", tag: work)
    let second = try bench.add("10:00")
    let error = await #expect(throws: TrackingError.self) {
      try await bench.write { try $0.cancelTimers(.all) }
    }
    guard case .recordAmbiguous("running", let candidates)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(candidates.map(\.record) == [first, second])
    await #expect(throws: TrackingError.recordNotRunning(stopped)) {
      try await bench.write { try $0.cancelTimers(.record(stopped.id)) }
    }
    let byTag = try await bench.write { try $0.cancelTimers(.tag(.id(work.id))) }
    #expect(byTag.map(\.record) == [first] && byTag.map(\.tag) == [work])
    let only = try await bench.write { try $0.cancelTimers(.all) }
    #expect(only.map(\.record) == [second])
    #expect(try await bench.write { try $0.cancelTimers(.all) }.isEmpty)
    #expect(try await bench.records() == [stopped])
  }
}
