import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Synchronization
import Testing

@testable import IntentRPC

/// Live resources over a shelf, with a clock and ticks of the test's own.
private final class ResourceMonitorFixture: Sendable {
  struct FixtureState {
    var now = Date(timeIntervalSince1970: 1_000_000)
    var ticks: [AsyncStream<Void>.Continuation] = []
    var ended = 0
    var told: [String] = []
  }

  let shelf: ResourceTestProvider
  let live: ResourceMonitor
  private let shared: Shared

  final class Shared: Sendable {
    let state = Mutex(FixtureState())
  }

  init(failing error: (any Error)? = nil) throws {
    let (shelf, shared) = (try ResourceTestProvider(), Shared())
    (self.shelf, self.shared) = (shelf, shared)
    let now = { @Sendable in shared.state.withLock { $0.now } }
    live = ResourceMonitor(
      ResourceCatalog(engine: IntentEngine(providers: [shelf], now: now)),
      now: now,
      timeZone: .gmt
    ) {
      if let error { throw error }
      let (stream, output) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
      output.onTermination = { _ in shared.state.withLock { $0.ended += 1 } }
      shared.state.withLock { $0.ticks.append(output) }
      return stream
    }
  }

  /// What was told, in order: the subscriber's name, the URI and the value.
  var told: [String] { shared.state.withLock { $0.told } }
  /// How often ticks were asked for, and how often they were given up.
  var sources: (begun: Int, ended: Int) { shared.state.withLock { ($0.ticks.count, $0.ended) } }

  /// What the sources are when it is asked, without the bench.
  var sourcesLater: () async -> (begun: Int, ended: Int) {
    { [shared] in shared.state.withLock { ($0.ticks.count, $0.ended) } }
  }

  func pass(seconds: Double) { shared.state.withLock { $0.now.addTimeInterval(seconds) } }
  func put(_ thing: String) { shelf.state.withLock { $0.things.append(thing) } }
  func tick() { _ = shared.state.withLock { $0.ticks.last }?.yield() }
  func endTicks() { shared.state.withLock { $0.ticks.last }?.finish() }

  @discardableResult
  func subscribe(_ name: String, _ uri: String) async throws -> Int {
    try await live.subscribe(
      uri,
      notify: { [shared] uri, now in
        let text = now.value.text()
        shared.state.withLock { $0.told.append("\(name) \(uri.dropFirst(9)) \(text)") }
      },
      end: { [shared] error in
        shared.state.withLock { $0.told.append("\(name) ends: \(error.message)") }
      }
    ).subscription
  }

  /// Ticks, and waits until that has been worked off.
  func finishTick() async throws {
    let before = await live.checkCount
    tick()
    try await wait(for: "a look") { await live.hasChecked(since: before) }
  }
}

extension ResourceMonitor {
  /// Whether a look has begun since there were so many, and is over.
  fileprivate func hasChecked(since count: Int) -> Bool { checkCount > count && !isChecking }
}

