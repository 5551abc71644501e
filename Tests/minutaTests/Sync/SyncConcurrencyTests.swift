import Foundation
import IntentKit
import JSONText
import MinutaSync
import MinutaTestSupport
import Testing

@testable import minuta

/// Other programs that write or commit in the middle of a sync.
@Suite(.requires("git"), .timeLimit(.minutes(2))) struct SyncConcurrencyTests {
  @Test func `a transaction while a sync reads the folder is sent as a whole`() async throws {
    let fixture = try MinutaFixture()
    // Git lists the committed files after the sync has listed those of the folder.
    try await fixture.home.writeExecutable(
      """
      #!/bin/sh
      case " $* " in
        *" ls-tree "*) [ -e "$HOME/late" ] || "$HOME/late.sh";;
      esac
      PATH=/usr/local/bin:/usr/bin:/bin exec git "$@"

      """,
      to: "bin/git"
    )
    try await fixture.home.writeExecutable(
      """
      #!/bin/sh
      touch "$HOME/late" && exec "\(TestPrograms.minuta)" log Late 10m > "$HOME/late.out"

      """,
      to: "late.sh"
    )
    let output = try await fixture.shell(
      """
      git init -q --bare -b main hub; touch late
      minuta log Work 30m > out; minuta sync init "$HOME/hub" > out
      minuta log Early 20m > out; rm late
      PATH="$HOME/bin:$PATH" minuta sync
      git -C store show HEAD:tags.json | grep -c '"name"'
      git -C store ls-tree -r --name-only HEAD records | wc -l
      """
    )
    #expect(
      output.split(whereSeparator: \.isNewline) == ["Sent 2 records and tags.", "3", "3"],
      "\(output)"
    )
  }

  @Test func `other programs can write while a sync waits for the network`() async throws {
    let fixture = try MinutaFixture()
    // Each connection, for the fetch and for the push, writes a record first.
    try await fixture.home.writeExecutable(
      """
      #!/bin/sh
      cd "$HOME" && shift
      [ ! -e late ] || timeout 60 "\(TestPrograms.minuta)" log Late 10m >> late 2>&1
      exec sh -c "$*"

      """,
      to: "ssh"
    )
    let output = try await fixture.shell(
      """
      export GIT_SSH_COMMAND="$HOME/ssh" GIT_SSH_VARIANT=simple
      git init -q --bare -b main hub; minuta sync init 'desk:~/hub'
      minuta log Early 10m > out
      touch late; minuta sync; grep -c '^Logged' late; rm late
      minuta sync; git -C hub ls-tree -r --name-only main records | wc -l
      """
    )
    let lines = output.split(whereSeparator: \.isNewline).suffix(4)
    let expected = ["Sent 2 records and tags.", "2", "Sent 1 record.", "3"]
    #expect(lines.map(String.init) == expected, "\(output)")
  }

  @Test func `a sync of one new record starts eight processes of git`() async throws {
    let hub = try await SyncHub()
    let count = ["echo \"$*\" >> \"$HOME/calls\"; touch \"$HOME/race\""]
    let machine = try await machines(of: hub, racing: "--no-pager", count)[1]
    try await machine.log("Early")
    _ = try await machine.perform("Sync")
    _ = try hub.folder.write("", to: "machine1/race")
    try await machine.log("Late")
    let outcome = try await machine.perform("Sync")
    #expect(outcome.sentence == "Sent 1 record.")
    let calls = try String(contentsOfFile: "\(machine.home)/calls", encoding: .utf8)
    #expect(calls.split(separator: "\n").count == 8, "\(calls)")
    #expect(try await machine.git("status", "--porcelain") == "")
    #expect(try await machine.git("fsck", "--strict", "--no-dangling") == "")
  }

  @Test func `another branch that is checked out during a fetch deletes nothing`() async throws {
    let hub = try await SyncHub()
    let machines = try await machines(of: hub, racing: "fetch", ["git -C \"$2\" checkout -q other"])
    _ = try await machines[1].git("branch", "other")
    try await machines[0].log("Late")
    for machine in machines { _ = try await machine.perform("Sync") }
    try hub.folder.write("", to: "machine1/race")
    let outcome = try await machines[1].perform("Sync")
    #expect(outcome.sentence == Self.branchChanged)
    _ = try await machines[1].git("checkout", "-q", "main")
    try await hub.expectEqual(machines)
    #expect(try machines[1].comments.sorted() == ["Late", "Plan"])
  }

  @Test func `an image that another program writes during a sync is sent`() async throws {
    let hub = try await SyncHub()
    let machines = try await machines(of: hub, racing: "cat-file", [". \"$HOME/script\""])
    let image: JSONObject = [
      "record": "last", "data": .string(SyncCalls.image), "type": "png",
    ]
    try #require(try await machines[0].perform("AttachImage", image).status == "ok")
    for machine in machines { _ = try await machine.perform("Sync") }
    let file = try #require(try machines[0].files().keys.first { $0.hasSuffix(".png") })
    try await hub.shell("printf there > '\(machines[0].folder)/\(file)'")
    machines[0].advance(by: 60)
    _ = try await machines[0].perform("Sync")
    try hub.folder.write("printf here > '\(machines[1].folder)/\(file)'\n", to: "machine1/script")
    try hub.folder.write("", to: "machine1/race")
    let outcome = try await machines[1].perform("Sync")
    #expect(outcome.status == "ok", "\(outcome)")
    try await hub.expectEqual(machines)
    let images = try machines[1].files().filter { $0.key.hasSuffix(".png") }
    #expect(Set(images.values.map { String(decoding: $0, as: UTF8.self) }) == ["here", "there"])
  }

  private static let branchChanged =
    "Another git program changed the branch meanwhile. Sync again.\n  minuta sync"

  /// A commit that another git program makes when a sync is about to move the branch to a merge.
  private static let commit = [
    "parents=$(git -C \"$2\" show -s --format=%P refs/minuta/sync | wc -w)",
    "[ $parents = 2 ] || { touch \"$HOME/race\"; exec git \"$@\"; }",
    "git -C \"$2\" -c user.name=A -c user.email=a commit -q --allow-empty -m mine",
  ]

  @Test func `a commit of the user before the branch moves loses no conflict`() async throws {
    let hub = try await SyncHub()
    let machines = try await machines(of: hub, racing: "update-ref", Self.commit)
    try await edit(machines, 1, "Lost")
    try await edit(machines, 0, "Kept")
    _ = try await machines[0].perform("Sync")
    try hub.folder.write("", to: "machine1/race")
    let outcome = try await machines[1].perform("Sync")
    #expect(outcome.sentence == Self.branchChanged)
    #expect(outcome.exitCode != 0)
    try await hub.expectEqual(machines)
    let comments = try machines[0].comments
    for machine in machines {
      let conflicts = try await SyncConflicts(try machine.folderSync).open()
      #expect(Set(comments + conflicts.compactMap { $0.other?.string }) == ["Kept", "Lost"])
    }
    #expect(try await machines[1].git("log", "--format=%s").contains("mine"))
  }

  private func edit(_ machines: [SyncMachine], _ number: Int, _ text: String) async throws {
    for machine in machines { machine.advance(by: 60) }
    let record = try #require(try machines[0].records().keys.sorted().first)
    let values: JSONObject = ["record": .string(record), "comment": .string(text)]
    try #require(try await machines[number].perform("UpdateRecord", values).status == "ok")
  }

  /// Returns two machines with one record.
  ///
  /// If the second one has the file `race`, its git removes it and runs a script before the next
  /// command with a name.
  private func machines(
    of hub: SyncHub,
    racing command: String,
    _ script: [String]
  ) async throws -> [SyncMachine] {
    try await hub.folder.writeExecutable(
      """
      #!/bin/sh
      PATH=/usr/local/bin:/usr/bin:/bin
      case " $* " in
        *" \(command) "*)
          if [ -e "$HOME/race" ]; then
            rm "$HOME/race"
            \(script.joined(separator: "\n"))
          fi;;
      esac
      exec git "$@"

      """,
      to: "bin/git"
    )
    let path = "\(hub.folder.path)/bin:/usr/local/bin:/usr/bin:/bin"
    let machines = [
      try await hub.machine(0), try await hub.machine(1, variables: ["PATH": path]),
    ]
    try await machines[0].log("Plan")
    for machine in machines { _ = try await machine.perform("Sync") }
    return machines
  }
}
