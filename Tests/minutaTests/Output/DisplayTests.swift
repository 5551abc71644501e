import MinutaTestSupport
import Testing

/// Tests the forms of durations and times in tables, and the pager for long tables.
@Suite(.timeLimit(.minutes(10))) struct DisplayTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  private func log() async throws {
    for (start, duration) in [("2024-05-13 00:05", "1h30m"), ("2024-05-13 12:00", "3h05m")] {
      _ = try await fixture.run("log", "Work", "--start", start, "--duration", duration)
    }
  }

  @Test(arguments: [
    ("{}", [], "  00:05  01:35  1h 30m  Work  ", "  12:00  15:05  3h 05m  Work  "),
    (#"{"clock": "24h", "durations": "clock"}"#, [], "  00:05  01:35  1:30  ", "  3:05  "),
    (#"{"durations": "clock"}"#, ["--format", "decimal"], "  1.50  Work", "  3.08  Work"),
    (#"{"clock": "12h"}"#, [], "  12:05 am  1:35 am  1h 30m  ", "  12:00 pm  3:05 pm  3h 05m  "),
  ])
  func `the settings and a flag choose the forms`(
    settings: String,
    words: [String],
    first: String,
    second: String
  ) async throws {
    try await log()
    try fixture.home.write(settings, to: ".config/minuta/settings.json")
    let output = try await fixture.run(["records", "2024-05-13"] + words).output
    let lines = output.split(separator: "\n")
    try #require(lines.count == 3)
    #expect(lines[1].contains(first) && lines[2].contains(second), "\(lines)")
  }

  @Test func `gaps add up to the same time everywhere`() async throws {
    for times in ["9:00-9:30", "10:00:40-11:00", "11:30:40-12:00", "12:10-12:20"] {
      _ = try await fixture.run("log", "Work", "2024-05-13", times)
    }
    let gaps = try await fixture.run("gaps", "2024-05-13").output.split(separator: "\n")
    #expect(gaps.first?.hasSuffix(": 3 gaps, 1h 11m.") == true, "\(gaps)")
    #expect(gaps.dropFirst().map { $0.suffix(3) } == ["31m", "30m", "10m"], "\(gaps)")
    #expect(try await fixture.run("gaps", "2024-05").output.contains("Mon 2024-05-13  1h 11m"))
    #expect(try await fixture.run("week", "2024-05-13").output.contains("gaps 1h 11m"))
    let fill = try await fixture.run("fill", "2024-05-13", "Other", "--dry-run").output
    #expect(fill.contains("1h 11m"), "\(fill)")
  }

  @Test func `a deleted timer has no time, which would grow`() async throws {
    _ = try await fixture.run("start", "Work", "--at", "-2h")
    _ = try await fixture.run("cancel")
    let deleted = try await fixture.run("deleted").output
    #expect(deleted.contains(#/  no end +Work  /#), "\(deleted)")
    #expect(!deleted.contains(#/ \d+[hms]/#), "\(deleted)")
  }

  @Test(arguments: [
    ["records", "2024-05", "--format", "hours"], ["summary", "--format"],
  ])
  func `an unknown form is refused`(words: [String]) async throws {
    let result = try await fixture.run(words)
    #expect(result.status == 2 && result.output.isEmpty && result.errors.contains("--format"))
  }

  @Test(arguments: [
    ("records 2024-05", 4, true), ("records 2024-05", 40, false),
    ("records 2024-05 --no-pager", 4, false), ("summary 2024-05 --group-by hour", 4, true),
    ("log Work 5m", 1, false), ("help", 20, true), ("help --no-pager", 20, false),
  ])
  func `a table longer than the screen goes through the pager`(
    command: String,
    rows: Int,
    isPaged: Bool
  ) async throws {
    try await log()
    let result = try await TestPrograms.run(
      try #require(TestPrograms.installed("script")),
      ["-qec", "stty rows \(rows) cols 60; '\(TestPrograms.minuta)' \(command)", "/dev/null"],
      environment: fixture.environment.merging([
        "SHELL": "/bin/sh", "TERM": "vt100", "PAGER": "sed s/^/P:/",
      ]) { $1 }
    )
    #expect(result.status == 0 && result.output.hasPrefix("P:") == isPaged, "\(result.output)")
  }
}
