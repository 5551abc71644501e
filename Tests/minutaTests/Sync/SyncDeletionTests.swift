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

  /// Changes that remove something, and the changes that put the same back.
  private static let removals: [(remove: SyncCalls.Call, putBack: SyncCalls.Call)] = [
    (("UpdateRecord", ["removeLabel": ["x"]]), ("UpdateRecord", ["labels": ["x"]])),
    (("UpdateRecord", ["comment": "#x"]), ("UpdateRecord", ["comment": "Plan #x"])),
    (("UpdateRecord", ["untagged": true]), ("UpdateRecord", ["tag": "Work"])),
    (("DeleteRecord", [:]), ("RestoreRecord", [:])),
  ]

  /// Two machines merge the same two commits, each on its own.
  ///
  /// Both commits are common ancestors of the merges then, and each has one of the removed values.
  @Test(arguments: removals)
  func `what somebody removed and put back stays after a force-push`(
    removal: (remove: SyncCalls.Call, putBack: SyncCalls.Call)
  ) async throws {
    let hub = try await SyncHub()
    let machines = [try await hub.machine(0), try await hub.machine(1), try await hub.machine(2)]
    for _ in 0..<2 { try await machines[0].log("Plan #x") }
    for machine in machines { _ = try await machine.perform("Sync") }
    let before = try machines[0].records()
    let ids = before.keys.sorted()
    func perform(_ call: SyncCalls.Call, _ id: String, on number: Int) async throws {
      let values = call.values.merging(["record": .string(id)])
      let outcome = try await machines[number].perform(call.intent, values)
      try #require(outcome.status == "ok", "\(outcome)")
    }
    try await perform(removal.remove, ids[0], on: 0)
    for number in [0, 2] { _ = try await machines[number].perform("Sync") }
    // A sync commits the changes of the machine without the repository, too.
    try await perform(removal.remove, ids[1], on: 1)
    try await hub.shell("mv hub.git away")
    _ = try await machines[1].perform("Sync")
    try await hub.shell("mv away hub.git")
    _ = try await machines[1].git("push", "--force", "origin", "main")
    let forced = try await hub.git("rev-parse", "main")
    _ = try await machines[0].perform("Sync")
    _ = try await hub.git("update-ref", "refs/heads/main", forced)
    _ = try await machines[2].perform("Sync")
    for id in ids { try await perform(removal.putBack, id, on: 0) }
    try await hub.expectEqual(machines)
    for (id, record) in try machines[2].records() {
      let old = before[id] ?? [:]
      #expect(record["comment"] == old["comment"] && record["tagId"] == old["tagId"])
    }
    #expect(try machines[2].records().count == 2)
  }
}
