import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests `minuta sync --watch` as a process, with two data folders that share a repository.
@Suite(.requires("git"), .timeLimit(.minutes(5))) struct SyncWatchTests {
  private let fixture: MinutaFixture

  init() async throws {
    fixture = try MinutaFixture()
    try await fixture.shell(
      """
      git init -q --bare -b main hub.git
      minuta log Work 30m
      minuta sync init "$HOME/hub.git"
      minuta sync init "$HOME/hub.git" --store other
      """
    )
  }

  private func watch(every interval: String) throws -> StatusWatch {
    try StatusWatch(fixture, "--every", interval, command: "sync")
  }

  /// Stops a watch with a signal, and returns what it wrote to standard error.
  private func stop(_ watch: StatusWatch, with signal: Int32 = SIGTERM) async throws -> String {
    kill(watch.child.id, signal)
    let result = try await watch.child.finish()
    #expect(result.status == 0)
    return result.errors
  }

  @Test func `each change here is sent at once, and one line says so`() async throws {
    // Nothing but the changes causes a sync.
    let watch = try watch(every: "24h")
    try await watch.waitForLine("In sync.")
    try await fixture.shell("minuta log Email 5m")
    try await watch.waitForLine("Sent 1 record and tags.")
    try await fixture.shell("minuta edit last --comment Text")
    try await watch.waitForLine("Sent 1 record.")
    try await fixture.shell(
      "minuta sync --store other; minuta records all --store other | grep -q Text"
    )
    #expect(try await stop(watch) == "")
    #expect(watch.lines == ["In sync.", "Sent 1 record and tags.", "Sent 1 record."])
  }

  @Test func `changes of others arrive after the interval`() async throws {
    let watch = try watch(every: "1s")
    try await watch.waitForLine("In sync.")
    try await fixture.shell(
      "minuta edit last --comment There --store other; minuta sync --store other"
    )
    try await watch.waitForLine("Received 1 record.")
    try await fixture.shell("minuta records all | grep -q There")
    // Later syncs that change nothing print nothing.
    let state = "ls -i store/.minuta.nosync/*/sync.json"
    let first = try await fixture.shell(state)
    try await wait(for: "another sync") { try await fixture.shell(state) != first }
    #expect(try await stop(watch) == "")
    #expect(watch.lines == ["In sync.", "Received 1 record."])
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal ends a watch with 0, also while git waits for the network`(
    signal: Int32
  ) async throws {
    #expect(try await stop(watch(every: "5m").afterFirstLine(), with: signal) == "")
    try await fixture.home.writeExecutable(
      "#!/bin/sh\necho $$ > \"$HOME/waiting\"\nexec sleep 1000\n",
      to: "bin/git-remote-hanging"
    )
    try await fixture.shell("git -C store config remote.origin.url hanging::x")
    let watch = try StatusWatch(
      fixture,
      command: "sync",
      environment: ["PATH": "\(fixture.home.path)/bin:/usr/bin:/bin"]
    )
    try await wait(for: "the helper") {
      FileManager.default.fileExists(atPath: "\(fixture.home.path)/waiting")
    }
    #expect(try await stop(watch, with: signal) == "")
    #expect(watch.lines.isEmpty)
  }

  @Test func `a lost network is reported once, and the watch goes on when it is back`()
    async throws
  {
    let watch = try watch(every: "1s")
    try await watch.waitForLine("In sync.")
    try await fixture.shell("mv hub.git gone; minuta log Email 5m")
    let log = "git -C store log --format=%s -1"
    try await wait(for: "the first commit") {
      try await fixture.shell(log) == "Change 1 record and tags\n"
    }
    try await fixture.shell("minuta edit last --comment Text")
    try await wait(for: "the second commit") {
      try await fixture.shell(log) == "Change 1 record\n"
    }
    try await fixture.shell("mv gone hub.git")
    try await watch.waitForLine("Sent earlier changes.")
    try await fixture.shell(
      "minuta sync --store other; minuta records all --store other | grep -q Text"
    )
    let errors = try await stop(watch)
    #expect(errors.split(separator: "\n").count == 1, "\(errors)")
    #expect(errors.hasPrefix("minuta: Can't fetch from 'origin': "), "\(errors)")
    #expect(errors.hasSuffix(" Your changes are safe here.\n"), "\(errors)")
    #expect(watch.lines == ["In sync.", "Sent earlier changes."])
  }

  @Test func `with --json each line is an outcome`() async throws {
    let watch = try StatusWatch(fixture, "--json", command: "sync")
    try await watch.waitForLine(#""status":"ok""#)
    #expect(try await stop(watch) == "")
    let outcome = try JSONValue(parsing: try #require(watch.lines.first))
    #expect(outcome["dialog"] == "In sync.")
    #expect(outcome["value"]?["wasRewritten"] == false)
  }

  @Test func `a closed pipe ends a watch quietly, even if nothing changes`() async throws {
    let result = try await TestPrograms.run(
      "/bin/sh",
      ["-c", #"{ "$0" sync --watch; echo $? > "$HOME/code"; } | head -n 1"#, TestPrograms.minuta],
      environment: fixture.environment
    )
    #expect(result.output == "In sync.\n" && result.errors.isEmpty)
    #expect(try fixture.home.text(of: "code") == "0\n")
  }

  @Test(arguments: [
    (["--watch", "--store", "new"], Int32(1), "  minuta --store new sync init URL"),
    (["--watch", "--every", "soon"], 2, "'soon' is not a duration"),
    (["--watch", "--every", "0s"], 2, "'0s' is not a duration"),
    (["--watch", "status"], 2, "can't be used together"),
    (["--watch", "--dry-run"], 2, "can't be used together"),
    (["--watch", "--key", "x"], 2, "can't be used together"),
    (["--every", "1m"], 2, "'--every' works only with '--watch'."),
  ])
  func `a watch that can't work ends at once`(
    words: [String],
    code: Int32,
    message: String
  ) async throws {
    let result = try await fixture.run(["sync"] + words)
    #expect(result.status == code)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(result.output.isEmpty)
  }
}

extension StatusWatch {
  /// Returns the watch after it has printed a line.
  fileprivate func afterFirstLine() async throws -> StatusWatch {
    try await wait(for: "first line") { !lines.isEmpty }
    return self
  }
}
