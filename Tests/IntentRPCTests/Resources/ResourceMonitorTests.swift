import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Synchronization
import Testing

@testable import IntentRPC

/// A resource monitor with a test provider, and with a clock and ticks that the test controls.
private final class ResourceMonitorFixture: Sendable {
  struct FixtureState {
    var now = Date(timeIntervalSince1970: 1_000_000)
    var ticks: [AsyncStream<Void>.Continuation] = []
    var ended = 0
    var received: [String] = []
  }

  let provider: ResourceTestProvider
  let monitor: ResourceMonitor
  private let shared: Shared

  final class Shared: Sendable {
    let state = Mutex(FixtureState())
  }

  init(failing error: (any Error)? = nil) throws {
    let (provider, shared) = (try ResourceTestProvider(), Shared())
    (self.provider, self.shared) = (provider, shared)
    let now = { @Sendable in shared.state.withLock { $0.now } }
    monitor = ResourceMonitor(
      ResourceCatalog(engine: IntentEngine(providers: [provider], now: now)),
      now: now,
      timeZone: .gmt
    ) {
      if let error { throw error }
      let (stream, output) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
      output.onTermination = { _ in shared.state.withLock { $0.ended += 1 } }
      shared.state.withLock { $0.ticks.append(output) }
      return [stream]
    }
  }

  /// The notifications received so far, each with the subscriber's name, the URI and the value.
  var received: [String] { shared.state.withLock { $0.received } }
  /// The number of tick streams that the monitor has opened and closed.
  var tickStreams: (begun: Int, ended: Int) { shared.state.withLock { ($0.ticks.count, $0.ended) } }

  /// A closure that reads `tickStreams` without keeping the fixture, and so the monitor, alive.
  var readTickStreams: () async -> (begun: Int, ended: Int) {
    { [shared] in shared.state.withLock { ($0.ticks.count, $0.ended) } }
  }

  func advanceClock(seconds: Double) { shared.state.withLock { $0.now.addTimeInterval(seconds) } }
  func add(_ thing: String) { provider.state.withLock { $0.things.append(thing) } }
  func tick() { _ = shared.state.withLock { $0.ticks.last }?.yield() }
  func endTicks() { shared.state.withLock { $0.ticks.last }?.finish() }

  @discardableResult
  func subscribe(_ name: String, _ uri: String) async throws -> Int {
    try await monitor.subscribe(
      uri,
      notify: { [shared] uri, now in
        let text = now.value.text()
        shared.state.withLock { $0.received.append("\(name) \(uri.dropFirst(9)) \(text)") }
      },
      end: { [shared] error in
        shared.state.withLock {
          $0.received.append("\(name) ends: \(error.json["data"]?["code"]?.string ?? "")")
        }
      }
    ).subscription
  }

  /// Sends a tick and waits until the monitor has handled it.
  func finishTick() async throws {
    let before = await monitor.checkCount
    tick()
    try await wait(for: "a check") { await monitor.hasChecked(since: before) }
  }
}

extension ResourceMonitor {
  /// Returns whether a check has begun since `checkCount` was `count` and all checks are finished.
  fileprivate func hasChecked(since count: Int) -> Bool { checkCount > count && !isChecking }
}

