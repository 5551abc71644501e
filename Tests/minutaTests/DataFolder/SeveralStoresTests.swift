import Foundation
import JSONText
import MinutaTestSupport
import SystemCalls
import Testing

/// Tests commands that read several data folders together.
@Suite(.timeLimit(.minutes(10))) struct SeveralStoresTests {
  private let fixture: MinutaFixture

  init() async throws {
    fixture = try MinutaFixture()
    try await fixture.shell(
      """
      mkdir team; cd team; touch README.md
      at() { minuta --store $1 log $2 --start "2026-11-20 $3" --end "2026-11-20 $4" --comment "$5"; }
      at anna Acme/Website 09:00 11:00 "Design #billable"
      at anna Email 11:00 11:30 ""
      at ben acme/website 09:15 10:15 ""
      at ben Lunch 12:00 12:30 "Soup"
      minuta --store ben start Review --at "2026-11-20 13:00"
      at cid Email 16:00 16:45 "#billable"
      """
    )
  }

  private var team: String { "\(fixture.home.path)/team" }

  /// Runs a command for all folders of the team.
  private func run(_ words: String...) async throws -> ChildProcess.Result {
    try await fixture.run(words + ["--store", "\(team)/*"])
  }

  private func value(_ words: String...) async throws -> JSONValue {
    let outcome = try await fixture.outcome(words + ["--store", "\(team)/*"])
    #expect(outcome["status"] == "ok", "\(outcome.text())")
    return outcome["value"] ?? .null
  }

  /// Returns the seconds of each group of a summary, by key.
  private func sums(_ value: JSONValue) -> [String: Int] {
    let groups = value["groups"]?.array ?? []
    return Dictionary(
      uniqueKeysWithValues: groups.map { ($0["key"]?.string ?? "", $0["seconds"]?.integer ?? 0) }
    )
  }

  @Test func `a summary by tag adds up equal names, and one by store the folders`() async throws {
    let tags = sums(try await value("summary", "2026-11-20", "--filter", "not running"))
    #expect(tags == ["Acme/Website": 10_800, "Email": 4500, "Lunch": 1800])
    let filter = ["--filter", "not running", "--group-by", "store"]
    let outcome = try await fixture.outcome(
      ["summary", "2026-11-20", "--store", "\(team)/*"] + filter
    )
    #expect(sums(outcome["value"] ?? .null) == ["anna": 9000, "ben": 5400, "cid": 2700])
    let result = try await run(
      "summary",
      "2026-11-20",
      "--group-by",
      "store,tag",
      "--filter",
      "tag:acme or tag:email"
    )
    #expect(
      result.output == """
        2026-11-20 (Europe/Zurich): 4h 15m, 3h 15m of clock time.
          anna            2h 30m  2 records
            Acme/Website  2h 00m  1 record
            Email            30m  1 record
          ben             1h 00m  1 record
            Acme/Website  1h 00m  1 record
          cid                45m  1 record
            Email            45m  1 record

        """
    )
  }

  @Test(arguments: [
    ["--tag", "EMAIL"], ["--filter", "tag:email"], ["--filter", "tag:Email and not text:soup"],
  ])
  func `filters by tag work in all folders`(filter: [String]) async throws {
    let words = ["summary", "2026-11-20", "--group-by", "store", "--store", "\(team)/*"]
    let outcome = try await fixture.outcome(words + filter)
    #expect(sums(outcome["value"] ?? .null) == ["anna": 1800, "cid": 2700])
  }

  @Test func `records have their store if several are read, and not otherwise`() async throws {
    let records = try await value("records", "2026-11-20")["records"]?.array ?? []
    #expect(
      records.map { $0["store"]?.string } == ["anna", "ben", "anna", "ben", "ben", "cid"]
    )
    #expect(records.map { $0["tag"]?["name"]?.string }[1] == "Acme/Website")
    let csv = try await run("records", "2026-11-20", "--csv", "store,durationSeconds")
    #expect(csv.output.hasPrefix("store,durationSeconds\nanna,7200\nben,3600\n"))
    let table = try await run("records", "2026-11-20", "--filter", "text:soup")
    #expect(table.output.contains("12:00  12:30  30m  ben  Lunch  "))
    for words in [
      ["records", "2026-11-20"], ["export", "jsonl"], ["status"], ["records", "--csv"],
    ] {
      let result = try await fixture.run(words + ["--json", "--store", "\(team)/ben"])
      #expect(!result.output.contains("store"), "\(result.output)")
    }
    let lines = try await run("export", "jsonl", "--running")
    let exported = try lines.output.split(separator: "\n").map {
      try JSONValue(parsing: String($0))
    }
    #expect(exported.map { $0["store"]?.string } == records.map { $0["store"]?.string })
    let table2 = try await run("export", "csv", "--columns", "store,tag,hours")
    #expect(table2.output.hasPrefix("Store,Tag,Hours\r\nanna,Acme/Website,2.00\r\nben,"))
  }

  @Test func `the status names whose timers are running`() async throws {
    #expect(try await run("status").output.contains("Running: 'Review' (ben) for "))
    let status = try await value("status")
    #expect(status["running"]?.array?.map { $0["store"]?.string } == ["ben"])
    #expect(try await run("status", "waybar").output.contains("Review"))
  }

  @Test func `reports, charts and labels have the records of all folders`() async throws {
    let report = try await run("report", "2026-11-20")
    #expect(report.output.contains("  Acme/Website: Design\n"))
    #expect(report.output.contains("Email          1h 15m"))
    let labels = try await value("labels", "2026-11-20")["labels"]
    #expect(
      labels == [["key": "billable", "seconds": 9900, "records": 2, "values": []]]
    )
    let week = try await run("week", "2026-11-20")
    #expect(week.output.contains("Acme/Website 3h 00m"))
  }

  @Test func `folders are named by as much of their paths as is needed, and read once`()
    async throws
  {
    try await fixture.shell(
      """
      mkdir -p x/ben y; cp -r team/ben/. x/ben; cp -r team/cid y/ben; ln -s ../team/anna y/me
      """
    )
    let home = fixture.home.path
    let result = try await fixture.outcome([
      "summary", "2026-11-20", "--group-by", "store", "--filter", "not running",
      "--store", "\(team)/ben/", "--store", "\(home)/x/../x/ben", "--store", "\(home)/y/*",
      "--store", "\(team)/./ben", "--store", "\(team)/anna",
    ])
    let expected = ["team/ben": 5400, "x/ben": 5400, "y/ben": 2700, "me": 9000]
    #expect(sums(result["value"] ?? .null) == expected)
  }

  @Test func `paths that a shell puts for a pattern are folders too, up to the last one`()
    async throws
  {
    try await fixture.shell("cd team; touch bob; ln -s /nowhere zoe")
    let script = "minuta summary --store team/* --group-by store 2026-11-20 --tag email"
    #expect(
      try await fixture.shell(script) == """
        2026-11-20 (Europe/Zurich): 1h 15m. Skipped the folders 'README.md' (it isn't a folder), \
        'bob' (it isn't a folder) and 'zoe' (it doesn't exist).
          cid   45m  1 record
          anna  30m  1 record

        """
    )
    #expect(
      try await fixture.shell("minuta --store team/* summary 2026-11-20 -q --tag email") != ""
    )
    // A file after the folder is an argument, as before.
    try await fixture.shell(
      #"echo '{"intent":"Status"}' > team/call.json; minuta run --store team/ben team/call.json"#
    )
  }

  @Test func `a folder with wildcards in its name is itself`() async throws {
    try await fixture.shell(
      """
      cp -r team/anna 'team/[ben]'; minuta --store 'team/[ben]' log Odd 10m
      test "$(minuta --store 'team/[ben]' summary --group-by store --json store)" = \
        '[{"store":"[ben]"}]'
      test "$(minuta --store 'team/[b]en' summary 2026-11-20 --json store --group-by store)" = \
        '[{"store":"ben"}]'
      """
    )
  }

  @Test(arguments: [
    ("rm -r team/ben", "it doesn't exist"),
    ("rm -r team/ben; mkdir team/ben; touch team/ben/x", "it has no data of Minuta"),
    ("rm -r team/ben; touch team/ben", "it isn't a folder"),
    ("rm -r team/ben; ln -s ben team/ben", "it is a symbolic link, which Minuta doesn't follow"),
  ])
  func `a missing or foreign folder is named and costs only itself`(
    script: String,
    reason: String
  ) async throws {
    try await fixture.shell(script)
    let folders = ["anna", "ben", "cid"].flatMap { ["--store", "\(team)/\($0)"] }
    let words = ["summary", "2026-11-20", "--group-by", "store"] + folders
    let outcome = try await fixture.outcome(words)
    let value = outcome["value"] ?? .null
    #expect(sums(value) == ["anna": 9000, "cid": 2700])
    #expect(value["skippedStores"] == [["store": "ben", "reason": .string(reason)]])
    #expect(
      outcome["dialog"]?.string?.hasSuffix(" Skipped the folder 'ben' (\(reason)).") == true
    )
    for form in [["--csv"], ["-q"]] {
      let result = try await fixture.run(words + form)
      #expect(result.errors == "minuta: ben: \(reason)\n")
      #expect(result.status == 0)
    }
    for words in [["records"], ["status"], ["export", "jsonl"], ["report"]] {
      let result = try await fixture.run(words + folders)
      #expect(result.status == 0)
      #expect((result.output + result.errors).contains("'ben' (\(reason))"))
    }
    let single = try await fixture.run(
      "summary",
      "--store",
      "\(team)/nix",
      "--store",
      "\(team)/ben"
    )
    #expect(single.status == 1)
    #expect(single.errors == "minuta: Can't read '\(team)/nix': it doesn't exist.\n")
  }

  @Test func `damaged files are named with their folder`() async throws {
    try await fixture.shell(
      """
      echo '{' > team/ben/tags.json; echo '{' > team/cid/records/2026/11/x.json
      """
    )
    let outcome = try await fixture.outcome([
      "summary", "2026-11-20", "--store", "\(team)/*", "--tag", "email", "--group-by", "store",
    ])
    #expect(sums(outcome["value"] ?? .null) == ["anna": 1800, "cid": 2700])
    let files = outcome["value"]?["skippedFiles"]?.array?.map { $0["file"]?.string }
    #expect(files == ["ben/tags.json", "cid/records/2026/11/x.json"])
  }

  @Test(.requiresOrdinaryUser) func `an unreadable folder is named`() async throws {
    try UnprivilegedUser.changeOwner(of: fixture.home.path)
    try await fixture.shell("chmod 0 team/ben; chmod 0 team/cid/records")
    let result = try await UnprivilegedUser.run(
      TestPrograms.minuta,
      ["summary", "2026-11-20", "--group-by", "store", "--store", "\(team)/*"],
      environment: fixture.environment
    )
    try await fixture.shell("chmod 755 team/ben team/cid/records")
    #expect(result.status == 0)
    #expect(result.output.contains("'ben' (Permission denied)"), "\(result.output)")
    #expect(result.output.contains("'cid/records' (Permission denied)"), "\(result.output)")
    #expect(result.output.contains("\n  anna  2h 30m  2 records\n"))
  }

  @Test func `reading writes nothing, takes no lock and sees open changes`() async throws {
    let before = try fixture.home.content(below: "team")
    let flock = try #require(TestPrograms.installed("flock"))
    let holder = try ChildProcess(
      flock,
      ["\(team)/ben/.minuta.writelock.nosync", "cat"],
      environment: fixture.environment
    )
    for words in [
      ["summary", "all", "--verify"], ["records"], ["status"], ["report"], ["export", "jsonl"],
      ["summary", "--dry-run"], ["labels"], ["month"],
    ] {
      #expect(try await fixture.run(words + ["--store", "\(team)/*"]).status == 0, "\(words)")
    }
    holder.closeInput()
    #expect(try fixture.home.content(below: "team") == before)
  }

  @Test(arguments: [
    ["start", "Work"], ["stop"], ["undo"], ["log", "Work", "1h"], ["history"], ["doctor"], ["rpc"],
    ["storage"], ["gaps"], ["tags"], ["key", "stop"], ["help"], ["version"], ["config"],
    ["import", "x.csv"], ["invoice"], ["run", "-"], ["run", "StartTimer"], ["Undo"], [],
  ])
  func `other commands refuse a second folder and a pattern`(words: [String]) async throws {
    let before = try fixture.home.content(below: "team")
    for folders in [["\(team)/anna", "\(team)/ben"], ["\(team)/*"]] {
      let result = try await fixture.run(
        words + folders.flatMap { ["--store", $0] },
        input: #"{"intent": "StartTimer"}"#
      )
      let usesNoFolder = ["help", "version", "key", "config"].contains(words.first)
      if folders.count == 1, usesNoFolder { continue }
      #expect(
        result.errors
          == "minuta: This command works on one data folder, so give '--store' once, with its path.\n",
        "\(words) \(folders)"
      )
      #expect(result.status == 2)
    }
    #expect(try fixture.home.content(below: "team") == before)
  }

  @Test func `a pattern without matches is refused`() async throws {
    let result = try await fixture.run("summary", "--store", "\(team)/x*")
    #expect(
      result.errors == "minuta: No folder matches '\(team)/x*'. Check the value of '--store'.\n"
    )
    #expect(result.status == 2)
  }

  @Test func `targets and forgotten timers are those of a single folder`() async throws {
    try await fixture.shell(
      """
      mkdir -p .config/minuta
      echo '{"targets": [{"time": "8h", "per": "day"}]}' > .config/minuta/settings.json
      minuta check .config/minuta/settings.json
      """
    )
    let alone = try await fixture.outcome(["summary", "--store", "\(team)/ben"])
    #expect(alone["value"]?["targets"] != nil)
    #expect(try await value("summary")["targets"] == nil)
    #expect(try await value("status")["targets"] == nil)
  }
}
