import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaStore
import MinutaSync
import MinutaTestSupport
import Testing

@testable import minuta

/// Invoices that two machines make without knowing of each other.
@Suite(.requires("git"), .timeLimit(.minutes(2))) struct SyncInvoiceTests {
  private let hub: SyncHub
  private let machines: [SyncMachine]

  /// Makes an invoice with the same number on two machines.
  init() async throws {
    hub = try await SyncHub()
    machines = [try await hub.machine(0), try await hub.machine(1)]
    _ = try await machines[0].perform("CreateTag", ["tag": "Work"])
    for machine in machines { _ = try await machine.perform("Sync") }
    for machine in machines {
      try machine.writeRates()
      try await machine.log("Plan")
      let values: JSONObject = ["tag": "Work", "range": "all"]
      let outcome = try await machine.perform("MakeInvoice", values)
      try #require(outcome.status == "ok", "\(outcome)")
      machines[1].advance(by: 3600)
    }
  }

  /// Returns the numbers of all invoices of a machine.
  private func numbers(on machine: SyncMachine) async throws -> [String] {
    guard case .ok(let result) = try await machine.perform("ListInvoices") else { return [] }
    return (result.value["invoices"]?.array ?? []).compactMap { $0["number"]?.string }.sorted()
  }

  @Test(arguments: [[0, 1], [1, 0]])
  func `of two invoices of one number, the later one stays and a conflict has the other`(
    order: [Int]
  ) async throws {
    let number = try #require(try await numbers(on: machines[0]).first)
    let path = "invoices/\(number).json"
    let later = try #require(try machines[1].files()[path])
    let earlier = try #require(try machines[0].files()[path])
    #expect(try await machines[order[0]].perform("Sync").status == "ok")
    let outcome = try await machines[order[1]].perform("Sync")
    #expect(outcome.result?.value["sameNumbers"] == [.string(number)], "\(outcome)")
    try await hub.expectEqual(machines)
    #expect(try machines[0].files()[path] == later)
    for machine in machines {
      let conflicts = try await SyncConflicts(try machine.folderSync).open()
      #expect(conflicts.map(\.field.subject) == [.file(path)])
      #expect(conflicts.map(\.files?.other) == [earlier])
    }
    let conflicts = SyncConflicts(try machines[0].folderSync)
    let conflict = try #require(try await conflicts.open().first)
    #expect(try conflicts.take(conflict))
    #expect(try machines[0].files()[path] == earlier)
  }

  @Test func `both machines name the record that two invoices bill`() async throws {
    _ = try await machines[0].perform("Undo")
    for number in [0, 1, 0] { _ = try await machines[number].perform("Sync") }
    // Both machines know a record that isn't billed, and make different invoices with it.
    for (machine, number) in zip(machines, ["A7", "B7"]) {
      try await machine.log("More")
      let values: JSONObject = ["tag": "Work", "range": "all", "number": .string(number)]
      try #require(try await machine.perform("MakeInvoice", values).status == "ok")
      machines[1].advance(by: 3600)
    }
    _ = try await machines[0].perform("Sync")
    for number in [1, 0] {
      let sentence = try await machines[number].perform("Sync").sentence
      #expect(
        sentence.contains(/The invoices '.*' and '.*' bill the same record [0-9A-F]{8}\./),
        "\(sentence)"
      )
    }
  }
}

/// A record that one machine bills, and that another machine without the invoice changes.
@Suite(.requires("git"), .timeLimit(.minutes(5))) struct SyncBilledRecordTests {
  private let hub: SyncHub
  private let machines: [SyncMachine]

  /// Makes an invoice on one of three machines that all have its record from 03:00 to 04:00.
  init() async throws {
    hub = try await SyncHub()
    machines = [try await hub.machine(0), try await hub.machine(1), try await hub.machine(2)]
    let values: JSONObject = ["tag": "Work", "start": "03:00", "end": "04:00", "comment": "Plan"]
    try #require(try await machines[0].perform("LogTime", values).status == "ok")
    for machine in machines {
      _ = try await machine.perform("Sync")
      machine.advance(by: 3600)
    }
    try machines[0].writeRates()
    let outcome = try await machines[0].perform("MakeInvoice", ["tag": "Work", "range": "all"])
    try #require(outcome.status == "ok", "\(outcome)")
    machines[1].advance(by: 60)
  }

  private func files() throws -> [String: [UInt8]] {
    try machines[0].files().filter { $0.key != "tags.json" }
  }

  private static let edits: [JSONObject] = [
    ["end": "04:30"], ["start": "02:00"], ["tag": "Home"], ["comment": "Draft"],
    ["start": "2026-09-01 10:00", "end": "2026-09-01 11:00"],
  ]

  @Test(arguments: edits, [[0, 1, 2], [1, 0, 2], [1, 2, 0]])
  func `an edit of a machine without the invoice is a conflict that names it`(
    edit: JSONObject,
    order: [Int]
  ) async throws {
    let before = try files()
    let last: JSONObject = ["record": "last"]
    let values = last.merging(edit)
    try #require(try await machines[1].perform("UpdateRecord", values).status == "ok")
    for number in order { _ = try await machines[number].perform("Sync") }
    try await hub.expectEqual(machines)
    #expect(try files() == before)
    for machine in machines {
      let conflicts = try await SyncConflicts(try machine.folderSync).open()
      #expect(conflicts.count == edit.keys.count)
      #expect(conflicts.allSatisfy { $0.invoice != nil && $0.json["invoice"] != nil })
      let formatter = SyncConflictFormatter(
        tags: TagList(),
        clock: LocalTimeConverter(timeZone: .gmt)
      )
      let invoice = try #require(conflicts.first?.invoice)
      #expect(
        conflicts.allSatisfy { formatter.row($0).place[0].hasSuffix(" (invoice '\(invoice)')") }
      )
    }
    guard case .ok(let result) = try await machines[1].perform("Doctor") else { return }
    #expect(result.value["remaining"] == 0)
  }

  @Test func `an assistant can't undo the sync that brought an invoice`() async throws {
    for number in [0, 1] { _ = try await machines[number].perform("Sync") }
    let before = try machines[1].files()
    let history = try await machines[1].perform("History")
    let entries = history.result?.value["entries"]?.array ?? []
    let entry = try #require(entries.first?["entry"], "\(history)")
    let values: JSONObject = ["entry": entry, "confirm": true]
    let refused = try await machines[1].perform("Undo", values, from: .mcp)
    #expect(refused.error?.code == "recordBilled", "\(refused)")
    #expect(try machines[1].files() == before)
    #expect(try await machines[1].perform("Undo", values).status == "ok")
  }
}
