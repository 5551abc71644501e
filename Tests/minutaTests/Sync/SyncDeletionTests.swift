import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@testable import minuta

/// Records that one machine deletes while another one changes them.
@Suite(.requires("git"), .timeLimit(.minutes(2))) struct SyncDeletionTests {
  private static let edits: [JSONObject] = [
    ["comment": "Plan"], ["duration": "5m"], ["shift": "-999h"], ["tag": "Home"],
    ["labels": ["billable"]],
  ]

  @Test(arguments: edits, [0, 1])
  func `a change counts more than a deletion, whichever is synced first`(
    edit: JSONObject,
    first: Int
  ) async throws {
    let hub = try await SyncHub()
    let machines = [try await hub.machine(0), try await hub.machine(1)]
    _ = try await machines[0].perform("LogTime", ["tag": "Work", "duration": "10m"])
    for machine in machines { _ = try await machine.perform("Sync") }
    let id = try #require(try machines[0].records().keys.first)
    _ = try await machines[0].perform("DeleteRecord", ["record": "last"])
    let values = edit.merging(["record": "last"])
    #expect(try await machines[1].perform("UpdateRecord", values).status == "ok", "\(edit)")
    let changed = try machines[1].records()
    _ = try await machines[first].perform("Sync")
    let merged = try await machines[1 - first].perform("Sync")
    let kept = "Kept \(id.prefix(8)), which one machine had deleted and another had changed."
    #expect(merged.sentence.hasSuffix(kept), "\(merged.sentence)")
    #expect(merged.json["value"]?["kept"] == [.string(id)])
    _ = try await machines[first].perform("Sync")
    #expect(try machines.map { try $0.records() } == [changed, changed])
  }
}
