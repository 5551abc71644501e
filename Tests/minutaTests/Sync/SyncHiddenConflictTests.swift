import Foundation
import IntentKit
import JSONText
import MinutaStore
import MinutaSync
import MinutaTestSupport
import Testing

@testable import minuta

/// Conflicts that stay in the list although a later merge has another value of the field, or the
/// record has moved.
@Suite(.requires("git"), .timeLimit(.minutes(2))) struct SyncHiddenConflictTests {
  private let hub: SyncHub
  private let machines: [SyncMachine]

  /// Gives three machines a record from 03:00 to 04:00.
  init() async throws {
    hub = try await SyncHub()
    var machines: [SyncMachine] = []
    for number in 0..<3 { machines.append(try await hub.machine(number)) }
    self.machines = machines
    try await call(0, "LogTime", ["tag": "Work", "start": "03:00", "end": "04:00"])
    for number in 0..<3 { try await sync(number) }
  }

  private func call(_ number: Int, _ intent: String, _ values: JSONObject = [:]) async throws {
    for machine in machines { machine.advance(by: 60) }
    let outcome = try await machines[number].perform(intent, values)
    try #require(outcome.status == "ok", "\(outcome)")
  }

  private func sync(_ number: Int) async throws { try await call(number, "Sync") }

  /// Syncs a machine whose push is refused.
  private func syncWithoutPush(_ number: Int) async throws {
    try await hub.folder.writeExecutable("#!/bin/sh\nexit 1\n", to: "hub.git/hooks/pre-receive")
    machines[number].advance(by: 60)
    let outcome = try await machines[number].perform("Sync")
    #expect(outcome.error?.code == "pushRefused", "\(outcome)")
    try await hub.shell("rm hub.git/hooks/pre-receive")
  }

  private func edit(_ number: Int, _ key: String, _ value: JSONValue) async throws {
    try await call(number, "UpdateRecord", ["record": "last", key: value])
  }

  private func conflicts(_ key: String) async throws -> [JSONValue?] {
    for number in [0, 1, 2, 0] { try await sync(number) }
    let conflicts = try await SyncConflicts(try machines[0].folderSync).open()
    return conflicts.filter { $0.field.key == key }.map(\.other)
  }

  @Test func `an end before the start stays listed when a machine that knew neither sets another`()
    async throws
  {
    try await edit(0, "end", "03:10")
    try await edit(1, "start", "03:30")
    try await edit(2, "end", "04:30")
    for number in 0..<3 { try await sync(number) }
    let record = try #require(try machines[2].records().values.first)
    #expect(record["startTime"] == "2026-11-02T03:30:00Z")
    #expect(record["endTime"] == "2026-11-02T04:30:00Z")
    #expect(try await conflicts("endTime") == ["2026-11-02T03:10:00Z"])
  }

  @Test(arguments: [false, true])
  func `the later of two edits that make the end precede the start wins, whichever machine merges`(
    hasOtherEdit: Bool
  ) async throws {
    try await edit(0, "end", "03:10")
    try await syncWithoutPush(0)
    try await edit(1, "start", "03:50")
    try await sync(1)
    if hasOtherEdit { try await edit(0, "comment", "Later") }
    try await sync(0)
    let record = try #require(try machines[0].records().values.first)
    #expect(record["startTime"] == "2026-11-02T03:50:00Z")
    #expect(record["endTime"] == "2026-11-02T04:00:00Z")
    #expect(try await conflicts("endTime") == ["2026-11-02T03:10:00Z"])
  }

  @Test func `a comment stays listed when an edit overtakes the push of the merge that lost it`()
    async throws
  {
    try await edit(1, "comment", "Lost")
    try await syncWithoutPush(1)
    try await edit(0, "comment", "Kept")
    for number in [0, 2] { try await sync(number) }
    try await syncWithoutPush(1)
    #expect(try machines[1].comments == ["Kept"])
    try await edit(2, "comment", "Last")
    for number in [2, 1, 0] { try await sync(number) }
    #expect(try machines[0].comments == ["Last"])
    #expect(try await conflicts("comment") == ["Lost"])
  }

  @Test func `a comment that lost and is replaced stays listed, with the one that lost to it`()
    async throws
  {
    try await edit(1, "comment", "Lost")
    try await syncWithoutPush(1)
    try await edit(0, "comment", "First")
    try await sync(0)
    try await edit(2, "comment", "Last")
    try await syncWithoutPush(2)
    for number in [1, 2, 0] { try await sync(number) }
    #expect(try machines[0].comments == ["Last"])
    #expect(try await Set(conflicts("comment")) == ["First", "Lost"])
  }

  @Test func `a comment stays listed when its record moves in the merge and again`() async throws {
    try await edit(0, "comment", "Lost")
    try await edit(1, "comment", "Kept")
    try await edit(1, "start", "02:30")
    for number in [0, 1, 0] { try await sync(number) }
    #expect(try await conflicts("comment") == ["Lost"])
    try await edit(1, "start", "02:45")
    #expect(try await conflicts("comment") == ["Lost"])
  }
}
