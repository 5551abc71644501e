import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaStore
import MinutaSync
import MinutaTestSupport
import Testing

@testable import minuta

/// Other values of conflicts that can't be taken as they are.
@Suite(.requires("git"), .timeLimit(.minutes(2))) struct SyncTakeTests {
  private let hub: SyncHub
  private let machines: [SyncMachine]

  /// Gives two machines a record from 03:00 to 04:00.
  init() async throws {
    hub = try await SyncHub()
    machines = [try await hub.machine(0), try await hub.machine(1)]
    try await call(0, "LogTime", ["tag": "Work", "start": "03:00", "end": "04:00"])
    try await syncAll()
  }

  private func call(_ number: Int, _ intent: String, _ values: JSONObject = [:]) async throws {
    for machine in machines { machine.advance(by: 60) }
    let outcome = try await machines[number].perform(intent, values)
    try #require(outcome.status == "ok", "\(outcome)")
  }

  private func syncAll() async throws {
    for number in [0, 1, 0] { try await call(number, "Sync") }
  }

  private func conflicts() async throws -> [SyncConflict] {
    try await SyncConflicts(try machines[0].folderSync).open()
  }

  private func take(_ conflict: SyncConflict, among open: [SyncConflict] = []) throws -> Bool {
    try SyncConflicts(try machines[0].folderSync).take(conflict, among: open)
  }

  private var record: JSONObject? { get throws { try machines[0].records().values.first } }

  @Test func `the start and the end between which a merge decided are taken together`() async throws
  {
    try await call(0, "UpdateRecord", ["record": "last", "start": "03:50"])
    try await call(1, "UpdateRecord", ["record": "last", "end": "03:10"])
    try await syncAll()
    let open = try await conflicts()
    let start = try #require(open.first { $0.field.key == "startTime" })
    #expect(Set(start.unit(in: open).map(\.field.key)) == ["startTime", "endTime"])
    #expect(try take(start, among: open))
    let times = try [record?["startTime"]?.string, record?["endTime"]?.string]
    #expect(times.map { $0?.suffix(10) } == ["T03:50:00Z", "T04:00:00Z"])
    #expect(try await conflicts().isEmpty)
  }

  @Test func `a start after the end is refused, and nothing changes`() async throws {
    for (number, start) in zip([0, 1], ["03:50", "03:20"]) {
      try await call(number, "UpdateRecord", ["record": "last", "start": .string(start)])
    }
    try await syncAll()
    try await call(0, "UpdateRecord", ["record": "last", "end": "03:30"])
    let before = try machines[0].files()
    let conflict = try #require(try await conflicts().first)
    let error = #expect(throws: TrackingError.self) { try take(conflict) }
    guard case .endBeforeStart? = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(try machines[0].files() == before)
  }

  /// Makes both machines change a field of the record, first machine 1.
  private func change(_ first: JSONObject, _ last: JSONObject) async throws {
    let record: JSONObject = ["record": "last"]
    try await call(1, "UpdateRecord", record.merging(first))
    try await call(1, "Sync")
    try await call(0, "UpdateRecord", record.merging(last))
    try await syncAll()
  }

  @Test func `an end in the future is refused, as in an edit`() async throws {
    try await change(["end": "12:00", "planned": true], ["end": "04:30"])
    let conflict = try #require(try await conflicts().first)
    let error = #expect(throws: TrackingError.self) { try take(conflict) }
    guard case .endInFuture? = error else {
      Issue.record("\(error as Any)")
      return
    }
  }

  @Test func `a value of a billed record is refused with the way to change it`() async throws {
    try await change(["comment": "Anna"], ["comment": "Bob"])
    try machines[0].writeRates()
    try await call(0, "MakeInvoice", ["tag": "Work", "range": "all"])
    let before = try machines[0].files()
    let conflict = try #require(try await conflicts().first)
    let error = #expect(throws: TrackingError.self) { try take(conflict) }
    guard case .recordBilled(_, let lock)? = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(lock.isStored)
    #expect(try machines[0].files() == before)
    try await call(0, "UnlockInvoice", ["number": .string(lock.number)])
    #expect(try take(conflict))
  }

  @Test func `a value that was edited since the list was read stays`() async throws {
    try await change(["comment": "Anna"], ["comment": "Bob"])
    let conflict = try #require(try await conflicts().first)
    try await call(0, "UpdateRecord", ["record": "last", "comment": "Carla"])
    #expect(try !take(conflict))
    #expect(try record?["comment"] == "Carla")
  }

  @Test func `a name that another tag has got is refused`() async throws {
    for (number, name) in zip([0, 1], ["Plan", "Site"]) {
      try await call(number, "RenameTag", ["tag": "Work", "name": .string(name)])
    }
    try await syncAll()
    try await call(0, "CreateTag", ["tag": "plan"])
    let conflict = try #require(try await conflicts().first)
    #expect(conflict.other == "Plan")
    let error = #expect(throws: TrackingError.self) { try take(conflict) }
    guard case .tagExists(let tag)? = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(tag.name == "plan")
  }

  @Test func `a tag that was deleted since is refused`() async throws {
    for (number, name) in zip([0, 1], ["Plan", "Site"]) {
      try await call(number, "UpdateRecord", ["record": "last", "tag": .string(name)])
    }
    try await syncAll()
    try await call(0, "DeleteTag", ["tag": "Plan", "confirm": true])
    let conflict = try #require(try await conflicts().first)
    let error = #expect(throws: TrackingError.self) { try take(conflict) }
    guard case .tagNotFound? = error else {
      Issue.record("\(error as Any)")
      return
    }
  }
}
