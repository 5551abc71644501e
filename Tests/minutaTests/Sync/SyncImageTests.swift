import Foundation
import IntentKit
import JSONText
import MinutaStore
import MinutaSync
import MinutaTestSupport
import Testing

@testable import minuta

/// Images that another program changes in place.
@Suite(.requires("git"), .timeLimit(.minutes(2))) struct SyncImageTests {
  private let hub: SyncHub
  private let machines: [SyncMachine]
  /// The path of an image that both machines have, in the data folder.
  private let path: String

  init() async throws {
    hub = try await SyncHub()
    machines = [try await hub.machine(0), try await hub.machine(1)]
    try await machines[0].log("Plan")
    let image: JSONObject = [
      "record": "last", "data": .string(SyncCalls.image), "type": "png",
    ]
    let attached = try await machines[0].perform("AttachImage", image)
    try #require(attached.status == "ok", "\(attached.sentence)")
    for machine in machines { _ = try await machine.perform("Sync") }
    path = try #require(try machines[1].files().keys.first { $0.hasSuffix(".png") })
  }

  private func write(_ text: String, on number: Int) async throws {
    try await hub.shell("printf '%s' '\(text)' > '\(machines[number].folder)/\(path)'")
    machines[number].advance(by: 60)
  }

  private func sync(_ number: Int) async throws -> String {
    let outcome = try await machines[number].perform("Sync")
    #expect(outcome.status == "ok", "\(outcome)")
    return outcome.sentence
  }

  private func text(on number: Int) throws -> String? {
    try machines[number].files()[path].map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `an image that changes in place at the same size is sent`() async throws {
    for text in ["one", "two"] {
      try await write(text, on: 0)
      #expect(try await sync(0) == "Sent 1 image.")
      #expect(try await sync(1) == "Received 1 image.")
      #expect(try self.text(on: 1) == text)
    }
    #expect(try await sync(0) == "In sync.")
  }

  @Test func `a record whose image changed elsewhere stays when it is deleted`() async throws {
    try await write("changed", on: 1)
    _ = try await machines[0].perform("DeleteRecord", ["record": "last"])
    for number in [1, 0, 1] { _ = try await sync(number) }
    #expect(try machines.map { try $0.comments } == [["Plan"], ["Plan"]])
    #expect(try text(on: 0) == "changed")
  }

  @Test(arguments: [0, 1], [0, 1])
  func `an image's other version stays listed if its record moves to another month`(
    mover: Int,
    first: Int
  ) async throws {
    try await write("first", on: 0)
    try await write("second", on: 1)
    let times: JSONObject = [
      "record": "last", "start": "2025-01-06 09:00", "end": "2025-01-06 10:00",
    ]
    let moved = try await machines[mover].perform("UpdateRecord", times)
    try #require(moved.status == "ok", "\(moved.sentence)")
    for number in [first, 1 - first, first] { _ = try await sync(number) }
    let images = try machines.map { machine in
      try machine.files().filter { $0.key.hasSuffix(".png") }
    }
    #expect(images[0] == images[1] && images[0].count == 1)
    let kept = images[0].values.map { String(decoding: $0, as: UTF8.self) }
    for machine in machines {
      let open = try await SyncConflicts(try machine.folderSync).open()
      let others = open.compactMap { $0.files.map { String(decoding: $0.other, as: UTF8.self) } }
      #expect(Set(kept + others) == ["first", "second"], "\(open)")
    }
  }

  @Test func `the other version of an image that both sides changed can be taken`() async throws {
    try await write("first", on: 0)
    try await write("second", on: 1)
    for number in [0, 1, 0] { _ = try await sync(number) }
    let conflicts = SyncConflicts(try machines[0].folderSync)
    let open = try await conflicts.open()
    try #require(open.count == 1)
    let kept = try text(on: 0)
    #expect(try conflicts.take(open[0]))
    #expect(Set([kept, try text(on: 0)]) == ["first", "second"])
  }
}
