import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests prompts at a terminal, which the program `script` emulates.
@Suite(.timeLimit(.minutes(10))) struct TerminalPromptTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  /// Runs `minuta` with the arguments `words` at a terminal and types the lines.
  private func type(_ lines: String..., into words: String) async throws -> ChildProcess.Result {
    let script = try #require(TestPrograms.installed("script"))
    return try await TestPrograms.run(
      script,
      ["-qec", "'\(TestPrograms.minuta)' \(words)", "/dev/null"],
      environment: fixture.environment.merging(["SHELL": "/bin/sh"]) { $1 },
      input: lines.map { $0 + "\n" }.joined()
    )
  }

  private func logTwice() async throws {
    for tag in ["Work", "Email"] {
      _ = try await fixture.run("log", tag, "--start", "2026-11-02 09:00", "--duration", "1h")
    }
  }

  @Test func `a change to several records needs a yes at the prompt`() async throws {
    try await logTwice()
    let words = "cut 2026-11-02 9:30-10:00"
    let before = try fixture.records()
    let refused = try await type("n", into: words)
    #expect(refused.output.contains("This would shorten, split or delete 2 records"))
    #expect(refused.output.contains("\r\n  'Email', 2026-11-02 09:00 to 10:00 ("), "\(refused)")
    #expect(refused.output.contains("Nothing was done."))
    #expect(refused.status == 3)
    #expect(try fixture.records() == before)
    let done = try await type("y", into: words)
    #expect(done.output.contains("Continue? [y/N] "), "\(done)")
    #expect(done.output.contains("out of 2 records, 1h 00m in total"))
    #expect(done.status == 0)
  }

  @Test(arguments: ["png", "pdf"])
  func `a file that isn't text is not shown at a terminal`(_ format: String) async throws {
    let refused = try await type(into: "report --format \(format)")
    let sentence = "minuta: A \(format) file can't be shown at a terminal."
    #expect(refused.output.hasPrefix(sentence), "\(refused)")
    #expect(refused.output.contains(" FILE.\(format)") && refused.status == 2)
    #expect(try await type(into: "report --format svg").output.contains("<svg"))
  }

  @Test func `a missing value is prompted for, and an empty answer cancels`() async throws {
    try await logTwice()
    let left = try await type("", into: "delete")
    #expect(
      left.output.contains("Which record?\r\n'@1' (the newest), an id or its beginning, "),
      "\(left)"
    )
    #expect(left.output.contains("\nRecord: "))
    #expect(left.status == 3)
    #expect(try fixture.records().count == 2)
    #expect(try await type("last", into: "delete").status == 0)
    #expect(try fixture.records().count == 1)
  }

  @Test(arguments: [
    ("log", "Which tag?"), ("log Work", "How long?"), ("split", "When?"),
    ("cut", "When does it start?"),
    ("cut 9:00", "When does it end?"), ("cut last", "When does it start?"),
    ("tag-rename Work", "Which name?"),
    ("import", "Which files?"), ("bulk", "Which filter?"), ("join", "Which records?"),
  ])
  func `a prompt is a question as a person asks it`(_ words: String, _ question: String)
    async throws
  {
    try await logTwice()
    let left = try await type("", into: words)
    // The terminal may echo the end of the input before the question.
    #expect("\r\n\(left.output)".contains("\r\n\(question)\r\n"), "\(left)")
    #expect(left.output.contains("missing") == false && left.status == 3, "\(left)")
  }

  @Test func `time to log is asked for as people say it, the tag first`() async throws {
    let logged = try await type("Work", "5m", into: "log")
    #expect(logged.output.contains(/Which tag\?[^?]*How long\?/), "\(logged)")
    #expect(logged.output.contains("Logged 5m on 'Work'") && logged.status == 0, "\(logged)")
  }

  @Test func `an ambiguous value is chosen from a list`() async throws {
    for _ in 0..<2 { _ = try await fixture.run("start", "Work", "--parallel") }
    let chosen = try await type("2", into: "cancel")
    #expect(chosen.output.contains("Several timers are running: 'Work' ("))
    #expect(chosen.output.contains("  2  'Work', running since"))
    #expect(chosen.status == 0)
    #expect(try fixture.records().count == 1)
  }

  @Test func `a timer is chosen by its tag if only one has it`() async throws {
    for tag in ["Work", "Email"] { _ = try await fixture.run("start", tag, "--parallel") }
    let chosen = try await type("email", into: "cancel")
    #expect(chosen.output.contains("Cancelled 'Email'"), "\(chosen)")
    #expect(try fixture.records().count == 1)
    for tag in ["Email", "Work"] { _ = try await fixture.run("start", tag, "--parallel") }
    _ = try await fixture.run("start", "Work", "--parallel")
    let unclear = try await type("Work", into: "cancel")
    #expect(unclear.status == 3, "\(unclear)")
  }

  @Test func `a new tag that is like another names it`() async throws {
    _ = try await fixture.run("tag-create", "Work")
    let started = try await type(into: "start Wrok")
    #expect(started.output.contains("Started 'Wrok' (new tag; did you mean 'Work'?) at "))
    #expect(try await type(into: "switch Email").output.contains("started 'Email' (new tag) at "))
    #expect(try await type(into: "switch Wrok").output.contains("did you mean") == false)
    _ = try await fixture.run("tag-create", "Acme/Website")
    let level = try await type(into: "start website")
    #expect(level.output.contains("(new tag; did you mean 'Acme/Website'?)"))
  }

  @Test(arguments: [["cancel"], ["delete"]])
  func `there is no prompt if a stream is redirected`(words: [String]) async throws {
    for _ in 0..<2 { _ = try await fixture.run("start", "Work", "--parallel") }
    // Several timers are ambiguous, whoever is asked; a record that isn't named is missing.
    #expect(try await fixture.run(words).status == (words == ["cancel"] ? 1 : 3))
    let piped = try await type("last", into: "\(words.joined(separator: " ")) | cat")
    #expect(!piped.output.contains("1 to 2"))
    #expect(!piped.output.contains("Record: "))
    let json = try await type("last", into: "\(words.joined(separator: " ")) --json")
    #expect(json.output.contains(#""status":"failed""#))
    #expect(try fixture.records().count == 2)
  }
}
