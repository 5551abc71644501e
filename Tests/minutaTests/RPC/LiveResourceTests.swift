import Foundation
import IntentKit
import IntentRPC
import JSONText
import MinutaTestSupport
import Synchronization
import SystemCalls
import Testing

@testable import minuta

/// Tests subscriptions to resources while other processes write to the store.
@Suite(.timeLimit(.minutes(5))) struct LiveResourceTests {
  /// A log of the last notification of each URI and the time of its arrival.
  private final class NotificationLog: Sendable {
    let values = Mutex<[String: (value: JSONValue, time: ContinuousClock.Instant)]>([:])

    func take(_ uri: String, _ value: JSONValue) {
      values.withLock { $0[uri] = (value, .now) }
    }

    subscript(uri: String) -> JSONValue? { values.withLock { $0[uri]?.value } }
  }

  private let fixture: MinutaFixture
  private let notifications = NotificationLog()
  private let live: ResourceMonitor
  private let uris = ["minuta://state", "minuta://tags", "minuta://summary/today"]

  init() async throws {
    fixture = try MinutaFixture()
    let program = Program(environment: .ofCurrentProcess())
    let global = GlobalFlags(store: fixture.store)
    let engine = try await program.engine(global, isLongRunning: true)
    live = ResourceMonitor(
      ResourceCatalog(engine: engine),
      now: { Date() },
      timeZone: .current,
      ticks: try StorageConfiguration(global, program.environment).changes().ticks
    )
  }

  private func subscribe() async throws {
    for uri in uris {
      _ = try await live.subscribe(
        uri,
        notify: { [notifications] uri, now in notifications.take(uri, now.value) }
      )
    }
  }

  @Test func `changes by an editor, a sync program and in a new folder are notified`() async throws
  {
    _ = try await fixture.outcome(["start", "Work"])
    try await subscribe()
    let tags = try fixture.home.text(of: "store/tags.json").replacingOccurrences(
      of: "Work",
      with: "Play"
    )
    try fixture.home.write(tags, to: "store/tags.json~")
    try FileManager.default.removeItem(atPath: fixture.store + "/tags.json")
    try FileManager.default.moveItem(
      atPath: fixture.store + "/tags.json~",
      toPath: fixture.store + "/tags.json"
    )
    try await wait(for: "the name") {
      notifications["minuta://tags"]?["tags"]?.array?.first?["name"] == "Play"
    }
    let id = UUID().uuidString
    let record = #"{"id":"\#(id)","startTime":"\#(Date().ISO8601Format())","images":[]}"#
    try fixture.home.write(record, to: "store/records/1999/01/synced.json")
    try await wait(for: "the record") {
      notifications["minuta://state"]?["running"]?.array?.count == 2
    }
    try FileManager.default.removeItem(atPath: fixture.store)
    try fixture.home.write(Self.tags("New"), to: "store/tags.json")
    try await wait(for: "the new store") {
      notifications["minuta://tags"]?["tags"]?.array?.first?["name"] == "New"
    }
  }

  /// Returns the content of a `tags.json` with one tag of this name.
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

  /// Allows ten times the required time, because test machines may be busy.
  @Test func `a change is notified within a second`() async throws {
    try fixture.home.write(#"{"tags":[]}"#, to: "store/tags.json")
    try await subscribe()
    var times: [Duration] = []
    for number in 0..<20 {
      try fixture.home.write(Self.tags("\(number)"), to: "store/new")
      let start = ContinuousClock.now
      #expect(rename(fixture.store + "/new", fixture.store + "/tags.json") == 0)
      try await wait(for: "the tag") {
        notifications["minuta://tags"]?["tags"]?.array?.first?["name"]?.string == "\(number)"
      }
      let end = notifications.values.withLock { $0["minuta://tags"]?.time } ?? .now
      times.append(start.duration(to: end))
    }
    times.sort()
    #expect(times[10] < .seconds(1), "median \(times[10]), at most \(times[19])")
  }

  @Test func `the watch limit is reported`() {
    let error = SystemError(call: "inotify_add_watch", path: "/x", code: ENOSPC)
    let answer = error.liveChangesUnavailable(in: "/x")
    #expect(answer.code == "liveChangesUnavailable")
    let reason = "the system allows no more watches (see fs.inotify in sysctl)"
    #expect(answer.message == "Can't watch '/x' for changes: \(reason).")
  }
}
