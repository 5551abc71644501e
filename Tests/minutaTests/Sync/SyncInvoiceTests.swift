import Foundation
import IntentKit
import JSONText
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
  func `two invoices of one number become two`(order: [Int]) async throws {
    #expect(try await machines[order[0]].perform("Sync").status == "ok")
    let outcome = try await machines[order[1]].perform("Sync")
    let number = try #require(try await numbers(on: machines[order[1]]).first)
    let notice = "Two machines made an invoice '\(number)': the later one is now"
    #expect(outcome.sentence.contains(notice), "\(outcome.sentence)")
    try await hub.expectEqual(machines)
    let comments = try machines[0].comments
    let numbers = try await numbers(on: machines[0])
    #expect(numbers.count == 2)
    #expect(comments == numbers.map { "Plan #billed=\($0)" })
    guard case .ok(let result) = try await machines[0].perform("Doctor") else { return }
    #expect(result.value["remaining"] == 0)
  }

  @Test func `both machines name the record that two invoices bill`() async throws {
    _ = try await machines[0].perform("Undo")
    for number in [0, 1, 0] { _ = try await machines[number].perform("Sync") }
    // Both machines know a record that isn't billed, and make different invoices with it.
    for machine in machines {
      try await machine.log("More")
      let values: JSONObject = ["tag": "Work", "range": "all"]
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

  @Test func `the machine whose invoice got another number names it too`() async throws {
    // The later invoice arrives first, so the other machine merges it.
    for number in [1, 0] { _ = try await machines[number].perform("Sync") }
    let outcome = try await machines[1].perform("Sync")
    #expect(outcome.sentence.contains("the later one is now '"), "\(outcome.sentence)")
  }
}
