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
    let words = "cut '2026-11-02 09:30' '2026-11-02 10:00'"
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

  @Test func `a record that doesn't exist is refused before any question`() async throws {
    let refused = try await type("9:00", "10:00", into: "cut lunch")
    #expect(refused.output.contains("?") == false && refused.status != 3, "\(refused)")
    #expect(refused.output.contains("'lunch'"), "\(refused)")
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

  @Test func `after an answer that is no choice nothing is done`() async throws {
    let left = try await type("minuta list", "1", into: "start Phase 9")
    let end = "'minuta list' isn't a number from 1 to 2.\r\nminuta: Nothing was done."
    #expect(left.output.contains(end), "\(left)")
    #expect(left.status == 3)
    #expect(try fixture.content().isEmpty)
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

  @Test func `words after an existing tag are a comment only if that is chosen`() async throws {
    _ = try await fixture.run("tag-create", "Work")
    let refused = try await fixture.run("log", "Work", "30m", "-m", "Fix", "the", "login")
    #expect(
      refused.errors == """
        minuta: This can be read in 2 ways. Write --tag Work --duration 30m --comment 'Fix the login' \
        or --tag 'Work the login' --duration 30m. Use -m for a comment.

        """
    )
    let chosen = try await type("1", into: "log Work 30m -m Fix the login").output.onOneLine
    #expect(chosen.contains("1 'Work', duration 30m, comment 'Fix the login' ("))
    #expect(chosen.contains("2 the new tag 'Work the login', duration 30m ("))
    let line = "log Work 2026-10-30 9:00-13:00 -m Fix the login"
    let dated = try await type("", into: line).output.onOneLine
    let time = "9:00 to 13:00, comment 'Fix the login' (2026-10-30 09:00 to 13:00, 4h 00m)"
    #expect(dated.contains("1 'Work', 2026-10-30 \(time)"), "\(dated)")
    let list = try await fixture.run("list", "-q").output
    #expect(list.contains("Work  "), "\(list)")
    #expect(list.contains("Fix the login"), "\(list)")
    let edit = try await fixture.run("edit", "last", "Wrok").errors
    #expect(edit.contains("Write --record last --comment Wrok or --record last --tag Wrok."))
    #expect(try await fixture.run("start", "Work", "Fix", "it", "-q").status == 2)
    #expect(try await fixture.run("start", "client", "work", "-q").status == 0)
  }

  @Test func `words with two readings are asked about, but not with --no-input`() async throws {
    let refused = try await type("1", into: "start Phase 9 --no-input")
    #expect(refused.output.contains("This can be read in 2 ways. Write --tag Phase --at 9 or"))
    #expect(refused.status == 2)
    let left = try await type("", into: "start Phase 9")
    #expect(left.output.contains("Nothing was done."))
    #expect(left.status == 3)
    #expect(try fixture.content().isEmpty)
    let chosen = try await type("2", into: "start Phase 9")
    #expect(chosen.output.contains("  2  'Phase 9'"))
    #expect(chosen.output.contains("Started 'Phase 9' (new tag)"))
    #expect(chosen.status == 0)
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

extension String {
  /// The text with a blank instead of each line break and its indentation.
  fileprivate var onOneLine: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
