import JSONText
import MinutaTestSupport
import Testing

/// Tests the forms of lists: JSON with fields, JSON Lines and CSV.
@Suite(.timeLimit(.minutes(10))) struct ResultFormTests {
  private let fixture: MinutaFixture

  init() async throws {
    fixture = try MinutaFixture()
    for words in [
      [
        "log", "Work", "--start", "2024-06-03 09:00", "--end", "2024-06-03 10:30", "--comment",
        "Plan, \"draft\"",
      ],
      ["log", "Email", "--start", "2024-06-04 08:00", "--end", "2024-06-04 08:15"],
      ["log", "--duration", "1h", "--start", "2024-06-04 12:00"],
    ] {
      #expect(try await fixture.run(words).status == 0)
    }
  }

  @Test(
    arguments: [
      (
        ["records", "2024-06", "--json=tag.name,durationSeconds"],
        #"[{"tag":{"name":"Work"},"durationSeconds":5400},{"tag":{"name":"Email"},"durationSeconds":900},"#
          + #"{"tag":{"name":null},"durationSeconds":3600}]"# + "\n"
      ),
      (
        ["records", "--json=startLocal", "2024-06-03"],
        #"[{"startLocal":"2024-06-03T09:00:00+02:00"}]"# + "\n"
      ),
      (
        ["--jsonl=tag.name", "records", "2024-06"],
        #"{"tag":{"name":"Work"}}"# + "\n" + #"{"tag":{"name":"Email"}}"# + "\n"
          + #"{"tag":{"name":null}}"# + "\n"
      ),
      (
        ["records", "--csv=start,tag,comment", "2024-06"],
        "Start Time,Tag,Comment\n2024-06-03 09:00,Work,\"Plan, \"\"draft\"\"\"\n"
          + "2024-06-04 08:00,Email,\n2024-06-04 12:00,,\n"
      ),
      (
        ["summary", "2024-06", "--group-by", "day,tag", "--csv"],
        "day,tag,seconds,records\n2024-06-03,Work,5400,1\n"
          + "2024-06-04,Email,900,1\n2024-06-04,,3600,1\n"
      ),
      (
        ["summary", "2024-06", "--json=tag,seconds"],
        #"[{"tag":"Work","seconds":5400},{"tag":"Email","seconds":900},{"tag":null,"seconds":3600}]"#
          + "\n"
      ),
      (
        ["summary", "2024-06", "by", "client", "--csv"],
        "client,seconds,records\nWork,5400,1\nEmail,900,1\n,3600,1\n"
      ),
      (
        ["summary", "2024-06", "by", "tag:1", "--csv=client,seconds"],
        "client,seconds\nWork,5400\nEmail,900\n,3600\n"
      ),
      (["tags", "--csv=name"], "name\nEmail\nWork\n"),
      (["records", "2023", "--csv=id"], "Id\n"), (["records", "2023", "--jsonl"], ""),
      (["records", "2023", "--json=id"], "[]\n"),
    ]
  )
  func `a list is printed with the chosen fields`(words: [String], output: String) async throws {
    let result = try await fixture.run(words)
    #expect(result.output == output)
    #expect(result.errors.isEmpty)
    #expect(result.status == 0)
  }

  @Test(arguments: [nil, "id,startUTC,endUTC,timeZone,tag,comment,labels,seconds"])
  func `records in CSV are those of an export`(_ columns: String?) async throws {
    let list = try await fixture.run(
      ["records", "2024-06", columns.map { "--csv=\($0)" } ?? "--csv"]
    )
    let chosen = columns.map { ["--columns", $0] } ?? []
    let export = try await fixture.run(["export", "csv", "2024-06"] + chosen)
    #expect(list.output == export.output.replacing("\r\n", with: "\n"))
    #expect(list.output.split(separator: "\n").count == 4)
  }

  @Test func `without fields, JSON Lines have every member`() async throws {
    let lines = try await fixture.run("records", "2024-06", "--jsonl").output.split(separator: "\n")
    let whole = try await fixture.outcome(["records", "2024-06"])["value"]?["records"]?.array
    #expect(try lines.map { try JSONValue(parsing: String($0)) } == whole)
  }

  @Test func `a workflow with rows is printed like an intent that lists`() async throws {
    func workflow(_ kind: String) -> String {
      """
      {"minuta": 1, "id": "mine", "title": "Mine", "result": {"type": "object", "properties": {"list": {
       "type": "array", "items": {"type": "object", "properties": {"tag": {"type": ["object", "null"]}}}}}},
       "rows": {"member": "list", "days": true, "columns": [{"field": "startTime", "kind": "time"},
       {"field": "invoiced", "kind": "mark", "text": "invoiced"},
       {"field": "durationSeconds", "kind": "\(kind)"}, {"field": "tag", "kind": "tag", "none": "none"}]},
       "steps": [{"id": "all", "intent": "ListRecords", "with": {"range": "2024-06"}}],
       "output": {"list": {"$": "/steps/all/result/records"}}, "dialog": "Done."}
      """
    }
    let folder = ".config/minuta/intents"
    _ = try fixture.home.write(workflow("duration"), to: "\(folder)/mine.json")
    #expect(
      try await fixture.run("mine").output == """
        Done.
        Mon 2024-06-03  1h 30m
          09:00  1h 30m  Work
        Tue 2024-06-04  1h 15m
          08:00     15m  Email
          12:00  1h 00m  none

        """
    )
    #expect(try await fixture.run("mine", "--csv=tag").output.split(separator: "\n").count == 4)
    _ = try fixture.home.write(workflow("hours"), to: "\(folder)/mine.json")
    let result = try await fixture.run("mine")
    #expect(result.status == 2)
    #expect(result.errors.contains("'kind' in item 3 of 'columns' in 'rows'"))
  }

  @Test func `a word after --json is an argument of the command`() async throws {
    let outcome = try JSONValue(
      parsing: try await fixture.run("records", "--json", "2024-06").output
    )
    #expect(outcome["value"]?["records"]?.array?.count == 3)
    #expect(try await fixture.run("start", "--json=id").status == 2)
  }

  @Test(
    arguments: [
      (
        ["records", "--json=id,tag.nme"],
        "There is no field 'tag.nme' (did you mean 'tag.name'?)."
      ),
      (["records", "--csv=nme"], "There is no field 'nme'"),
      (["start", "--csv"], "The flag '--csv' can be used only with a command that prints a list"),
      (["start", "Work", "--json=id"], "Fields of '--json' can be used only with a command"),
      (["hooks", "--jsonl"], "The flag '--jsonl' can be used only with a command"),
    ]
  )
  func `a form or field that a command doesn't have is refused`(
    words: [String],
    message: String
  ) async throws {
    let result = try await fixture.run(words)
    #expect(result.status == 2)
    #expect((result.errors + result.output).contains(message))
    #expect(result.output.isEmpty != words.contains { $0.hasPrefix("--json") })
    #expect(try fixture.records().count == 3)
  }

  @Test func `an error is JSON under --json and --jsonl, and a sentence under --csv`() async throws
  {
    for flag in ["--json", "--json=id", "--jsonl"] {
      let result = try await fixture.run("records", "--limit", "x", flag)
      #expect(try JSONValue(parsing: result.output)["error"]?["code"] == "invalidValue")
      #expect(result.status == 2)
    }
    let result = try await fixture.run("records", "--limit", "x", "--csv")
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("minuta: "))
  }
}
