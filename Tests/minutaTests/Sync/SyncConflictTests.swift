import Foundation
import JSONText
import MinutaSync
import MinutaTestSupport
import Testing

@testable import minuta

/// Conflicts of a field that two machines changed, and what settles them.
@Suite(.requires("git"), .timeLimit(.minutes(2))) struct SyncConflictTests {
  private let hub: SyncHub
  private let machines: [SyncMachine]

  /// Makes two machines write different comments into a record that both have.
  init() async throws {
    hub = try await SyncHub()
    machines = [try await hub.machine(0), try await hub.machine(1)]
    _ = try await machines[0].perform("LogTime", ["tag": "Work", "duration": "10m"])
    for machine in machines { _ = try await machine.perform("Sync") }
    for (machine, text) in zip(machines, ["Anna", "Bob"]) {
      machine.advance(by: 60)
      _ = try await machine.perform("UpdateRecord", ["record": "last", "comment": .string(text)])
    }
    for machine in machines + [machines[0]] { _ = try await machine.perform("Sync") }
  }

  private func conflicts() async throws -> [SyncConflict] {
    try await SyncConflicts(try machines[0].folderSync).open()
  }

  @Test func `a label that is added later doesn't settle a conflict of comments`() async throws {
    let before = try await conflicts()
    #expect(before.count == 1)
    _ = try await machines[0].perform("UpdateRecord", ["record": "last", "labels": ["billable"]])
    _ = try await machines[0].perform("Sync")
    let conflict = try #require(try await conflicts().first)
    let other = try #require(before.first?.other?.string)
    #expect(conflict.other?.string == "\(other) #billable")
    #expect(try SyncConflicts(try machines[0].folderSync).take(conflict))
    #expect(try machines[0].records().values.first?["comment"]?.string == "\(other) #billable")
    #expect(try await conflicts() == [])
  }

  @Test func `another comment settles a conflict`() async throws {
    machines[0].advance(by: 60)
    _ = try await machines[0].perform("UpdateRecord", ["record": "last", "comment": "Both"])
    _ = try await machines[0].perform("Sync")
    #expect(try await conflicts() == [])
  }
}
