import Foundation
import MinutaTestSupport
import Testing

/// Tests the colors and characters that are sent to a terminal.
@Suite(.timeLimit(.minutes(10))) struct TerminalStyleTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  /// Returns the environment variables in a text such as `TERM=xterm NO_COLOR=1`.
  private func environment(_ words: String) -> [String: String] {
    words.split(separator: " ").reduce(into: ["TERM": "", "SHELL": "/bin/sh"]) { variables, word in
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      variables[parts[0]] = parts.count == 2 ? parts[1] : ""
    }
  }

  /// Returns the last line of `minuta tags` at a terminal, which the program `script` emulates.
  private func row(_ words: String, _ variables: String) async throws -> String {
    let script = try #require(TestPrograms.installed("script"))
    let result = try await TestPrograms.run(
      script,
      ["-qec", "'\(TestPrograms.minuta)' tags \(words)", "/dev/null"],
      environment: fixture.environment.merging(environment(variables)) { $1 }
    )
    return result.output.split(separator: "\r\n").last.map(String.init) ?? ""
  }

  private func createTag() async throws {
    _ = try await fixture.run("tag-create", "Work", "--color", "#8C5EA2")
  }

  @Test(arguments: [
    ("TERM=xterm-256color COLORTERM=truecolor", "38;2;140;94;162"),
    ("TERM=xterm-256color COLORTERM=24bit", "38;2;140;94;162"),
    ("TERM=xterm-direct", "38;2;140;94;162"),
    ("TERM=xterm-256color", "38;5;97"), ("TERM=tmux-256color COLORTERM=yes", "38;5;97"),
    ("TERM=xterm", "35"), ("TERM=screen", "35"), ("TERM=linux", "35"), ("TERM=rxvt", "35"),
    ("TERM=vt100", ""), ("TERM=vt220 COLORTERM=truecolor", ""), ("TERM=dumb", ""), ("TERM=", ""),
    ("TERM=xterm NO_COLOR=1", ""), ("TERM=xterm NO_COLOR=", "35"),
    ("TERM=xterm NO_COLOR=1 CLICOLOR_FORCE=1", ""),
    ("TERM=xterm CLICOLOR=0", ""), ("TERM=xterm CLICOLOR=1", "35"),
    ("TERM=xterm CLICOLOR=0 CLICOLOR_FORCE=1", "35"), ("TERM=vt100 CLICOLOR_FORCE=1", "35"),
  ])
  func `colors depend on the terminal`(variables: String, code: String) async throws {
    try await createTag()
    let bullet = code.isEmpty ? "" : "\u{1B}[\(code)m●\u{1B}[0m "
    #expect(try await row("", variables) == "  \(bullet)Work  #8C5EA2")
  }

  @Test(arguments: [
    ("--color never", "TERM=xterm CLICOLOR_FORCE=1", ""),
    ("--color=always", "TERM=xterm NO_COLOR=1", "35"),
    ("--color always", "TERM=dumb", "35"), ("--color auto", "TERM=xterm NO_COLOR=1", ""),
  ])
  func `--color takes precedence over the environment`(
    flag: String,
    variables: String,
    code: String
  ) async throws {
    try await createTag()
    let mark = variables.contains("dumb") ? "*" : "●"
    let bullet = code.isEmpty ? "" : "\u{1B}[\(code)m\(mark)\u{1B}[0m "
    #expect(try await row(flag, variables) == "  \(bullet)Work  #8C5EA2")
    #expect(try await row(flag, variables + " LANG=C").contains("●") == false)
  }

  @Test func `a pipe has colors only if they are forced`() async throws {
    try await createTag()
    let plain = "1 tag.\n  Work  #8C5EA2\n"
    let colored = "1 tag.\n  \u{1B}[38;5;97m●\u{1B}[0m Work  #8C5EA2\n"
    let terminal = ["TERM": "xterm-256color"]
    #expect(try await fixture.run(["tags"], environment: terminal).output == plain)
    for words in [["--color", "always", "tags"], ["tags", "--color=always"]] {
      #expect(try await fixture.run(words, environment: terminal).output == colored)
    }
    let forced = terminal.merging(["CLICOLOR_FORCE": "1"]) { $1 }
    #expect(try await fixture.run(["tags"], environment: forced).output == colored)
    let wrong = try await fixture.run("tags", "--color", "red")
    #expect(wrong.status == 2)
  }

  @Test(arguments: [
    ("LANG=C.UTF-8", true), ("LANG=de_CH.utf8", true), ("LANG=", false), ("LANG=C", false),
    ("LANG=de_DE.ISO-8859-1", false), ("LANG=C LC_ALL=C.UTF-8", true),
    ("LANG=C.UTF-8 LC_ALL=C", false), ("LANG=C LC_CTYPE=en_US.UTF-8", true),
    ("LANG=C.UTF-8 LC_CTYPE=POSIX LC_ALL=", false),
  ])
  func `characters depend on the locale`(variables: String, isUTF8: Bool) async throws {
    try await createTag()
    let (bullet, ellipsis) = isUTF8 ? ("●", "…") : ("*", "...")
    #expect(
      try await row("", "TERM=xterm " + variables)
        == "  \u{1B}[35m\(bullet)\u{1B}[0m Work  #8C5EA2"
    )
    _ = try await fixture.run("log", "Work", "5m", "--comment", String(repeating: "x", count: 80))
    let records = try await fixture.run(["records"], environment: environment(variables))
    let comment = String(repeating: "x", count: 60 - ellipsis.count) + ellipsis + "\n"
    #expect(records.output.hasSuffix(comment))
    #expect(records.output.contains("…") == isUTF8)
  }

  @Test func `rows with and without a color align`() async throws {
    _ = try await fixture.run("log", "--start", "2026-11-02 09:00", "--duration", "1h")
    _ = try await fixture.run("log", "A", "--start", "2026-11-02 10:00", "--duration", "1h")
    let forced = ["CLICOLOR_FORCE": "1", "TERM": "xterm"]
    let output = try await fixture.run(["records", "2026-11-02"], environment: forced).output
    let lines = output.replacingOccurrences(
      of: "\u{1B}\\[[0-9;]*m",
      with: "",
      options: .regularExpression
    ).split(separator: "\n")
    let tags = lines.filter { $0.contains("1h 00m  ") }
    #expect(tags.count == 2)
    #expect(tags[0].contains("1h 00m    untagged  "))
    #expect(tags[1].contains("1h 00m  ● A         "))
  }
}
