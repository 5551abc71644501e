import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@testable import minuta

/// A list of tags that somebody has damaged or removed on the remote.
@Suite(.requires("git"), .timeLimit(.minutes(5))) struct SyncTagListTests {
  private let hub: SyncHub
  private let machines: [SyncMachine]

  /// Makes two machines that share a record with the tag Work.
  init() async throws {
    hub = try await SyncHub()
    machines = [try await hub.machine(0), try await hub.machine(1)]
    try await machines[0].log("Plan")
    for machine in machines { _ = try await machine.perform("Sync") }
  }

  private static let damages = [
    "head -c 40 tags.json > cut; mv cut tags.json", "echo '{}' > tags.json", "rm tags.json",
    "echo '[1]' > tags.json",
  ]

  /// Commits a damage in a plain clone and pushes it.
  private func push(_ damage: String) async throws {
    try await hub.shell(
      """
      rm -rf clone; git clone -q hub.git clone; cd clone
      git config user.name A; git config user.email a@example.org
      \(damage)
      git add -A; git commit -qm damage; git push -q
      """
    )
  }

  @Test(arguments: damages)
  func `a damaged list of tags is never taken over, and the usable one is sent again`(
    damage: String
  ) async throws {
    let before = try machines[1].files()
    try await push(damage)
    let outcome = try await machines[1].perform("Sync")
    #expect(
      outcome.sentence
        == "Sent earlier changes. 'tags.json' was damaged or missing on the remote, and was sent again."
    )
    #expect(try machines[1].files() == before)
    try await hub.expectEqual(machines)
    #expect(try machines[0].files() == before)
  }

  /// Makes the folder of a machine as it is after a sync that took over a damaged list.
  private func takeOver(_ damage: String, on machine: SyncMachine) async throws {
    try await push(damage)
    try await hub.shell(
      """
      cd '\(machine.folder)'; git fetch -q; git reset -q --hard FETCH_HEAD
      rm -f .minuta.nosync/*/sync.json
      """
    )
  }

  @Test func `a machine with a damaged list receives the mended one`() async throws {
    let before = try machines[0].files()
    try await takeOver(Self.damages[0], on: machines[1])
    try await machines[1].failToSync("tagsUnusable")
    _ = try await machines[0].perform("Sync")
    let outcome = try await machines[1].perform("Sync")
    #expect(outcome.sentence == "Received tags.")
    #expect(try machines[1].files() == before)
  }

  @Test func `a new machine refuses a damaged list`() async throws {
    try await push(Self.damages[0])
    let machine = try SyncMachine(2, in: hub.folder.path)
    let failure = await #expect(throws: Failure.self) { try await machine.setUp(hub.path) }
    #expect(failure?.code == "remoteRefused")
    #expect(try machine.files()["tags.json"] == nil)
    _ = try await machines[0].perform("Sync")
    #expect(try await machine.perform("Sync").status == "ok")
    #expect(try machine.files() == machines[0].files())
  }

  @Test func `a folder in place of the list is refused`() async throws {
    try await push("rm tags.json; mkdir tags.json; echo x > tags.json/x.json")
    try await machines[1].failToSync("remoteRefused")
  }
}
