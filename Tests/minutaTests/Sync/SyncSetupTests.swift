import Foundation
import IntentKit
import MinutaTestSupport
import Testing

@testable import minuta

/// The setup of machines whose folder or remote has a history of its own.
@Suite(.requires("git"), .timeLimit(.minutes(2))) struct SyncSetupTests {
  private let hub: SyncHub

  init() async throws { hub = try await SyncHub() }

  /// Makes a repository with a commit of the user in the folder of machine 0.
  private func repository(on branch: String, _ script: String = "") async throws -> SyncMachine {
    let machine = try SyncMachine(0, in: hub.folder.path)
    try await hub.shell(
      """
      git init -q -b \(branch) machine0/Documents/Minuta && cd machine0/Documents/Minuta
      git config user.name 'Machine 0' && git config user.email m0@example.org
      echo notes > notes.txt && git add . && git commit -qm notes
      \(script)
      """
    )
    return machine
  }

  @Test func `the second machine keeps the first one's lines for git, and its own`() async throws {
    try await hub.shell("mkdir -p machine0/Documents/Minuta machine1/Documents/Minuta")
    for number in 0..<2 {
      try hub.folder.write("mine\(number)", to: "machine\(number)/Documents/Minuta/.gitignore")
      try hub.folder.write("*.x -text\n", to: "machine\(number)/Documents/Minuta/.gitattributes")
    }
    let first = try await hub.machine(0)
    let second = try await hub.machine(1)
    let ignored = ".minuta*\n"
    #expect(try await second.git("show", "HEAD:.gitignore") == "mine0\n" + ignored)
    #expect(try hub.folder.text(of: "machine1/Documents/Minuta/.gitignore") == "mine1\n" + ignored)
    let shared = try await first.git("show", "HEAD:.gitattributes")
    #expect(try await second.git("show", "HEAD:.gitattributes") == shared)
    #expect(shared.hasPrefix("*.x -text\ntags.json -text merge=minuta\n"))
    #expect(try await second.git("status", "--porcelain") == " M .gitignore\n")
  }

  @Test func `machines that both committed their own lines for git are joined`() async throws {
    for number in 0..<2 {
      try await hub.shell(
        """
        git init -q -b main machine\(number)/Documents/Minuta && cd machine\(number)/Documents/Minuta
        git config user.name 'Machine \(number)' && git config user.email m\(number)@example.org
        echo mine\(number) > .gitignore && git add . && git commit -qm own
        """
      )
    }
    let machines = [try await hub.machine(0), try await hub.machine(1)]
    for machine in machines {
      try await machine.log("Text")
      #expect(try await machine.perform("Sync").status == "ok")
    }
    let lines = try await machines[1].git("show", "HEAD:.gitignore").split(separator: "\n")
    #expect(Set(lines) == ["mine0", "mine1", ".minuta*"])
    #expect(lines.count == 3)
  }

  @Test func `a repository on another branch follows the only branch of the remote`() async throws {
    let other = try await hub.machine(1)
    try await other.log("Elsewhere")
    _ = try await other.perform("Sync")
    let machine = try await repository(on: "master")
    try await machine.setUp(hub.path)
    try await machine.log("Here")
    try await machine.setUp(hub.path)
    let branches = try await machine.git("ls-remote", "--heads", "origin")
    #expect(branches.split(separator: "\t").dropFirst() == ["refs/heads/main\n"])
    for machine in [machine, other] { _ = try await machine.perform("Sync") }
    #expect(try other.comments == ["Elsewhere", "Here"])
    #expect(try machine.comments == ["Elsewhere", "Here"])
  }

  @Test func `a repository on another branch gives an empty remote the branch of all others`()
    async throws
  {
    let machine = try await repository(on: "master")
    try await machine.setUp(hub.path)
    try await machine.log("Here")
    _ = try await machine.perform("Sync")
    // The remote's HEAD names main, which it doesn't have.
    let other = try await hub.machine(1)
    #expect(try other.comments == ["Here"])
  }

  @Test(arguments: [
    "git config branch.master.remote origin && git config branch.master.merge refs/heads/master",
    "git -c user.name=Bob -c user.email=bob@example.org commit -q --allow-empty -m theirs",
  ])
  func `a repository that has another branch of its own is refused with what to do`(
    script: String
  ) async throws {
    let other = try await hub.machine(1)
    try await other.log("Elsewhere")
    _ = try await other.perform("Sync")
    let machine = try await repository(on: "master", script)
    let failure = await #expect(throws: Failure.self) { try await machine.setUp(hub.path) }
    #expect(failure?.code == "otherBranch")
    #expect(
      failure?.message
        == "The remote has the branch 'main', but 'master' is checked out in '\(machine.folder)'. To "
        + "sync it with 'main', set it so, then set up the sync again.\n"
        + "  git -C \(machine.folder) config branch.master.merge refs/heads/main\n"
        + "  minuta sync init URL"
    )
    _ = try await machine.git("config", "branch.master.merge", "refs/heads/main")
    try await machine.setUp(hub.path)
    #expect(try machine.comments == ["Elsewhere"])
  }

  @Test func `a branch that isn't the synced one is refused, until it is set up`() async throws {
    let machine = try SyncMachine(0, in: hub.folder.path)
    try await machine.setUp(hub.path)
    _ = try await machine.git("switch", "-q", "-c", "test")
    try await machine.log("Here")
    let before = try await machine.git("rev-parse", "HEAD")
    let folder = machine.folder
    let message = try await machine.failToSync("otherBranch")
    #expect(
      message
        == "The branch 'test' is checked out in '\(folder)', but 'main' is synced. Switch to 'main', "
        + "or let 'test' be synced too.\n"
        + "  git -C \(folder) switch main\n"
        + "  git -C \(folder) config branch.test.merge refs/heads/test"
    )
    #expect(try await machine.git("rev-parse", "HEAD") == before)
    _ = try await machine.git("config", "branch.test.merge", "refs/heads/test")
    #expect(try await machine.perform("Sync").sentence == "Sent 1 record and tags.")
    let branches = try await machine.git("ls-remote", "--heads", "origin")
    #expect(branches.contains("refs/heads/test"), "\(branches)")
  }

  @Test func `a branch that follows a local one doesn't count as synced`() async throws {
    let machine = try SyncMachine(0, in: hub.folder.path)
    try await machine.setUp(hub.path)
    _ = try await machine.git("config", "--remove-section", "branch.main")
    _ = try await machine.git("branch", "-q", "--track", "copy", "main")
    try await machine.log("Here")
    #expect(try await machine.perform("Sync").sentence == "Sent 1 record and tags.")
  }

  @Test func `a remote of another name is used, and named`() async throws {
    let machine = try SyncMachine(0, in: hub.folder.path)
    try await machine.setUp(hub.path)
    _ = try await machine.git("remote", "rename", "origin", "nas")
    try await machine.log("Here")
    _ = try await machine.perform("Sync")
    try await machine.setUp(hub.path)
    #expect(try await machine.git("remote") == "nas\n")
    // Without an upstream, the only remote is used, as by git.
    _ = try await machine.git("branch", "--unset-upstream")
    try await machine.log("Later")
    try await machine.setUp(hub.path)
    #expect(try await machine.git("config", "branch.main.remote") == "nas\n")
    let other = try await hub.machine(1)
    #expect(try other.comments == ["Here", "Later"])
    let failure = await #expect(throws: Failure.self) {
      try await machine.setUp(hub.folder.path + "/other.git")
    }
    #expect(failure?.message.contains("git -C \(machine.folder) remote set-url nas URL") == true)
  }

  @Test func `a new folder needs to know which of several branches is meant`() async throws {
    try await hub.shell(
      """
      git clone -q hub.git clone && cd clone && git config user.name A && git config user.email a
      git commit -q --allow-empty -m x && git push -q origin HEAD:one HEAD:two
      """
    )
    let machine = try SyncMachine(0, in: hub.folder.path)
    let failure = await #expect(throws: Failure.self) { try await machine.setUp(hub.path) }
    #expect(
      failure?.message
        == "The remote has the branches 'one' and 'two'. Name one of them, then set up the sync again.\n"
        + "  git -C \(machine.folder) init -b NAME\n  minuta sync init URL"
    )
  }

  @Test func `actions on a folder that isn't synced say how to sync it`() async throws {
    let fixture = try MinutaFixture()
    let command = "  minuta sync init URL"
    for words in [["conflicts"], ["take", "1"], ["status"], []] {
      let result = try await fixture.run(["sync"] + words)
      #expect(result.errors.hasSuffix("isn't synced yet. Set up the sync first.\n\(command)\n"))
      #expect(result.status == 1)
    }
  }

  @Test func `an old git is refused before anything is written`() async throws {
    let fixture = try MinutaFixture()
    try await fixture.home.writeExecutable("#!/bin/sh\necho git version 2.29.3\n", to: "bin/git")
    let output = try await fixture.shell(
      "PATH=\"$HOME/bin:$PATH\" minuta sync init 2>&1 || echo $?; ls -A store"
    )
    let lines = output.split(whereSeparator: \.isNewline)
    #expect(
      lines == ["minuta: Sync needs git 2.30 or later, which isn't installed.", "1"]
    )
  }
}
