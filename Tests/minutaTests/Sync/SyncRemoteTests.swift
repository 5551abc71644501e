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
}

/// Commits that would cost far more than their size.
@Suite(.requires("git"), .timeLimit(.minutes(5))) struct CostlyCommitTests {
  private let hub: SyncHub
  private let machine: SyncMachine

  /// Sets up a machine with a record.
  init() async throws {
    hub = try await SyncHub()
    machine = try SyncMachine(0, in: hub.folder.path)
    _ = try await machine.perform("LogTime", ["tag": "Work", "duration": "10m"])
    try await machine.setUp(hub.path)
  }

  /// Runs a script in a clone, and pushes what it has committed.
  private func push(_ script: String) async throws {
    try await hub.shell(
      """
      test -d clone || git clone -q hub.git clone
      cd clone && git config user.name A && git config user.email a && git pull -q
      \(script)
      git push -q origin HEAD:main
      """
    )
  }

  /// Returns a script that commits folders, each of which has the one before under some names.
  private static func folders(_ levels: Int, _ names: String, in folder: String) -> String {
    """
    blob=$(echo '{}' | git hash-object -w --stdin)
    tree=$(for n in \(names); do printf "100644 blob $blob\\t$n.json\\n"; done | git mktree)
    level=0
    while [ $level -lt \(levels) ]; do
      tree=$(for n in \(names); do printf "040000 tree $tree\\t$n\\n"; done | git mktree)
      level=$((level + 1))
    done
    root=$({ git ls-tree HEAD; printf "040000 tree $tree\\t\(folder)\\n"; } | git mktree)
    git update-ref HEAD $(git commit-tree -m x -p HEAD $root)
    """
  }

  private static let words = "1 2 3 4 5 6 7 8 9 10"

  @Test(arguments: [
    folders(5, words, in: "docs"), folders(5, words, in: "invoices"), folders(120, "a", in: "docs"),
  ])
  func `folders that repeat without end are refused by the commit's name`(
    script: String
  ) async throws {
    try await push(script)
    let sentence = try await machine.failToSync("remoteRefused")
    let commit = try await hub.git("rev-parse", "--short=12", "main")
    let reason = "has the same folders at too many paths, or too deep."
    #expect(sentence.hasPrefix("The commit \(commit) \(reason) "), "\(sentence)")
    let other = try SyncMachine(1, in: hub.folder.path)
    let failure = await #expect(throws: Failure.self) { try await other.setUp(hub.path) }
    #expect(failure?.message == sentence)
  }

  @Test(arguments: [true, false])
  func `a message that names too many conflicts is refused by the commit's name`(
    isForward: Bool
  ) async throws {
    if !isForward { try await machine.log("Here") }
    try await push(
      """
      record=5EC5ECD8-2D2E-40CD-9992-A8093023180F
      { echo x; echo; seq 10001 | sed "s|.*|Minuta-Conflict: [\\"record\\",\\"$record\\",\\"k&\\",0,\\"tags.json\\"]|"
      } | git commit -q --allow-empty -F -
      """
    )
    let sentence = try await machine.failToSync("remoteRefused")
    let commit = try await hub.git("rev-parse", "--short=12", "main")
    #expect(sentence.hasPrefix("The commit \(commit) names too many conflicts. "), "\(sentence)")
    _ = try await machine.git("reset", "-q", "--hard", "origin/main")
    await #expect(throws: Failure.self) {
      try await SyncConflicts(try machine.folderSync).open()
    }
  }

  @Test(arguments: ["Tag $n", "work"])
  func `thousands of tags are received, and sent with another one`(name: String) async throws {
    let line = """
      {"id":"%08d-0000-4000-8000-000000000000","name":"\(name.replacing("$n", with: "%d"))",\
      "color":"#%06d","isArchived":false,"createdAt":"2026-11-20T08:00:00Z"}
      """
    let values = name == "work" ? "i,i" : "i,i,i"
    try await push(
      """
      perl -e 'my @t = map { my $i = $_; sprintf(q(\(line)), \(values.replacing("i", with: "$i"))) } 1..20000;
        local $/; open F, "<", "tags.json"; my $x = <F>; close F; my $all = join ",", @t;
        $x =~ s/("tags"\\s*:\\s*\\[)/$1$all,/; open F, ">", "tags.json"; print F $x'
      git commit -qam tags
      """
    )
    #expect(try await machine.perform("Sync").status == "ok")
    _ = try await machine.perform("CreateTag", ["tag": "Another"])
    #expect(try await machine.perform("Sync").status == "ok")
    try await hub.expectEqual([machine, try await hub.machine(1)])
    let count = try await machine.perform("ListTags").result?.value["tags"]?.array?.count
    #expect(count == (name == "work" ? 2 : 20_002))
  }
}
