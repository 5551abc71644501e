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

  @Test func `a commit of the user before the branch moves loses no conflict`() async throws {
    let hub = try await SyncHub()
    // Another git program commits when the branch is to be moved to a merge.
    try await hub.folder.writeExecutable(
      """
      #!/bin/sh
      PATH=/usr/local/bin:/usr/bin:/bin
      case " $* " in
        *" update-ref "*)
          parents=$(git -C "$2" show -s --format=%P refs/minuta/sync | wc -w)
          if [ -e "$HOME/race" ] && [ "$parents" = 2 ]; then
            rm "$HOME/race"
            git -C "$2" -c user.name=A -c user.email=a commit -q --allow-empty -m mine
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
    for (number, text) in zip([1, 0], ["Lost", "Kept"]) {
      for machine in machines { machine.advance(by: 60) }
      let values: JSONObject = ["record": "last", "comment": .string(text)]
      try #require(try await machines[number].perform("UpdateRecord", values).status == "ok")
      if number == 0 { _ = try await machines[0].perform("Sync") }
    }
    try hub.folder.write("", to: "machine1/race")
    let outcome = try await machines[1].perform("Sync")
    #expect(
      outcome.sentence == "Another git program committed meanwhile. Run 'minuta sync' again."
    )
    #expect(outcome.exitCode != 0)
    try await hub.expectEqual(machines)
    let comments = try machines[0].comments
    for machine in machines {
      let conflicts = try await SyncConflicts(try machine.folderSync).open()
      #expect(Set(comments + conflicts.compactMap { $0.other?.string }) == ["Kept", "Lost"])
    }
    #expect(try await machines[1].git("log", "--format=%s").contains("mine"))
  }
}
