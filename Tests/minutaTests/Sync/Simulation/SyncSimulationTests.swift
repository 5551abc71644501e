import Foundation
import MinutaTestSupport
import Testing

@testable import minuta

/// Random calls on several machines with clocks that differ by hours, with real git.
///
/// `SYNC_CALLS=N` sets the number of calls, and `SYNC_SEED=N` the random numbers. A run prints the
/// latter; the ids of records and the times at which git is killed differ all the same.
@Suite(.requires("git"), .timeLimit(.minutes(60))) struct SyncSimulationTests {
  private let hub: SyncHub

  init() async throws { hub = try await SyncHub() }

  @Test(arguments: [(machines: 2, part: 0.25), (3, 0.3), (7, 0.45)])
  func `machines that sync in random order have equal folders in the end and lose nothing`(
    machines: Int,
    part: Double
  ) async throws {
    let variables = ProcessInfo.processInfo.environment
    let calls = Double(variables["SYNC_CALLS"].flatMap { Int($0) } ?? 400) * part
    let seed = variables["SYNC_SEED"].flatMap { UInt64($0) } ?? UInt64(machines)
    var simulation = try await SyncSimulation(machines: machines, seed: seed, at: hub)
    try await simulation.run(calls: Int(calls))
    let first = simulation.machines[0]
    let files = try first.files()
    for machine in simulation.machines {
      #expect(try machine.files() == files)
      #expect(try await machine.git("status", "--porcelain") == "")
      #expect(try await machine.git("fsck", "--strict", "--no-dangling") == "")
    }
    // In few calls, machines seldom push at the same time, and some calls don't occur.
    if calls >= 500 {
      #expect(simulation.kills > 0)
      #expect(simulation.rejectedPushes > 0)
      #expect(SyncCalls.intents.subtracting(simulation.intents.keys) == [])
    }
    let conflicts = try await simulation.conflicts(on: 0)
    let losses = simulation.model.losses(try first.contents(), conflicts)
    for loss in losses.prefix(10) { Issue.record("lost: \(loss), with the seed \(seed)") }
    print(
      """
      Sync of \(machines) machines: \(simulation.calls) calls, \(simulation.model.editCount) edits, \
      \(simulation.syncs) syncs, \(simulation.rejectedPushes) races, \
      \(simulation.kills) kills, \(simulation.handEdits) edits by hand, \
      \(simulation.forcePushes) force-pushes, \(simulation.undoneSyncs) undone syncs, \(try first.records().count) records, \
      \(simulation.model.invoices.count) invoices, \(conflicts.count) conflicts, \
      lost: \(losses.count) (seed \(seed))
      """
    )
  }
}
