import Foundation
import IntentKit
import JSONText
import MinutaSync
import MinutaTestSupport
import Synchronization
import Testing

@testable import minuta

/// Syncs that the network, another machine or a full disk stops midway.
@Suite(.requires("git"), .timeLimit(.minutes(5))) struct SyncFailureTests {
  private let hub: SyncHub

  /// A remote helper for addresses such as `broken::PATH`, which reads the file `~/break`.
  ///
  /// Its words are a service, `in` or `out`, and the number of bytes after which that stream ends.
  private static let helper = """
    #!/bin/sh
    [ ! -f "$HOME/break" ] || read -r broken side bytes < "$HOME/break"
    while read -r line; do
      case $line in
        capabilities) printf 'connect\\n\\n';;
        "connect $broken")
          echo
          case $side in
            in) dd bs=1 count="$bytes" status=none | "$broken" "$2";;
            out) "$broken" "$2" | { dd bs=1 count="$bytes" status=none; kill $$; };;
            race) "$broken" "$2"; "$HOME/race";;
          esac
          exit;;
        connect*) echo; exec "${line#connect }" "$2";;
      esac
    done

    """

  init() async throws {
    hub = try await SyncHub()
    try await hub.folder.writeExecutable(Self.helper, to: "bin/git-remote-broken")
  }

  /// Creates a machine whose network can break, with a record that isn't sent.
  private func brokenMachine() async throws -> SyncMachine {
    let machine = try await hub.machine(
      0,
      at: "broken::\(hub.path)",
      variables: ["PATH": "\(hub.folder.path)/bin:/usr/local/bin:/usr/bin:/bin"]
    )
    try await machine.log("Here")
    return machine
  }

  private func breakNetwork(_ words: String) throws {
    try hub.folder.write("\(words)\n", to: "machine0/break")
  }

  private func mendNetwork() async throws { try await hub.shell("rm machine0/break") }

  /// A place at which the network breaks, and the beginning of the message.
  struct Break: Sendable, CustomTestStringConvertible {
    let words: String
    let beginning: String

    init(_ service: String, _ side: String, _ bytes: Int, _ beginning: String) {
      words = "git-\(service)-pack \(side) \(bytes)"
      self.beginning = beginning
    }

    var testDescription: String { words }
  }

  private static let breaks =
    [0, 3, 100, 400, 700].map { Break("upload", "out", $0, "Can't fetch from 'origin': ") }
    + [0, 9].map { Break("upload", "in", $0, "Can't fetch from 'origin': ") }
    + [0, 3, 100].map { Break("receive", "out", $0, "Can't push to 'origin': ") }
    + [0, 9].map { Break("receive", "in", $0, "Can't push to 'origin': ") }
    // The other end has got the beginning of the pack, and can still say so.
    + [Break("receive", "in", 300, "'origin' refused the push: [remote rejected] (unpacker error)")]

  @Test(arguments: breaks)
  func `a network that is gone in the middle loses nothing, and the next sync goes on`(
    place: Break
  ) async throws {
    let machine = try await brokenMachine()
    let other = try await hub.machine(1)
    try await other.log("Elsewhere")
    _ = try await other.perform("Sync")
    try breakNetwork(place.words)
    let before = try machine.comments
    let outcome = try await machine.perform("Sync")
    #expect(["remoteUnreachable", "pushRefused"].contains(outcome.error?.code), "\(outcome)")
    #expect(outcome.exitCode == 1)
    let sentence = outcome.sentence
    #expect(sentence.hasPrefix(place.beginning), "\(sentence)")
    #expect(sentence.hasSuffix(". Your changes are safe here."), "\(sentence)")
    #expect(!sentence.contains("\n"))
    #expect(Set(try machine.comments).isSuperset(of: before))
    try await mendNetwork()
    try await hub.expectEqual([machine, other])
    #expect(try machine.comments == ["Elsewhere", "Here"])
  }

  @Test(arguments: ["exit 255", "kill -9 $$", "echo 'ssh: no route' >&2; exit 255"])
  func `a connection program that dies fails the sync with one sentence`(
    script: String
  ) async throws {
    let program = try await hub.folder.writeExecutable("#!/bin/sh\n\(script)\n", to: "bin/dying")
    let machine = try await hub.machine(0, variables: ["GIT_SSH_COMMAND": program])
    try await machine.log("Here")
    try await hub.shell("git -C machine0/Documents/Minuta config remote.origin.url 'h:\(hub.path)'")
    let sentence = try await machine.failToSync("remoteUnreachable")
    #expect(sentence.hasSuffix(" Your changes are safe here."), "\(sentence)")
    #expect(!sentence.contains("and the repository exists"), "\(sentence)")
    try await hub.shell("git -C machine0/Documents/Minuta config remote.origin.url '\(hub.path)'")
    try await hub.expectEqual([machine, try await hub.machine(1)])
  }

  @Test func `a sync holds its lock until it ends, also if it fails`() async throws {
    let program = try await hub.folder.writeExecutable(
      """
      #!/bin/sh
      flock -n "$HOME"/Documents/Minuta/.minuta.nosync/*/sync.lock true || echo held > "$HOME/lock"
      exit 255

      """,
      to: "bin/connection"
    )
    let machine = try await hub.machine(0, variables: ["GIT_SSH_COMMAND": program])
    try await hub.shell("git -C machine0/Documents/Minuta config remote.origin.url 'h:\(hub.path)'")
    for _ in 0..<2 {
      try await machine.failToSync("remoteUnreachable")
      #expect(try hub.folder.text(of: "machine0/lock") == "held\n")
      let lock = "machine0/Documents/Minuta/.minuta.nosync/*/sync.lock"
      try await hub.shell("rm machine0/lock; flock -n \(lock) true")
    }
  }

  /// Makes another program push before each of the next pushes, and returns after how many.
  private func startRace(of pushes: Int) async throws {
    try await hub.shell(
      """
      git clone -q hub.git clone && cd clone && git config user.name A && git config user.email a
      cd .. && echo \(pushes) > machine0/left
      """
    )
    try await hub.folder.writeExecutable(
      """
      #!/bin/sh
      cd "$HOME" && read -r left < left && [ "$left" -gt 0 ] && echo $((left - 1)) > left || exit 0
      cd ../clone && git pull -q && git commit -q --allow-empty -m "$left" && git push -q

      """,
      to: "machine0/race"
    )
    try breakNetwork("git-upload-pack race")
  }

  @Test func `a push that others come before is repeated`() async throws {
    let machine = try await brokenMachine()
    try await startRace(of: 3)
    let outcome = try await machine.perform("Sync")
    #expect(outcome.result?.value["rejectedPushes"] == 3, "\(outcome)")
    try await hub.expectEqual([machine, try await hub.machine(1)])
    #expect(try machine.comments == ["Here"])
  }

  @Test func `a push that others always come before gives up, and the next sync goes on`()
    async throws
  {
    let machine = try await brokenMachine()
    try await startRace(of: 12)
    var sync = try machine.folderSync
    let pauses = Mutex<[Duration]>([])
    sync.pause = { pause in pauses.withLock { $0.append(pause) } }
    let failure = await #expect(throws: Failure.self) { try await sync.run() }
    #expect(failure?.code == "remoteBusy")
    #expect(
      failure?.message
        == "Other machines pushed to 'origin' before each of 12 attempts. Sync again.\n  minuta sync"
    )
    // Each pause is about twice as long as the last one, up to about 3 seconds.
    let found = pauses.withLock { $0 }
    #expect(found.count == 12)
    #expect(found.allSatisfy { $0 <= .seconds(4.5) })
    #expect((found.first ?? .zero) < .milliseconds(100) && (found.last ?? .zero) >= .seconds(1.5))
    try await hub.expectEqual([machine, try await hub.machine(1)])
    #expect(try machine.comments == ["Here"])
  }

  @Test func `a lock that a killed process left on a server is named with what to do`() async throws
  {
    let machine = try await brokenMachine()
    let lock = "hub.git/refs/heads/main.lock"
    try await hub.shell("touch \(lock)")
    let sentence = try await machine.failToSync("pushRefused")
    let beginning = "'origin' refused the push: [remote rejected] (failed to update ref)"
    #expect(sentence.hasPrefix(beginning), "\(sentence)")
    let ending = """
       Your changes are safe here. If no git program is running there, one that was killed has left \
      this lock: remove '\(hub.folder.path)/\(lock)' there, then sync again.
        minuta sync
      """
    #expect(sentence.hasSuffix(ending), "\(sentence)")
    try await hub.shell("test -f \(lock) && rm \(lock)")
    try await hub.expectEqual([machine, try await hub.machine(1)])
  }

  @Test(arguments: ["", "file://", "../../../"])
  func `a lock that a killed process left in a remote at a path is removed`(
    prefix: String
  ) async throws {
    let machine = try await hub.machine(0)
    try await machine.log("Here")
    let url = prefix.hasPrefix(".") ? "\(prefix)hub.git" : "\(prefix)\(hub.path)"
    _ = try await machine.git("config", "remote.origin.url", url)
    let lock = "hub.git/refs/heads/main.lock"
    try await hub.shell("touch \(lock)")
    #expect(try await machine.perform("Sync").status == "ok")
    try await hub.shell("test ! -e \(lock)")
    try await hub.expectEqual([machine, try await hub.machine(1)])
  }

  @Test func `a lock in a remote at a path that a process has open stays`() async throws {
    let machine = try await hub.machine(0)
    try await machine.log("Here")
    let lock = "hub.git/refs/heads/main.lock"
    try await hub.shell("touch \(lock)")
    let holder = try #require(FileHandle(forReadingAtPath: "\(hub.folder.path)/\(lock)"))
    let sentence = try await machine.failToSync("pushRefused")
    #expect(sentence.contains(" there, then sync again.\n  minuta sync"), "\(sentence)")
    try await hub.shell("test -f \(lock)")
    try holder.close()
    try await hub.expectEqual([machine, try await hub.machine(1)])
  }

  @Test func `a push that the server's rules refuse fails at once`() async throws {
    let machine = try await hub.machine(0)
    try await machine.log("Here")
    try await hub.folder.writeExecutable(
      "#!/bin/sh\necho Not on Sundays; exit 1\n",
      to: "hub.git/hooks/pre-receive"
    )
    let sentence = try await machine.failToSync("pushRefused")
    #expect(
      sentence == "'origin' refused the push: [remote rejected] (pre-receive hook declined), "
        + "remote: Not on Sundays. Your changes are safe here."
    )
    try await hub.shell("rm hub.git/hooks/pre-receive")
    try await hub.expectEqual([machine, try await hub.machine(1)])
  }

  /// Fills a disk but for some bytes, syncs, and makes room again.
  ///
  /// - Parameter full: the folder on the disk.
  @Test(.requiresMounts, arguments: ["store", "hub"])
  func `a full disk loses nothing, and the next sync goes on`(full: String) async throws {
    let fixture = try MinutaFixture()
    let log = try await fixture.shell(
      """
      mkdir store hub; mount -t tmpfs -o size=4m none \(full)
      git init -q --bare -b main hub
      minuta log Work 30m --comment one
      minuta sync init "$HOME/hub"
      minuta sync init "$HOME/hub" --store other
      minuta log Work 20m --comment two
      minuta log Email 20m --comment three --store other
      minuta sync --store other
      for room in 0 4096 16384 65536; do
        cat /dev/zero > \(full)/.ballast 2> /dev/null || true
        truncate -s -$room \(full)/.ballast
        code=0; minuta sync > out 2> errors || code=$?
        rm \(full)/.ballast
        echo "exit code $code: $(cat out errors)"
        minuta records all | grep -q one; minuta records all | grep -q two
      done
      for store in store other store; do
        minuta sync --store $store > out
        test -z "$(git -C $store status --porcelain)"
        git -C $store fsck --strict --no-dangling
        for word in one two three; do minuta records all --store $store | grep -q $word; done
      done
      """,
      under: MountNamespace.commandPrefix
    )
    let lines = log.split(separator: "\n").filter { $0.hasPrefix("exit code ") }
    let failures = lines.filter { $0.hasPrefix("exit code 1: minuta: ") && $0.hasSuffix(".") }
    #expect(lines.count == 4 && !failures.isEmpty, "\(log)")
    #expect(
      failures.allSatisfy { $0.contains("disk is full") || $0.contains("No space left on device") },
      "\(log)"
    )
  }
}
