import Foundation
import IntentKit
import JSONText
import MinutaStore
import MinutaSync
import MinutaTestSupport
import Testing

@testable import minuta

/// Images that several machines attach, remove, restore and change in place.
@Suite(.requires("git"), .timeLimit(.minutes(2))) struct SyncImageTests {
  private let hub: SyncHub
  private let machines: [SyncMachine]
  /// The path of an image that the first two machines have, in the data folder.
  private let path: String

  init() async throws {
    hub = try await SyncHub()
    machines = [try await hub.machine(0), try await hub.machine(1), try await hub.machine(2)]
    try await machines[0].log("Plan")
    for machine in machines { _ = try await machine.perform("Sync") }
    let attached = try await machines[0].perform("AttachImage", Self.image("old"))
    try #require(attached.status == "ok", "\(attached)")
    for machine in machines.prefix(2) { _ = try await machine.perform("Sync") }
    path = try #require(try machines[1].files().keys.first { $0.hasSuffix(".png") })
  }

  /// Returns the values of a call that attaches an image to the last record.
  private static func image(_ text: String) -> JSONObject {
    // Programs ignore what follows the last chunk of a picture.
    let bytes = (Data(base64Encoded: SyncCalls.image) ?? Data()) + Data(text.utf8)
    return ["record": "last", "data": .string(bytes.base64EncodedString()), "type": "png"]
  }

  private func attach(_ text: String, on number: Int) async throws {
    try await perform("AttachImage", Self.image(text), on: number)
  }

  @discardableResult
  private func perform(
    _ intent: String,
    _ values: JSONObject,
    on number: Int
  ) async throws -> Outcome {
    let outcome = try await machines[number].perform(intent, values)
    try #require(outcome.status == "ok", "\(intent): \(outcome)")
    machines[number].advance(by: 60)
    return outcome
  }

  private func syncAll(from first: Int = 0) async throws {
    let order = machines.indices.map { ($0 + first) % machines.count }
    for number in order + order { _ = try await sync(number) }
  }

  /// Expects that all machines have a record with some images and no other images, and that each
  /// has its own name.
  private func expectImages(_ texts: Set<String>) throws {
    let start = (Data(base64Encoded: SyncCalls.image) ?? Data()).count
    for machine in machines {
      let files = try machine.files()
      let images = files.filter { $0.key.hasSuffix(".png") }
      #expect(
        Set(images.values.map { String(decoding: $0.dropFirst(start), as: UTF8.self) }) == texts
      )
      let record = try #require(
        files.first { $0.key.hasPrefix("records/") && $0.key.hasSuffix(".json") }
      )
      let folder = record.key.split(separator: "/").dropLast().joined(separator: "/")
      let names = try JSONValue(parsing: record.value)["images"]?.array?.compactMap(\.string) ?? []
      #expect(names.map { "\(folder)/\($0)" }.sorted() == images.keys.sorted())
      #expect(names.count == texts.count)
    }
  }

  private static let changes: [(intent: String, values: JSONObject)] = [
    ("DeleteRecord", ["record": "last"]),
    ("RemoveImage", ["record": "last", "image": 0]),
    ("UpdateRecord", ["record": "last", "shift": "-999h"]),
    ("UpdateRecord", ["record": "last", "shift": "-29999h"]),
  ]

  @Test(arguments: changes, [false, true])
  func `an undone sync brings the image back, and redo takes it again`(
    change: (intent: String, values: JSONObject),
    isReplaced: Bool
  ) async throws {
    let before = try machines[0].files()
    if isReplaced {
      try await perform("RemoveImage", ["record": "last", "image": 0], on: 1)
      try await attach("new", on: 1)
    }
    try await perform(change.intent, change.values, on: 1)
    for number in [1, 0] { _ = try await sync(number) }
    let after = try machines[0].files()
    let entry = try await undoSync()
    #expect(try machines[0].files() == before)
    try await perform("Redo", [:], on: 0)
    #expect(try machines[0].files() == after)
    try await perform("Undo", ["entry": entry, "confirm": true], on: 0)
    try await syncAll()
    try expectImages(["old"])
  }

  @Test func `an undone sync brings an image back that was changed in place`() async throws {
    let before = try machines[0].files()
    try await write("changed", on: 1)
    for number in [1, 0] { _ = try await sync(number) }
    try await undoSync()
    #expect(try machines[0].files() == before)
    try await syncAll()
    try expectImages(["old"])
  }

  @discardableResult
  private func undoSync() async throws -> JSONValue {
    let history = try await machines[0].perform("History", ["limit": 1])
    let entry = try #require(history.json["value"]?["entries"]?.array?.first?["entry"])
    try await perform("Undo", ["entry": entry, "confirm": true], on: 0)
    return entry
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
    #expect(try machines.prefix(2).map { try $0.comments } == [["Plan"], ["Plan"]])
    #expect(try text(on: 0) == "changed")
  }

  @Test(arguments: [0, 1], [0, 1])
  func `both versions of an image stay if its record moves to another month`(
    mover: Int,
    first: Int
  ) async throws {
    try await write("first", on: 0)
    try await write("second", on: 1)
    let times: JSONObject = [
      "record": "last", "start": "2025-01-06 09:00", "end": "2025-01-06 10:00",
    ]
    try await perform("UpdateRecord", times, on: mover)
    try await syncAll(from: first)
    for machine in machines {
      let images = try machine.files().filter { $0.key.hasSuffix(".png") }
      #expect(
        Set(images.values.map { String(decoding: $0, as: UTF8.self) }) == ["first", "second"]
      )
      #expect(try await SyncConflicts(try machine.folderSync).open().isEmpty)
    }
  }
}
