import Foundation
import IntentKit
import MinutaTestSupport
import SystemCalls
import Testing

@testable import minuta

/// Locks of git that a killed process left in the repository of a data folder.
@Suite(.requires("git"), .timeLimit(.minutes(2))) struct SyncLockTests {
  private let hub: SyncHub
  private let machines: [SyncMachine]

  /// Makes two machines that both have something for the other.
  init() async throws {
    hub = try await SyncHub()
    machines = [try await hub.machine(0), try await hub.machine(1)]
    for machine in machines { _ = try await machine.perform("Sync") }
    try await machines[1].log("Elsewhere")
    _ = try await machines[1].perform("Sync")
    try await machines[0].log("Here")
  }

  private func path(_ file: String) -> String { "\(machines[0].folder)/.git/\(file)" }

  private func create(_ file: String) {
    #expect(FileManager.default.createFile(atPath: path(file), contents: nil))
  }

  /// Makes a lock older than an hour.
  private func age(_ file: String) throws {
    let date = Date(timeIntervalSinceNow: -3700)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path(file))
  }

  private func exists(_ file: String) -> Bool {
    FileManager.default.fileExists(atPath: path(file))
  }

  @Test(arguments: [
    ["HEAD.lock"], ["refs/heads/main.lock"], ["HEAD.lock", "refs/heads/main.lock"],
    ["refs/remotes/origin/main.lock"], ["refs/minuta/sync.lock"], ["index.lock"],
  ])
  func `a lock that a killed process left stops no sync`(locks: [String]) async throws {
    for lock in locks {
      create(lock)
      if lock == "index.lock" { try age(lock) }
    }
    try await hub.expectEqual(machines)
    for lock in locks { #expect(!exists(lock)) }
    #expect(try machines[0].comments == ["Elsewhere", "Here"])
  }

  @Test func `a lock that a process has open stays`() async throws {
    let lock = "refs/heads/main.lock"
    create(lock)
    // Unlike a `FileHandle`, no process that another test starts inherits it.
    let holder = try FileDescriptor(opening: path(lock), for: .reading)
    try await machines[0].failToSync("gitFailed")
    #expect(exists(lock))
    _ = consume holder
    try await hub.expectEqual(machines)
  }

  @Test func `the lock of a commit whose message is being written stays, and stops no sync`()
    async throws
  {
    create("index.lock")
    for _ in 0..<2 {
      let outcome = try await machines[0].perform("Sync")
      #expect(outcome.status == "ok", "\(outcome)")
    }
    #expect(exists("index.lock"))
    try FileManager.default.removeItem(atPath: path("index.lock"))
    try await hub.expectEqual(machines)
  }

  @Test func `a setup that was killed while it wrote the configuration goes on`() async throws {
    create("config.lock")
    try await machines[0].setUp(hub.path)
    #expect(!exists("config.lock"))
    try await hub.expectEqual(machines)
  }
}
