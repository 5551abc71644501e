import IntentKit
import JSONText
import MinutaStore
import MinutaSync
import MinutaTestSupport
import Testing

@testable import minuta

/// Tags of two machines that become one because they have the same name, with different colors.
@Suite(.requires("git"), .timeLimit(.minutes(2))) struct SyncUnitedTagTests {
  private let hub: SyncHub
  private let machines: [SyncMachine]
  private static let colors: [JSONValue] = ["#112233", "#445566"]

  init() async throws {
    hub = try await SyncHub()
    machines = [try await hub.machine(0), try await hub.machine(1)]
  }

  private func call(_ number: Int, _ intent: String, _ values: JSONObject = [:]) async throws {
    for machine in machines { machine.advance(by: 60) }
    let outcome = try await machines[number].perform(intent, values)
    try #require(outcome.status == "ok", "\(outcome)")
  }

  private func syncAll() async throws {
    for number in [0, 1, 0, 1] { try await call(number, "Sync") }
  }

  private func color() throws -> JSONValue? {
    let tags = try machines[0].contents().tags.values
    #expect(tags.count == 1)
    return tags.first?["color"]
  }

  private func expectOtherColor(of kept: JSONValue?) async throws {
    for machine in machines {
      let open = try await SyncConflicts(try machine.folderSync).open()
      #expect(open.map(\.field.key) == ["color"])
      #expect(open.map(\.other) == Self.colors.filter { $0 != kept })
    }
    let conflicts = SyncConflicts(try machines[0].folderSync)
    #expect(try conflicts.take(try #require(try await conflicts.open().first)))
    #expect(try color() != kept)
    #expect(try await conflicts.open().isEmpty)
  }

  @Test(arguments: [[0, 1], [1, 0]])
  func `of two new tags of one name the later color stays and the other is listed`(
    order: [Int]
  ) async throws {
    for number in order {
      try await call(number, "CreateTag", ["tag": "Home"])
    }
    for number in [0, 1] {
      try await call(number, "SetTagColor", ["tag": "Home", "color": Self.colors[number]])
    }
    try await syncAll()
    #expect(try color() == Self.colors[1])
    try await expectOtherColor(of: Self.colors[1])
  }

  @Test func `of two tags that got one name one color stays and the other is listed`() async throws
  {
    try await call(0, "CreateTag", ["tag": "Home"])
    try await call(0, "CreateTag", ["tag": "House"])
    try await syncAll()
    for (number, name) in zip([0, 1], ["Home", "House"]) {
      try await call(
        number,
        "SetTagColor",
        ["tag": .string(name), "color": Self.colors[number]]
      )
      try await call(number, "RenameTag", ["tag": .string(name), "name": "Flat"])
    }
    try await syncAll()
    try await expectOtherColor(of: try color())
  }
}
