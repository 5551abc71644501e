import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests the intents of another machine, which a plugin calls through a real `sshd`.
@Suite(
  .serialized,
  .requires("sshd", "ssh", "ssh-keygen", "script"),
  .timeLimit(.minutes(10))
) struct SSHPluginTests {
  private let laptop: MinutaFixture

  init() throws {
    laptop = try MinutaFixture()
  }

  /// Runs a test with a server, to whose machine the plugin `desk` leads.
  private func run(
    flags: [String] = ["--allow-all"],
    restriction: String = "",
    _ body: (SSHServer) async throws -> Void
  ) async throws {
    let server = try await SSHServer(restriction: restriction)
    defer { server.end() }
    let added = try await laptop.run(
      ["plugin", "add", "desk"] + flags + ["--"] + server.command
    )
    try #require(added.status == 0, "\(added.errors)")
    try await body(server)
  }

  @Test func `calls reach the other machine's data folder and leave the own one alone`()
    async throws
  {
    try await run { server in
      let started = try await laptop.outcome(["desk__StartTimer", "--tag", "Work & <b>"])
      #expect(started["status"] == "ok", "\(started.text())")
      let records = try server.remote.records()
      #expect(records.map { $0["id"] } == [started["value"]?["record"]?["id"]])
      let status = try await laptop.run("desk__Status")
      #expect(status.output.hasPrefix("Running: 'Work & <b>' for "))
      let stopped = try await laptop.outcome(["run", "desk__StopTimer"])
      #expect(stopped["value"]?["records"]?.array?.count == 1)
      #expect(try laptop.content().isEmpty)
      let doctor = try await laptop.run("plugin", "doctor", "desk")
      #expect(doctor.output == "Plugin 'desk': OK\n")
    }
  }

  @Test func `a confirmation on the other machine is asked here, or given with --yes`() async throws
  {
    try await run { server in
      for minutes in ["20m", "30m"] {
        try await laptop.shell("minuta desk__LogTime --tag Email --duration \(minutes)")
      }
      let words = ["desk__BulkUpdate", "--filter", "tag:Email", "--tag", "Mail"]
      let refused = try await laptop.run(words)
      #expect(refused.status == 1)
      #expect(refused.errors.hasPrefix("minuta: This would change 2 records (tag 'Mail')."))
      func type(_ answer: String) async throws -> String {
        let line = (["'\(TestPrograms.minuta)'"] + words).joined(separator: " ")
        return try await TestPrograms.run(
          try #require(TestPrograms.installed("script")),
          ["-qec", line, "/dev/null"],
          environment: laptop.environment.merging(["SHELL": "/bin/sh"]) { $1 },
          input: answer
        ).output
      }
      #expect(try await !type("n\n").contains("Changed 2 records"))
      #expect(try await type("y\n").contains("Changed 2 records"))
      let again = ["desk__BulkUpdate", "--filter", "tag:Mail", "--tag", "Post", "--yes"]
      let changed = try await laptop.run(again)
      #expect(changed.output.hasPrefix("Changed 2 records"), "\(changed)")
      #expect(try server.remote.records().count == 2)
    }
  }

  @Test func `a dry run is made on the other machine if its hints are trusted`() async throws {
    try await run(flags: ["--allow-all", "--trust-hints"]) { server in
      let outcome = try await laptop.outcome(["desk__StartTimer", "--tag", "Work", "--dry-run"])
      #expect(outcome["status"] == "planned")
      #expect(outcome["dialog"]?.string?.hasPrefix("Would start 'Work' (new tag)") == true)
      #expect(try server.remote.content().isEmpty)
    }
  }

  @Test func `a key with a command and restrictions allows only that`() async throws {
    let command = "command=\"'\(TestPrograms.minuta)' rpc --read-only --tools all\",restrict "
    try await run(restriction: command) { server in
      #expect(try await laptop.outcome(["desk__Status"])["status"] == "ok")
      let outcome = try await laptop.outcome(["desk__StartTimer", "--tag", "Work"])
      #expect(outcome["status"] == "failed")
      #expect(try server.remote.content().isEmpty)
    }
  }

  @Test func `a changed file among the arguments of ssh stops the plugin until it is accepted`()
    async throws
  {
    try await run { server in
      try await server.remote.shell("echo '# changed' >> ssh/config")
      let refused = try await laptop.run("desk__Status")
      #expect(refused.status != 0)
      #expect(refused.errors.contains(server.configuration))
      #expect(try await laptop.run("plugin", "update", "desk", "--yes").status == 0)
      #expect(try await laptop.run("desk__Status").status == 0)
    }
  }

  @Test func `a machine that can't be reached costs only its own intents`() async throws {
    try await run { server in
      server.end()
      let result = try await laptop.run("desk__Status")
      #expect(result.status == 1)
      #expect(result.errors.contains("The plugin 'desk' failed"))
      #expect(result.errors.contains("Connection refused"))
      #expect(try await laptop.run("status").status == 0)
    }
  }
}
