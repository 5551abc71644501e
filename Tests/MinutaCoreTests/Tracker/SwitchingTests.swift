import Foundation
import MinutaCore
import Testing

@Suite struct SwitchingTests {
  private let fixture = TrackerFixture()

  @Test func `switching stops all timers when the new one starts`() async throws {
    try fixture.add("09:00")
    try fixture.add("10:00")
    let start = fixture.start(.name("Work"), at: "11:00")
    let switched = try await fixture.write { try $0.switchTimer(to: start) }
    #expect(switched.stopped.count == 2)
    #expect(!switched.wasRunning)
    #expect(try await fixture.intervals() == ["09:00-11:00", "10:00-11:00", "11:00-"])
  }

  @Test func `switching twice starts one timer, but a different comment starts another`()
    async throws
  {
    for expected in [false, true] {
      let start = fixture.start(.name("Work"), at: "11:00")
      #expect(try await fixture.write { try $0.switchTimer(to: start) }.wasRunning == expected)
    }
    let other = fixture.start(.name("Work"), comment: "Other", at: "11:30")
    #expect(try await fixture.write { try $0.switchTimer(to: other) }.wasRunning == false)
    #expect(try await fixture.intervals() == ["11:00-11:30", "11:30-"])
  }

  @Test func `toggling a tag starts a timer, then stops it`() async throws {
    try fixture.add("09:00")
    let start = fixture.start(.name("Work"))
    guard case .started(let timer) = try await fixture.write({ try $0.toggleTimer(start) }) else {
      Issue.record("no timer was started")
      return
    }
    #expect(timer.timer.tag?.name == "Work")
    guard case .stopped(let timers) = try await fixture.write({ try $0.toggleTimer(start) }) else {
      Issue.record("no timer was stopped")
      return
    }
    #expect(timers.map(\.record.id) == [timer.timer.record.id])
    #expect(try await fixture.intervals() == ["09:00-", "12:00-12:00"])
  }

  @Test func `toggling without a tag stops all timers, or starts one like the last`() async throws {
    let work = try fixture.addTag("Work")
    try fixture.add("09:00", tag: work, comment: "Plan")
    try fixture.add("08:00")
    let now = fixture.start(nil)
    _ = try await fixture.write { try $0.toggleTimer(now) }
    #expect(try await fixture.intervals() == ["08:00-12:00", "09:00-12:00"])
    _ = try await fixture.write { try $0.toggleTimer(now) }
    let last = try #require(try await fixture.records().last)
    #expect(last.isRunning && last.tagId == work.id && last.comment == "Plan")
  }

  @Test func `a timer is resumed once, with its tag and comment`() async throws {
    let work = try fixture.addTag("Work")
    let id = try fixture.add("09:00", "10:00", tag: work, comment: "Plan").id
    let start = fixture.time("11:00")
    for expected in [false, true] {
      let resumed = try await fixture.write {
        try $0.resumeTimer(like: id, at: start, stoppingOthers: false, timeZone: zurich)
      }
      #expect(resumed.wasRunning == expected)
      #expect(resumed.timer.tag == work)
      #expect(resumed.timer.record.comment == "Plan")
    }
    #expect(try await fixture.intervals() == ["09:00-10:00", "11:00-"])
  }

  @Test func `timers are cancelled by tag, by record, or if only one is running`() async throws {
    let work = try fixture.addTag("Work")
    let stopped = try fixture.add("07:00", "08:00")
    let first = try fixture.add("09:00", tag: work)
    let second = try fixture.add("10:00")
    let error = await #expect(throws: TrackingError.self) {
      try await fixture.write { try $0.cancelTimers(.all) }
    }
    guard case .recordAmbiguous("running", let candidates)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(candidates.map(\.record) == [first, second])
    await #expect(throws: TrackingError.recordNotRunning(stopped)) {
      try await fixture.write { try $0.cancelTimers(.record(stopped.id)) }
    }
    let byTag = try await fixture.write { try $0.cancelTimers(.tag(.id(work.id))) }
    #expect(byTag.map(\.record) == [first] && byTag.map(\.tag) == [work])
    let only = try await fixture.write { try $0.cancelTimers(.all) }
    #expect(only.map(\.record) == [second])
    #expect(try await fixture.write { try $0.cancelTimers(.all) }.isEmpty)
    #expect(try await fixture.records() == [stopped])
  }
}
