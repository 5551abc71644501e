import JSONText
import MinutaTestSupport
import Testing

/// Clients and projects as tags, on the command line.
@Suite struct TagPathScenarioTests {
  @Test func `tag names are completed where a command takes a tag`() async throws {
    let fixture = try MinutaFixture()
    try await fixture.shell(
      "minuta log Acme/Website 5m; minuta log 'R, D' 5m; minuta log Art 5m yesterday"
    )
    for (words, expected) in [
      (["start", "A"], "Acme/Website\nArt\n"), (["stop", "Acme/"], "Acme/Website\n"),
      (["records", "all", "--tag", "Acme"], "Acme/Website\n"),
      (["records", "A"], "Acme/Website\nArt\n"),
      (["tag-rename", "Art", "A"], ""), (["log", "R"], ""),
    ] {
      let completed = try await fixture.run(["completions", "words"] + words)
      #expect(completed.output == expected, "\(words)")
    }
  }
}