@Suite(.timeLimit(.minutes(5))) struct ResourceMonitorTests {
  private let fixture: ResourceMonitorFixture

  init() throws {
    fixture = try ResourceMonitorFixture()
  }

  @Test func `a subscriber receives the value and then each change`() async throws {
    let first = try await fixture.monitor.subscribe("minuta://things", notify: { _, _ in })
    #expect(first.now.value == ["things": [], "of": "Things"])
    try await fixture.subscribe("a", "minuta://things")
    for thing in ["x", "y"] {
      fixture.add(thing)
      try await fixture.finishTick()
    }
    #expect(
      fixture.received == [
        #"a things {"things":["x"],"of":"Things"}"#,
        #"a things {"things":["x","y"],"of":"Things"}"#,
      ]
    )
  }

  @Test func `a tick without a change sends nothing`() async throws {
    try await fixture.subscribe("a", "minuta://things")
    try await fixture.finishTick()
    #expect(fixture.received == [])
  }

  @Test func `a resource is read once for all its subscribers`() async throws {
    for name in ["a", "b", "c"] {
      try await fixture.subscribe(name, "minuta://things")
      fixture.advanceClock(seconds: 5)
    }
    let before = fixture.provider.calls.count
    try await fixture.finishTick()
    #expect(fixture.provider.calls.count == before + 1)
  }

  @Test func `a change after some time reads the resource at most twice`() async throws {
    for name in ["a", "b", "c"] { try await fixture.subscribe(name, "minuta://things") }
    fixture.advanceClock(seconds: 5)
    fixture.add("x")
    let before = fixture.provider.calls.count
    try await fixture.finishTick()
    #expect(fixture.provider.calls.count == before + 2)
    #expect(fixture.received.map { $0.prefix(1) } == ["a", "b", "c"])
  }

  @Test func `only changed resources are sent`() async throws {
    try await fixture.subscribe("a", "minuta://things")
    try await fixture.subscribe("b", "minuta://things/c")
    fixture.add("x")
    try await fixture.finishTick()
    #expect(fixture.received == [#"a things {"things":["x"],"of":"Things"}"#])
  }

  @Test func `a value that only the clock has changed is not sent`() async throws {
    fixture.provider.state.withLock { $0.since = Date(timeIntervalSince1970: 999_990) }
    try await fixture.subscribe("a", "minuta://age")
    fixture.advanceClock(seconds: 60)
    try await fixture.finishTick()
    #expect(fixture.received == [])
    // Of the 61 seconds more than before, the clock accounts for 60 and the added thing for one.
    fixture.add("x")
    try await fixture.finishTick()
    #expect(fixture.received == [#"a age {"seconds":71}"#])
  }

  @Test func `a change that looks like elapsed time is sent`() async throws {
    fixture.provider.state.withLock { $0.since = Date(timeIntervalSince1970: 999_990) }
    try await fixture.subscribe("a", "minuta://age")
    fixture.advanceClock(seconds: 60)
    fixture.provider.state.withLock { $0.since = nil }
    for thing in 0..<70 { fixture.add("\(thing)") }
    // The value is 70, exactly as if nothing but 60 seconds of time had changed it.
    #expect(
      try await fixture.monitor.subscribe("minuta://age", notify: { _, _ in }).now.value["seconds"]
        == 70
    )
    fixture.add("x")
    try await fixture.finishTick()
    #expect(fixture.received == [#"a age {"seconds":71}"#])
  }

  @Test func `on a new day a value that only the clock has changed is sent`() async throws {
    fixture.provider.state.withLock { $0.since = Date(timeIntervalSince1970: 999_990) }
    try await fixture.subscribe("a", "minuta://age")
    try await fixture.subscribe("b", "minuta://things")
    fixture.advanceClock(seconds: 86_400)
    try await fixture.finishTick()
    #expect(fixture.received == [#"a age {"seconds":86410}"#])
  }

  @Test func `without a subscriber the monitor doesn't listen`() async throws {
    #expect(fixture.tickStreams == (0, 0))
    for round in 1...3 {
      let first = try await fixture.subscribe("a", "minuta://things")
      let second = try await fixture.subscribe("b", "minuta://age")
      #expect(fixture.tickStreams == (round, round - 1))
      await fixture.monitor.unsubscribe(first)
      await fixture.monitor.unsubscribe(first)
      #expect(fixture.tickStreams == (round, round - 1))
      await fixture.monitor.unsubscribe(second)
      try await wait(for: "the end of the ticks") { fixture.tickStreams == (round, round) }
    }
  }

  @Test func `an unsubscribed client receives nothing`() async throws {
    let first = try await fixture.subscribe("a", "minuta://things")
    try await fixture.subscribe("b", "minuta://things")
    await fixture.monitor.unsubscribe(first)
    fixture.add("x")
    try await fixture.finishTick()
    #expect(fixture.received.map { $0.prefix(1) } == ["b"])
  }

  @Test func `a change during the first read is sent after it`() async throws {
    try await fixture.subscribe("a", "minuta://things/c")
    // During the subscription's first read, after the provider has computed the value, add a thing
    // and handle a tick. The read then returns the outdated value.
    fixture.provider.state.withLock { state in
      state.duringCall = { [fixture] in
        fixture.add("x")
        try? await fixture.finishTick()
      }
    }
    try await fixture.subscribe("b", "minuta://things")
    try await wait(for: "the change") { fixture.received.count == 1 }
    #expect(fixture.received == [#"b things {"things":["x"],"of":"Things"}"#])
  }

  @Test func `a change between two subscriptions is sent only to the first`() async throws {
    try await fixture.subscribe("a", "minuta://things")
    fixture.add("x")
    try await fixture.subscribe("b", "minuta://things")
    try await fixture.finishTick()
    #expect(fixture.received == [#"a things {"things":["x"],"of":"Things"}"#])
    fixture.add("y")
    try await fixture.finishTick()
    #expect(fixture.received.map { $0.prefix(1) } == ["a", "a", "b"])
  }

  @Test func `an unreadable resource is sent when it can be read again`() async throws {
    try await fixture.subscribe("a", "minuta://things")
    fixture.provider.state.withLock { $0.isLost = true }
    try await fixture.finishTick()
    #expect(fixture.received == [])
    fixture.add("x")
    fixture.provider.state.withLock { $0.isLost = false }
    try await fixture.finishTick()
    #expect(fixture.received == [#"a things {"things":["x"],"of":"Things"}"#])
  }

  @Test func `a URI without a resource is rejected, and the monitor doesn't listen`() async {
    await #expect(throws: RPCError.noResource("minuta://x")) {
      try await fixture.subscribe("a", "minuta://x")
    }
    #expect(fixture.tickStreams == (0, 0))
  }

  @Test func `an unreadable resource is rejected, and the monitor stops listening`() async throws {
    fixture.provider.state.withLock { $0.isLost = true }
    await #expect(throws: RPCError.self) { try await fixture.subscribe("a", "minuta://things") }
    try await wait(for: "the end of the ticks") { fixture.tickStreams == (1, 1) }
  }

  @Test func `if changes can't be watched, subscribing throws the reason`() async throws {
    let error = Failure(code: "liveChangesUnavailable", message: "No.")
    let fixture = try ResourceMonitorFixture(failing: error)
    await #expect(
      throws: RPCError(code: 1001, message: "No.", data: ["code": "liveChangesUnavailable"])
    ) { try await fixture.subscribe("a", "minuta://things") }
  }

  @Test func `if watching ends, all subscribers are notified`() async throws {
    for name in ["a", "b"] { try await fixture.subscribe(name, "minuta://things") }
    fixture.endTicks()
    try await wait(for: "the end") { fixture.received.count == 2 }
    #expect(fixture.received == ["a", "b"].map { "\($0) ends: liveChangesUnavailable" })
    try await fixture.subscribe("c", "minuta://things")
    #expect(fixture.tickStreams.begun == 2)
  }

  @Test func `a deallocated monitor stops listening`() async throws {
    let received = try await { () async throws -> () async -> (begun: Int, ended: Int) in
      let fixture = try ResourceMonitorFixture()
      try await fixture.subscribe("a", "minuta://things")
      return fixture.readTickStreams
    }()
    try await wait(for: "the end of the ticks") { await received() == (1, 1) }
  }
}
