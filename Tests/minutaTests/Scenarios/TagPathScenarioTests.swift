import JSONText
import MinutaTestSupport
import Testing

/// Clients and projects as tags, on the command line.
@Suite struct TagPathScenarioTests {
  @Test func `a client's projects are summed up, renamed and restored`() async throws {
    let fixture = try MinutaFixture()
    let setUp = """
      minuta log Acme/Website/Design --start '2024-05-13 08:00' --duration 2h20m
      minuta log Acme/Website --start '2024-05-13 11:00' --duration 40m
      minuta log Acme --start '2024-05-14 08:00' --duration 1h
      minuta log Garden --start '2024-05-14 10:00' --duration 1h10m
      minuta log 15m --start '2024-05-14 12:00'
      """
    try await fixture.shell(setUp)
    let tree = """
      All time (Europe/Zurich): 5h 25m.
        Acme        4h 00m  3 records
          Website   3h 00m  2 records
            Design  2h 20m  1 record
        Garden      1h 10m  1 record
        untagged       15m  1 record

      """
    #expect(try await fixture.run("summary", "all", "--tree").output == tree)
    let levels = try await fixture.run("summary", "all", "--group-by", "day,tag:1")
    #expect(
      levels.output == """
        All time (Europe/Zurich): 5h 25m.
          Mon 2024-05-13  3h 00m  2 records
            Acme          3h 00m  2 records
          Tue 2024-05-14  2h 25m  3 records
            Garden        1h 10m  1 record
            Acme          1h 00m  1 record
            untagged         15m  1 record

        """
    )
    let below = try await fixture.outcome(["records", "all", "--filter", "tag:acme/"])
    #expect(below["value"]?["records"]?.array?.count == 2)

    let refused = try await fixture.run("tag-rename", "Acme", "New")
    #expect(refused.status == 3)
    #expect(refused.errors.contains("This would rename 'Acme' and 2 tags below it to 'New'."))
    let planned = try await fixture.run("tag-rename", "Acme", "New", "--dry-run")
    #expect(planned.output.hasPrefix("Would rename 'Acme' and 2 tags below it to 'New'."))
    #expect(try await fixture.run("summary", "all", "--tree").output == tree)
    let renamed = try await fixture.run("tag-rename", "Acme", "New", "--yes")
    #expect(renamed.output == "Renamed 'Acme' and 2 tags below it to 'New'.\n")
    #expect(
      try await fixture.run("summary", "all", "--tree").output
        == tree.replacing("  Acme", with: "  New ")
    )
    _ = try await fixture.run("undo", "--yes")
    #expect(try await fixture.run("summary", "all", "--tree").output == tree)
  }

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
