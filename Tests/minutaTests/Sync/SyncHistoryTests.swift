import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaTestSupport
import Testing

@testable import minuta

@Suite(.requires("git"))
struct SyncHistoryTests {
  @Test func `a large sync is one item of the history, and its number undoes the whole`()
    async throws
  {
    let hub = try await SyncHub()
    let (first, second) = (try await hub.machine(1), try await hub.machine(2))
    let days = (0..<1001).map {
      "inc 20240517T\(($0 / 60).padded(to: 2))\(($0 % 60).padded(to: 2))00Z"
        + " - 20240517T\(($0 / 60).padded(to: 2))\(($0 % 60).padded(to: 2))30Z # Work\n"
    }
    try days.joined().write(toFile: "\(hub.folder.path)/a.data", atomically: true, encoding: .utf8)
    let files: JSONValue = [.string("\(hub.folder.path)/a.data")]
    let imported = try await first.perform("Import", ["files": files])
    #expect(imported.status == "ok", "\(imported.sentence)")
    _ = try await first.perform("Sync")
    _ = try await second.perform("Sync")
    #expect(try second.records().count == 1001)
    let history = try await second.perform("History", ["each": false])
    let items = try #require(history.json["value"]?["entries"]?.array)
    #expect(items.count == 1)
    #expect(items.first?["calls"] == 3)
    let number = try #require(items.first?["entry"])
    let undone = try await second.perform("Undo", ["entry": number, "confirm": true])
    #expect(undone.status == "ok", "\(undone)")
    #expect(undone.sentence.hasPrefix("Undid call 3 of the history, a sync of 1001 records."))
    #expect(try second.records().isEmpty)
    #expect(try await second.perform("Redo").status == "ok")
    #expect(try second.files() == first.files())
    #expect(try await second.perform("Sync").sentence == "In sync.")
  }
}
