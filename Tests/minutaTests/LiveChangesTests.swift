import Foundation
import IntentKit
import IntentRPC
import JSONText
import MinutaTestSupport
import Synchronization
import SystemCalls
import Testing

@testable import minuta

/// Live resources as they are put together, over a store that other processes write to.
@Suite(.timeLimit(.minutes(5))) struct LiveChangesTests {
  /// What was told last of each URI, and when.
  private final class Told: Sendable {
    let values = Mutex<[String: (value: JSONValue, time: ContinuousClock.Instant)]>([:])

    func take(_ uri: String, _ value: JSONValue) {
      values.withLock { $0[uri] = (value, .now) }
    }

    subscript(uri: String) -> JSONValue? { values.withLock { $0[uri]?.value } }
  }

  private let bench: MinutaBench
  private let told = Told()
  private let live: LiveResources
  private let uris = ["minuta://state", "minuta://tags", "minuta://summary/today"]

  init() async throws {
    bench = try MinutaBench()
    let composition = Composition(surroundings: .ofProcess())
    let engine = try await composition.engine(store: bench.store, isDryRun: false, stays: true)
    live = LiveResources(
      ResourceCatalogue(engine: engine),
      now: { Date() },
      timeZone: .current,
      ticks: try composition.changes(store: bench.store).ticks
    )
  }

  private func subscribe() async throws {
    for uri in uris {
      _ = try await live.subscribe(uri, notify: { [told] uri, now in told.take(uri, now.value) })
    }
  }

  @Test func `what another process does is told`() async throws {
    try await subscribe()
    _ = try await bench.outcome(["start", "R&D; é"])
    try await wait(for: "the timer") { told["minuta://state"]?["running"]?.array?.count == 1 }
    try await wait(for: "the tag") {
      told["minuta://tags"]?["tags"]?.array?.first?["name"] == "R&D; é"
    }
    _ = try await bench.outcome(["log", "Work", "1h"])
    try await wait(for: "the sum") {
      (told["minuta://summary/today"]?["groups"]?.array?.count ?? 0) > 0
    }
    _ = try await bench.outcome(["stop"])
    try await wait(for: "the stop") { told["minuta://state"]?["running"] == [] }
    let id = try #require(told["minuta://state"]?["todayRecords"]?.array?.first?["id"]?.string)
    _ = try await bench.outcome(["delete", id])
    try await wait(for: "the deletion") {
      told["minuta://state"]?["pendingDeletions"]?.array?.count == 1
    }
  }

  @Test func `what an editor, a sync and a new folder bring is told`() async throws {
    _ = try await bench.outcome(["start", "Work"])
    try await subscribe()
    let tags = try bench.home.text(of: "store/tags.json").replacingOccurrences(
      of: "Work",
      with: "Play"
    )
    try bench.home.write(tags, to: "store/tags.json~")
    try FileManager.default.removeItem(atPath: bench.store + "/tags.json")
    try FileManager.default.moveItem(
      atPath: bench.store + "/tags.json~",
      toPath: bench.store + "/tags.json"
    )
    try await wait(for: "the name") {
      told["minuta://tags"]?["tags"]?.array?.first?["name"] == "Play"
    }
    let id = UUID().uuidString
    let record = #"{"id":"\#(id)","startTime":"\#(Date().ISO8601Format())","images":[]}"#
    try bench.home.write(record, to: "store/records/1999/01/synced.json")
    try await wait(for: "the record") { told["minuta://state"]?["running"]?.array?.count == 2 }
    try FileManager.default.removeItem(atPath: bench.store)
    try bench.home.write(Self.tags("New"), to: "store/tags.json")
    try await wait(for: "the new store") {
      told["minuta://tags"]?["tags"]?.array?.first?["name"] == "New"
    }
  }

  /// A file of tags with one tag.
  private static func tags(_ name: String) -> String {
    JSONValue.object([
      "tags": [
        [
          "id": .string(UUID().uuidString), "name": .string(name), "color": "#000000",
          "isArchived": false, "createdAt": "2026-01-01T00:00:00Z",
        ]
      ]
    ]).text()
  }

  /// Ten times what must hold, since machines are noisy.
  @Test func `a change is told within a second`() async throws {
    try bench.home.write(#"{"tags":[]}"#, to: "store/tags.json")
    try await subscribe()
    var times: [Duration] = []
    for number in 0..<20 {
      try bench.home.write(Self.tags("\(number)"), to: "store/new")
      let start = ContinuousClock.now
      #expect(rename(bench.store + "/new", bench.store + "/tags.json") == 0)
      try await wait(for: "the tag") {
        told["minuta://tags"]?["tags"]?.array?.first?["name"]?.string == "\(number)"
      }
      let end = told.values.withLock { $0["minuta://tags"]?.time } ?? .now
      times.append(start.duration(to: end))
    }
    times.sort()
    #expect(times[10] < .seconds(1), "median \(times[10]), at most \(times[19])")
  }

  @Test func `where no more can be watched, that is said`() {
    let error = SystemError(call: "inotify_add_watch", path: "/x", code: ENOSPC)
    let answer = error.liveChangesUnavailable(in: "/x")
    #expect(answer.code == "liveChangesUnavailable")
    let reason = "the system allows no more watches (see fs.inotify in sysctl)"
    #expect(answer.message == "Changes in '/x' cannot be told: \(reason).")
  }
}