@Suite(.timeLimit(.minutes(5))) struct ResourceMonitorTests {
  private let bench: ResourceMonitorFixture

  init() throws {
    bench = try ResourceMonitorFixture()
  }

  @Test func `a subscriber gets the value, and then each change of it`() async throws {
    let first = try await bench.live.subscribe("minuta://things", notify: { _, _ in })
    #expect(first.now.value == ["things": [], "of": "Things"])
    try await bench.subscribe("a", "minuta://things")
    for thing in ["x", "y"] {
      bench.put(thing)
      try await bench.finishTick()
    }
    #expect(
      bench.told == [
        #"a things {"things":["x"],"of":"Things"}"#,
        #"a things {"things":["x","y"],"of":"Things"}"#,
      ]
    )
  }

  @Test func `a tick without a change tells nothing`() async throws {
    try await bench.subscribe("a", "minuta://things")
    try await bench.finishTick()
    #expect(bench.told == [])
  }

  @Test func `a resource is read once for all its subscribers`() async throws {
    for name in ["a", "b", "c"] {
      try await bench.subscribe(name, "minuta://things")
      bench.pass(seconds: 5)
    }
    let before = bench.shelf.asked.count
    try await bench.finishTick()
    #expect(bench.shelf.asked.count == before + 1)
  }

  @Test func `what is told to all is read with them in mind once more at most`() async throws {
    for name in ["a", "b", "c"] { try await bench.subscribe(name, "minuta://things") }
    bench.pass(seconds: 5)
    bench.put("x")
    let before = bench.shelf.asked.count
    try await bench.finishTick()
    #expect(bench.shelf.asked.count == before + 2)
    #expect(bench.told.map { $0.prefix(1) } == ["a", "b", "c"])
  }

  @Test func `only what has changed is told`() async throws {
    try await bench.subscribe("a", "minuta://things")
    try await bench.subscribe("b", "minuta://things/c")
    bench.put("x")
    try await bench.finishTick()
    #expect(bench.told == [#"a things {"things":["x"],"of":"Things"}"#])
  }

  @Test func `what the clock alone changes is no change`() async throws {
    bench.shelf.state.withLock { $0.since = Date(timeIntervalSince1970: 999_990) }
    try await bench.subscribe("a", "minuta://age")
    bench.pass(seconds: 60)
    try await bench.finishTick()
    #expect(bench.told == [])
    // One second of this change is a thing's; the rest is the clock's.
    bench.put("x")
    try await bench.finishTick()
    #expect(bench.told == [#"a age {"seconds":71}"#])
  }

  @Test func `a change that the clock hides is told`() async throws {
    bench.shelf.state.withLock { $0.since = Date(timeIntervalSince1970: 999_990) }
    try await bench.subscribe("a", "minuta://age")
    bench.pass(seconds: 60)
    bench.shelf.state.withLock { $0.since = nil }
    for thing in 0..<70 { bench.put("\(thing)") }
    // The number is as if nothing but time had passed.
    #expect(
      try await bench.live.subscribe("minuta://age", notify: { _, _ in }).now.value["seconds"] == 70
    )
    bench.put("x")
    try await bench.finishTick()
    #expect(bench.told == [#"a age {"seconds":71}"#])
  }

  @Test func `on another day what the clock changes is told`() async throws {
    bench.shelf.state.withLock { $0.since = Date(timeIntervalSince1970: 999_990) }
    try await bench.subscribe("a", "minuta://age")
    try await bench.subscribe("b", "minuta://things")
    bench.pass(seconds: 86_400)
    try await bench.finishTick()
    #expect(bench.told == [#"a age {"seconds":86410}"#])
  }

  @Test func `nothing is listened to without a subscriber`() async throws {
    #expect(bench.sources == (0, 0))
    for round in 1...3 {
      let first = try await bench.subscribe("a", "minuta://things")
      let second = try await bench.subscribe("b", "minuta://age")
      #expect(bench.sources == (round, round - 1))
      await bench.live.unsubscribe(first)
      await bench.live.unsubscribe(first)
      #expect(bench.sources == (round, round - 1))
      await bench.live.unsubscribe(second)
      try await wait(for: "the end of the ticks") { bench.sources == (round, round) }
    }
  }

  @Test func `one who has gone is told nothing`() async throws {
    let first = try await bench.subscribe("a", "minuta://things")
    try await bench.subscribe("b", "minuta://things")
    await bench.live.unsubscribe(first)
    bench.put("x")
    try await bench.finishTick()
    #expect(bench.told.map { $0.prefix(1) } == ["b"])
  }

  @Test func `a change during the first reading is told after it`() async throws {
    try await bench.subscribe("a", "minuta://things/c")
    // The value is made, then the thing is put, and the tick is worked off before it is handed over.
    bench.shelf.state.withLock { state in
      state.meanwhile = { [bench] in
        bench.put("x")
        try? await bench.finishTick()
      }
    }
    try await bench.subscribe("b", "minuta://things")
    try await wait(for: "the change") { bench.told.count == 1 }
    #expect(bench.told == [#"b things {"things":["x"],"of":"Things"}"#])
  }

  @Test func `a change between two subscriptions is told to the first alone`() async throws {
    try await bench.subscribe("a", "minuta://things")
    bench.put("x")
    try await bench.subscribe("b", "minuta://things")
    try await bench.finishTick()
    #expect(bench.told == [#"a things {"things":["x"],"of":"Things"}"#])
    bench.put("y")
    try await bench.finishTick()
    #expect(bench.told.map { $0.prefix(1) } == ["a", "a", "b"])
  }

  @Test func `what cannot be read is told when it can be`() async throws {
    try await bench.subscribe("a", "minuta://things")
    bench.shelf.state.withLock { $0.isLost = true }
    try await bench.finishTick()
    #expect(bench.told == [])
    bench.put("x")
    bench.shelf.state.withLock { $0.isLost = false }
    try await bench.finishTick()
    #expect(bench.told == [#"a things {"things":["x"],"of":"Things"}"#])
  }

  @Test func `a URI without a resource is refused, and nothing begins`() async {
    await #expect(throws: RPCError.noResource("minuta://x")) {
      try await bench.subscribe("a", "minuta://x")
    }
    #expect(bench.sources == (0, 0))
  }

  @Test func `a resource that cannot be read is refused, and nothing goes on`() async throws {
    bench.shelf.state.withLock { $0.isLost = true }
    await #expect(throws: RPCError.self) { try await bench.subscribe("a", "minuta://things") }
    try await wait(for: "the end of the ticks") { bench.sources == (1, 1) }
  }

  @Test func `where changes cannot be told, a subscriber is told why`() async throws {
    let error = OutcomeError(.failure, code: "liveChangesUnavailable", message: "No.")
    let bench = try ResourceMonitorFixture(failing: error)
    await #expect(
      throws: RPCError.failed(
        code: 1001,
        message: "No.",
        data: ["code": "liveChangesUnavailable"]
      )
    ) { try await bench.subscribe("a", "minuta://things") }
  }

  @Test func `where changes are told no more, all subscribers are told so`() async throws {
    for name in ["a", "b"] { try await bench.subscribe(name, "minuta://things") }
    bench.endTicks()
    try await wait(for: "the end") { bench.told.count == 2 }
    let sentence = "ends: Changes cannot be told: the system stopped telling."
    #expect(bench.told == ["a \(sentence)", "b \(sentence)"])
    try await bench.subscribe("c", "minuta://things")
    #expect(bench.sources.begun == 2)
  }

  @Test func `resources that nobody holds any more listen no more`() async throws {
    let told = try await { () async throws -> () async -> (begun: Int, ended: Int) in
      let bench = try ResourceMonitorFixture()
      try await bench.subscribe("a", "minuta://things")
      return bench.sourcesLater
    }()
    try await wait(for: "the end of the ticks") { await told() == (1, 1) }
  }
}
