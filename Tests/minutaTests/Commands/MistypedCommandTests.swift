import MinutaTestSupport
import Testing

/// Types what new users typed, and expects the command line that they need.
@Suite(.timeLimit(.minutes(5))) struct MistypedCommandTests {
  @Test(arguments: [
    (["filter"], "There is no command 'filter'. The manual has a topic: 'minuta help filters'."),
    (
      ["config", "set", "alias.m", "x"], "There is no setting 'alias.m' (did you mean 'aliases'?)."
    ),
    (["delete", "Email"], "For the records of a tag, use 'minuta bulk tag:Email --delete'."),
    (["edit", "@1", "-urgent"], "To remove a label, use '--remove-label urgent'."),
    (["summary", "by", "project"], "For the projects, the second level of tags, use tag:2."),
    (["export", "this", "month", "--json"], "such as 'minuta export json this month'"),
    (["export", "today", "xlsx"], "'xlsx' is not a format (did you mean 'csv'?)."),
    (["log", "Email", "30"], "Write --tag Email --duration 30m, --tag Email --comment 30 or"),
    (["log", "Email 9-10"], "minuta: Say how long or when:"),
    (["log", "1h", "Email", "yesterday", "9-11"], "'1h' can't be combined with 'yesterday 9 to"),
  ])
  func `a mistake is answered with what to type`(words: [String], advice: String) async throws {
    let fixture = try MinutaFixture()
    _ = try await fixture.run("log", "Email", "1h")
    let result = try await fixture.run(words)
    #expect(result.status != 0)
    #expect((result.errors + result.output).contains(advice), "\(result)")
    #expect(try fixture.records().count == 1)
  }
}
