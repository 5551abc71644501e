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

  @Test func `the records of a folder that was removed by mistake are deleted nowhere`()
    async throws
  {
    let hub = try await SyncHub()
    let machine = try await hub.machine(0)
    try await machine.log("Work")
    _ = try await machine.perform("Sync")
    let path = try #require(try machine.files().keys.first { $0.hasPrefix("records/") })
    let month = path.split(separator: "/").dropLast().joined(separator: "/")
    try await hub.shell("rm -r '\(machine.folder)/\(month)'")
    #expect(try await machine.failToSync("recordsMissing").contains("The folder '\(month)' is"))
    try await hub.shell("mkdir '\(machine.folder)/\(month)'")
    #expect(try await machine.perform("Sync").sentence == "Sent 1 deleted record.")
  }

  @Test func `a deletion counts if the other machine changed the record back`() async throws {
    let hub = try await SyncHub()
    let machines = [try await hub.machine(0), try await hub.machine(1)]
    _ = try await machines[0].perform("LogTime", ["tag": "Work", "duration": "10m"])
    for machine in machines { _ = try await machine.perform("Sync") }
    _ = try await machines[0].perform("DeleteRecord", ["record": "last"])
    _ = try await machines[1].perform("UpdateRecord", ["record": "last", "comment": "Plan"])
    _ = try await machines[1].perform("Undo")
    for machine in machines + machines { _ = try await machine.perform("Sync") }
    #expect(try machines.map { try $0.records() } == [[:], [:]])
  }
}
