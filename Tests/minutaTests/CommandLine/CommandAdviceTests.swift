import MinutaTestSupport
import Testing

/// Tests the command that the program names for words it can't take, with the real program.
@Suite(.timeLimit(.minutes(10))) struct CommandAdviceTests {
  private let fixture: MinutaFixture

  init() async throws {
    fixture = try MinutaFixture()
    try await fixture.shell(
      """
      minuta log Work --start "2026-11-02 09:00" --end "2026-11-02 10:00"
      """
    )
  }

  private func expectAdvice(_ words: String, _ advice: String, status: Int32 = 2) async throws {
    let result = try await fixture.run(words.split(separator: " ").map { String($0) })
    #expect(result.status == status, "\(words)")
    #expect(result.errors == "minuta: \(advice)\n")
  }

  @Test(arguments: [
    ("week -1", "'minuta week last'"), ("week -2", "'minuta week last'"),
    ("day -1", "'minuta day yesterday'"), ("month -1", "'minuta month last'"),
    ("summary week -1", "'minuta summary last week'"),
    ("summary month -2", "'minuta summary last month'"),
  ])
  func `a negative number is answered with the range in words`(
    words: String,
    line: String
  ) async throws {
    let parts = words.split(separator: " ").suffix(2)
    try await expectAdvice(
      words,
      "There is no flag '\(parts[parts.endIndex - 1])'. Name the \(parts[parts.startIndex]), as in \(line)."
    )
    let named = line.dropFirst("'minuta ".count).dropLast().split(separator: " ").map(String.init)
    #expect(try await fixture.run(named).status == 0)
  }

  @Test func `a grouping by +label names those that work`() async throws {
    try await expectAdvice(
      "summary all by +label",
      "There is no label '+label'. To group by all labels, use 'minuta summary by label'; by one, "
        + "name it, such as +client."
    )
    #expect(try await fixture.run("edit", "@1", "+billable").status == 0)
    let refused = try await fixture.run("summary", "all", "by", "+label")
    #expect(refused.errors.hasSuffix("such as +billable.\n"))
    #expect(try await fixture.run("edit", "@1", "+label").status == 0)
    #expect(try await fixture.run("summary", "all", "by", "+label").output.contains("#label"))
  }

  @Test(arguments: ["all", "all timers", "everything"])
  func `stop all names the command that stops all timers`(words: String) async throws {
    try await expectAdvice(
      "stop \(words)",
      "There is no tag '\(words)'. To stop all timers, use 'minuta stop'.",
      status: 1
    )
    try await expectAdvice(
      "stop --all",
      "There is no flag '--all'. To stop all timers, use 'minuta stop'."
    )
  }

  @Test(arguments: [
    ("bulk tag:Work --tag Acme", "bulk tag:Work --retag Acme"),
    ("bulk Work -t Acme", "bulk tag:Work --retag Acme"),
    ("bulk yesterday tag:Work --tag Acme --yes", "bulk yesterday tag:Work --yes --retag Acme"),
    ("bulk week Client work -t Acme", "bulk week 'tag:\"Client work\"' --retag Acme"),
    ("bulk delete tag:Work week", "bulk tag:Work week --delete"),
  ])
  func `words that bulk can't take are answered with the line that changes the records`(
    words: String,
    line: String
  ) async throws {
    #expect(try await fixture.run("log", "Client work", "5m").status == 0)
    let refused = try await fixture.run(words.split(separator: " ").map(String.init))
    #expect(refused.status == 2 && refused.errors.contains("minuta \(line)"), "\(refused.errors)")
    try await fixture.shell("minuta \(line) --dry-run")
  }

  @Test func `a name in place of a condition is answered with the condition for a tag`()
    async throws
  {
    let refused = try await fixture.run("bulk", "Work", "--retag", "Acme")
    #expect(refused.errors.hasSuffix("unknown condition 'Work'; for a tag, write tag:Work).\n"))
    #expect(try await fixture.run("bulk", "tag:Work", "--retag", "Acme").status == 0)
  }

  @Test func `a program whose files need a profile is answered with it`() async throws {
    let refused = try await fixture.run("import", "kimai", "kimai.csv")
    let line = "import --profile ~/.local/share/minuta/examples/import-profiles/kimai.json FILE"
    #expect(refused.errors.hasSuffix("run 'minuta install', then use 'minuta \(line)'.\n"))
  }

  @Test func `an export without a format lists the formats`() async throws {
    let refused = try await fixture.run("export")
    #expect(refused.status == 3)
    #expect(
      refused.errors.hasPrefix(
        "minuta: The format is missing. Name one, such as 'minuta export csv last month': "
      )
    )
    #expect(refused.errors.contains(": csv, ") && refused.errors.contains(", json, "))
  }

  @Test func `a rename without the new name says so`() async throws {
    try await expectAdvice(
      "rename Work",
      "NAME is missing. Usage: minuta tag rename TAG NAME",
      status: 3
    )
  }
}
