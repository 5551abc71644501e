import Foundation
import IntentKit
import JSONText
import MinutaSync
import MinutaTestSupport
import Testing

@testable import minuta

/// Remotes of all kinds, and those whose history was replaced.
@Suite(.requires("git"), .timeLimit(.minutes(5))) struct SyncRemoteTests {
  private let hub: SyncHub

  init() async throws {
    hub = try await SyncHub()
  }

  /// Makes a record on each of two machines, and expects that both get both.
  private func expectExchange(at url: String, _ variables: [String: String] = [:]) async throws {
    var machines: [SyncMachine] = []
    for number in 0..<2 {
      machines.append(try await hub.machine(number, at: url, variables: variables))
      try await machines[number].log("Text \(number)")
    }
    try await hub.expectEqual(machines)
    for machine in machines { #expect(try machine.comments == ["Text 0", "Text 1"]) }
    let status = try await machines[0].perform("SyncStatus")
    #expect(status.sentence.hasPrefix("With 'origin': nothing to send; last sync at "))
  }

  @Test(arguments: ["", "file://"])
  func `machines exchange records through a path or a file URL`(scheme: String) async throws {
    try await expectExchange(at: scheme + hub.path)
  }

  @Test(.requires("sshd", "ssh", "ssh-keygen"))
  func `machines exchange records through a real sshd, with its own key and configuration`()
    async throws
  {
    let server = try await SSHServer()
    defer { server.end() }
    let ssh = "ssh -F '\(server.configuration)'"
    try await expectExchange(at: "ssh://desk\(hub.path)", ["GIT_SSH_COMMAND": ssh])
  }

  @Test(.requires("sshd", "ssh", "ssh-keygen"))
  func `a server that is gone fails a sync, and the next one goes on`() async throws {
    let server = try await SSHServer()
    let ssh = "ssh -F '\(server.configuration)'"
    let machine = try await hub.machine(
      0,
      at: "desk:\(hub.path)",
      variables: ["GIT_SSH_COMMAND": ssh]
    )
    server.end()
    try await machine.log("Away")
    let sentence = try await machine.failToSync("remoteUnreachable")
    #expect(sentence.hasPrefix("Can't fetch from 'origin': "), "\(sentence)")
    #expect(sentence.contains("Connection refused"), "\(sentence)")
    try await hub.shell(
      "git -C machine0/Documents/Minuta config remote.origin.url '\(hub.path)'"
    )
    try await hub.expectEqual([machine, try await hub.machine(1)])
  }

  @Test func `no message shows the password of an address`() async throws {
    let url = "http://me:secret@127.0.0.1:1/time.git"
    let machine = try SyncMachine(0, in: hub.folder.path)
    let failure = await #expect(throws: Failure.self) { try await machine.setUp(url) }
    #expect(failure?.message.contains("http://me:***@127.0.0.1:1/time.git") == true)
    #expect(failure?.message.contains("secret") == false)
  }

  /// Scripts that replace the history of the remote, in a clone of it.
  private static let rewrites = [
    "an older commit": "git push -q --force origin $(git rev-list --max-parents=0 HEAD):main",
    "a squashed history":
      "git push -q --force origin $(git commit-tree -m x HEAD^{tree}):main",
    "an unrelated history":
      "git push -q --force origin $(git commit-tree -m x $(git mktree < /dev/null)):main",
    "an amended commit": "git commit -q --amend -m other && git push -q --force origin HEAD:main",
    "no branch": "git push -q origin :main",
  ]

  @Test func `a repository that was removed and made again gets everything`() async throws {
    let machine = try await hub.machine(0)
    try await machine.log("First")
    _ = try await machine.perform("Sync")
    try await hub.shell("rm -rf '\(machine.folder)/.git'; git init -q --bare -b main new.git")
    try await machine.setUp("\(hub.folder.path)/new.git")
    try await machine.log("Second")
    let outcome = try await machine.perform("Sync")
    #expect(outcome.status == "ok", "\(outcome)")
    let other = try await hub.machine(1, at: "\(hub.folder.path)/new.git")
    _ = try await other.perform("Sync")
    #expect(try other.comments == ["First", "Second"])
  }

  @Test(arguments: rewrites.keys.sorted())
  func `a remote that was rewritten by force loses nothing`(kind: String) async throws {
    let machines = [try await hub.machine(0), try await hub.machine(1)]
    for (number, machine) in machines.enumerated() { try await machine.log("First \(number)") }
    try await hub.expectEqual(machines)
    try await hub.shell(
      """
      git -C hub.git config receive.denyDeleteCurrent ignore
      git clone -q hub.git clone && cd clone && git config user.name A && git config user.email a
      \(try #require(Self.rewrites[kind]))
      """
    )
    for (number, machine) in machines.enumerated() { try await machine.log("Second \(number)") }
    let outcome = try await machines[0].perform("Sync")
    #expect(outcome.status == "ok", "\(outcome)")
    #expect(outcome.result?.value["wasRewritten"] == true)
    #expect(outcome.sentence.contains("lost some of its history. Your records were kept."))
    try await hub.expectEqual(machines)
    for machine in machines {
      #expect(try machine.comments == ["First 0", "First 1", "Second 0", "Second 1"])
    }
  }

  @Test func `a clock that is set back loses nothing`() async throws {
    let machines = [try await hub.machine(0), try await hub.machine(1)]
    try await machines[0].log("Before")
    for machine in machines { _ = try await machine.perform("Sync") }
    // Machine 0 now makes commits that are a month older than their parents.
    machines[0].advance(by: -30 * 86_400)
    try await machines[0].log("After")
    for (number, machine) in machines.enumerated() {
      let record = try #require(try machine.records().first { $1["comment"] == "Before" }?.key)
      let values: JSONObject = ["record": .string(record), "comment": .string("Edit \(number)")]
      let edited = try await machine.perform("UpdateRecord", values)
      try #require(edited.status == "ok", "\(edited)")
    }
    try await hub.expectEqual(machines)
    // The edit with the earlier time loses, and stands in the conflicts.
    #expect(try machines[0].comments == ["After", "Edit 1"])
    let conflicts = try await SyncConflicts(try machines[0].folderSync).open()
    #expect(conflicts.map { $0.other?.string } == ["Edit 0"])
    let refused = try await machines[0].perform("Undo")
    #expect(refused.error?.code == "changedSince", "\(refused)")
    try await machines[0].log("Mistake")
    _ = try await machines[0].perform("Sync")
    #expect(try await machines[0].perform("Undo").status == "ok")
    try await hub.expectEqual(machines)
    #expect(try machines[1].comments == ["After", "Edit 1"])
  }
}
