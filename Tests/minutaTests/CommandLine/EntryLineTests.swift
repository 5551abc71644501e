import JSONText
import MinutaTestSupport
import Testing

/// Tests what people type without thinking of a syntax, with the real program.
@Suite(.timeLimit(.minutes(10))) struct EntryLineTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  private func record(_ words: String...) async throws -> JSONValue { try await record(words) }

  private func record(_ words: [String]) async throws -> JSONValue {
    let value = try await fixture.outcome(words)["value"]
    return try #require(value?["record"] ?? value?["records"]?.array?.first, "\(words)")
  }

  @Test func `times and a tag of several words stand in any order`() async throws {
    let logged = try await record("log", "2h", "client", "work", "yesterday")
    #expect(logged["tag"]?["name"] == "client work")
    #expect(logged["durationSeconds"] == 7200)
    let other = try await record("log", "acme", "2026-11-02", "9-10:30")
    #expect(other["startTime"] == "2026-11-02T08:00:00Z")
    #expect(other["endTime"] == "2026-11-02T09:30:00Z")
    _ = try await fixture.outcome(["tag-create", "Email"])
    let edited = try await record("edit", "@2", "2026-11-02", "9:15", "10:00", "Email")
    #expect(edited["startTime"] == "2026-11-02T08:15:00Z")
    #expect(edited["endTime"] == "2026-11-02T09:00:00Z")
    #expect(edited["tag"]?["name"] == "Email")
    let started = try await record("start", "20m", "ago", "Work")
    #expect(started["tag"]?["name"] == "Work")
    let stopped = try await record("stop", "10m", "ago")
    #expect([599, 600, 601].contains(stopped["durationSeconds"]?.integer))
  }

  @Test func `a record gets another length, or moves`() async throws {
    _ = try await record("log", "Work", "2026-11-02", "9:00-10:00")
    #expect(try await record("edit", "2h")["endTime"] == "2026-11-02T10:00:00Z")
    let moved = try await record("edit", "--shift", "-30m")
    #expect(moved["startTime"] == "2026-11-02T07:30:00Z")
    #expect(moved["endTime"] == "2026-11-02T09:30:00Z")
    let ended = try await record("edit", "--end", "12:00", "--duration", "1h")
    #expect(ended["startTime"] == "2026-11-02T10:00:00Z")
    let refused = try await fixture.run("edit", "--shift", "1h", "--duration", "1h")
    #expect(refused.errors.contains("'--shift' can't be combined with '--duration'."))
    let twice = try await fixture.run("log", "1h", "Work", "2026-11-01", "9-11")
    #expect(twice.errors.contains("'1h' can't be combined with '2026-11-01 9 to 11'."))
  }

  @Test func `records have numbers from the newest, and lists take commas`() async throws {
    for day in 1...6 { _ = try await record("log", "Work", "2026-11-0\(day)", "9:00-10:00") }
    let last = try await fixture.outcome(["records", "--last", "2"])["value"]?["records"]?.array
    #expect(last?.map { $0["startTime"] } == ["2026-11-05T08:00:00Z", "2026-11-06T08:00:00Z"])
    #expect(try await fixture.outcome(["delete", "@1"])["status"] == "ok")
    #expect(try await record("edit", "@1", "-m", "New")["startTime"] == "2026-11-05T08:00:00Z")
    let none = try await fixture.run("delete", "@6")
    #expect(none.errors.hasPrefix("minuta: There is no record '@6'. Use an id"))
    #expect(try await fixture.run("join", "@1", "@2", "-y").status == 0)
    #expect(try await fixture.run("join", "--records", "@1,@2", "-y").status == 0)
    #expect(try await fixture.run("bulk", "tag:Work", "--comment", "Budget", "-y").status == 0)
    let found = try await fixture.outcome(["records", "2026-11"])["value"]?["records"]?.array ?? []
    #expect(found.count == 3)
    #expect(found.allSatisfy { $0["comment"] == "Budget" })
  }

  @Test func `a range may be several words, open, or flags`() async throws {
    _ = try await record("log", "Work", "2026-11-02", "9:00-10:00")
    for words in [
      ["2026-11-01.."], ["..2026-11-30"], ["since", "2026-11-02"], ["2026-11-01", "2026-11-02"],
      ["--from", "2026-11-01"], ["--from", "2026-11-01", "--to", "2026-11-30"], ["--to", "today"],
    ] {
      let output = try await fixture.run(["summary"] + words).output
      #expect(output.contains("Work  1h 00m  1 record"), "\(words)")
    }
    let open = try await fixture.run("records", "2026-11-02..").output
    #expect(open.hasPrefix("Since 2026-11-02: 1 record"))
    let until = try await fixture.run("records", "until", "2026-11-02").output
    #expect(until.hasPrefix("Until 2026-11-02: 1 record"))
  }

  @Test func `a tag stands before or after a range`() async throws {
    _ = try await record("log", "client work", "2026-11-02", "9:00-10:00")
    _ = try await record("log", "Email", "2026-11-02", "10:00-11:00")
    #expect(try await fixture.run("summary", "Email").output.hasPrefix("Today"))
    for words in [
      ["summary", "2026-11", "client", "work"], ["summary", "client", "work", "2026-11"],
      ["records", "since", "2026-11-01", "client work"],
      ["export", "csv", "2026-11", "client work"],
    ] {
      let output = try await fixture.run(words).output
      #expect(output.contains("client work") && !output.contains("Email"), "\(words): \(output)")
    }
  }

  @Test func `words of other programs stand for commands, unless an alias has them`() async throws {
    #expect(try await record("add", "Work", "2026-11-02", "9:00-10:00")["tag"]?["name"] == "Work")
    #expect(try await fixture.run("mv", "Work", "Client").status == 0)
    #expect(try await fixture.run("ls", "2026-11").output.contains("Client"))
    #expect(try await fixture.run("help", "ls").output.hasPrefix("minuta records"))
    #expect(try await fixture.run("in", "Email").status == 0)
    #expect(try await fixture.run("out").output.hasPrefix("Stopped 'Email'"))
    #expect(try await fixture.run("continue").output.hasPrefix("Started 'Email'"))
    #expect(try await fixture.run("rm", "last").output.hasPrefix("Deleted 'Email'"))
    try fixture.home.write(#"{"aliases": {"ls": "tags"}}"#, to: ".config/minuta/settings.json")
    #expect(try await fixture.run("ls", "-q").output.contains("#"))
  }

  @Test func `the name of an existing tag is always that tag`() async throws {
    for name in ["week", "Phase 9", "Monday", "Work 9.30", "On call", "Work 30", "2026"] {
      _ = try await fixture.outcome(["tag-create", "--tag", name])
    }
    for (words, name) in [
      ("log week 1h", "week"), ("log PHASE 9 1h", "Phase 9"), ("log 1h monday", "Monday"),
      ("log Work 9.30 1h", "Work 9.30"), ("log 1h on call", "On call"),
      ("log 1h of Monday", "Monday"), ("log Work 30 1h", "Work 30"),
    ] {
      let logged = try await record(words.split(separator: " ").map { String($0) })
      #expect(logged["tag"]?["name"]?.string == name, "\(words)")
      #expect(logged["durationSeconds"] == 3600, "\(words)")
    }
    for words in [
      "start year", "start Phase 10", "log 1h on Email", "start Work 0930", "edit 2026 9:00",
    ] {
      let refused = try await fixture.run(words.split(separator: " ").map { String($0) })
      #expect(refused.status == 2, "\(words)")
    }
    let stopped = try await fixture.run("stop", "Phase", "9").output
    #expect(stopped == "No timer with this tag is running.\n")
  }

  @Test func `a start that finds its timer running says what it didn't use`() async throws {
    _ = try await record("start", "Work")
    let id = try fixture.shortID()
    let notes: [(words: [String], note: String)] = [
      ([], ""),
      (["Other comment"], " The given comment was not used. Use 'minuta edit \(id) --comment TEXT"),
      (["-20m"], " The given start was not used. Use 'minuta edit \(id) --start TIME"),
    ]
    for (words, note) in notes {
      let output = try await fixture.run(["start", "Work"] + words).output
      let end = note.isEmpty ? "" : "' to set it."
      #expect(output.hasSuffix("(\(id)).\(note)\(end)\n"), "\(output)")
    }
  }

  @Test func `several records are deleted at once, and come back at once`() async throws {
    for day in 1...4 { _ = try await record("log", "Work", "2026-11-0\(day)", "9:00-10:00") }
    let refused = try await fixture.run("delete", "@1", "@2")
    let lines = refused.errors.split(separator: "\n")
    #expect(lines[0] == "minuta: This would delete 2 records. Add --yes to confirm.")
    let days = ["04", "03"].map { "  'Work', 2026-11-\($0) 09:00 to 10:00 (" }
    #expect(lines.count == 3 && zip(lines.dropFirst(), days).allSatisfy { $0.hasPrefix($1) })
    #expect(try await fixture.run("rm", "@1,@2", "-y").output.hasPrefix("Deleted 2 records: "))
    #expect(try await fixture.run("delete", "@1", "@1").output.hasPrefix("Deleted 'Work', "))
    #expect(try await fixture.run("undo").status == 0)
    #expect(try await fixture.run("undo").status == 0)
    let left = try await fixture.outcome(["records", "all"])["value"]?["records"]?.array
    #expect(left?.count == 4)
  }

  @Test func `one of several timers is cancelled by its id or its tag`() async throws {
    let work = try #require(try await record("start", "Work")["id"]?.string?.prefix(8))
    let call = try #require(try await record("start", "Call to Bob")["id"]?.string?.prefix(8))
    let refused = try await fixture.run("edit", "running", "-m", "x").errors
    #expect(refused.hasPrefix("minuta: Several timers are running: '"), "\(refused)")
    #expect(refused.contains("'Work' (\(work))"))
    let cancelled = try await fixture.run("cancel", String(call)).output
    #expect(cancelled.hasPrefix("Cancelled 'Call to Bob'"), "\(cancelled)")
    #expect(try await fixture.run("stop", "@1").output.hasPrefix("Stopped 'Work'"))
  }

  @Test func `a word after --json that is no field is named`() async throws {
    _ = try await record("log", "Work", "1h")
    let nope = try await fixture.run("ls", "today", "--json", "nope")
    #expect(nope.output.contains("There is no field 'nope'"), "\(nope)")
    #expect(nope.status == 2)
    let empty = try await fixture.run("ls", "--json=")
    #expect(empty.output.contains("'--json=' names no field."), "\(empty)")
    let start = try await fixture.run("start", "Foo", "--json", "id")
    #expect(start.output.contains("Fields of '--json' can be used only"), "\(start)")
    #expect(try await fixture.run("start", "--json", "Foo").status == 0)
  }

  @Test func `an edit shows the old and the new value of each field`() async throws {
    _ = try await record("log", "Work", "2026-11-02", "9:00-13:00", "-m", "Plan")
    let edited = try await fixture.run("edit", "last", "10:00-13:00", "Email", "-m", "Read letters")
    #expect(
      edited.output == """
        Updated 'Email' (new tag), 2026-11-02 10:00 to 13:00 (\(try fixture.shortID())).
          tag      Work              →  Email
          start    2026-11-02 09:00  →  2026-11-02 10:00
          comment  Plan              →  Read letters

        """
    )
    let plain = try await fixture.run(["edit", "--untagged"], environment: ["LANG": "C"])
    #expect(plain.output.hasSuffix(").\n  tag  Email  ->  none\n"))
    let unchanged = try await fixture.run("edit", "--untagged")
    #expect(unchanged.output.hasPrefix("Nothing to change:"))
    #expect(unchanged.output.split(separator: "\n").count == 1)
  }

  @Test func `a cancelled start takes its new tag with it, unless something else uses the tag`()
    async throws
  {
    func tags() async throws -> [String] {
      try await fixture.outcome(["tags"])["value"]?["tags"]?.array?
        .compactMap { $0["name"]?.string } ?? []
    }
    _ = try await record("start", "Wrok")
    let cancelled = try await fixture.run("cancel")
    #expect(cancelled.output.hasSuffix(". The new tag 'Wrok' is gone too.\n"))
    #expect(try await tags() == [])
    #expect(try await fixture.run("undo").status == 0)
    #expect(try await tags() == ["Wrok"])
    #expect(try await fixture.run("tag-color", "Wrok", "#112233").status == 0)
    #expect(try await fixture.run("cancel").output.contains("gone") == false)
    _ = try await record("start", "Acme")
    _ = try await record("log", "Acme", "2026-11-02", "9:00-13:00")
    _ = try await fixture.run("cancel")
    _ = try await record("start", "Client")
    _ = try await fixture.run("tag-create", "Client/Website")
    _ = try await fixture.run("cancel")
    _ = try await fixture.run("tag-create", "Email")
    _ = try await record("start", "Email")
    _ = try await fixture.run("cancel")
    let others = ["Acme", "Client/Website", "Email", "Wrok"]
    #expect(try await tags().sorted() == others)
    _ = try await record("start", "Client")
    #expect(try await fixture.run("cancel").output.contains("'Client' is gone too"))
    #expect(try await tags().sorted() == others)
  }

  @Test func `a cut without a day is on the day of the last record if there is nothing today`()
    async throws
  {
    _ = try await record("log", "Work", "2026-11-02", "9:00-13:00")
    let cut = try await fixture.run("cut", "12:00-12:30")
    #expect(cut.output.hasPrefix("Cut 2026-11-02 12:00 to 12:30 out of 'Work'"), "\(cut)")
    #expect(try await fixture.run("cut", "14:00-14:30").output.hasPrefix("Nothing to cut"))
  }

  @Test func `with --quiet only a table is printed`() async throws {
    let started = try await fixture.run("log", "Work", "5m", "-q")
    #expect(started.output.isEmpty && started.errors.isEmpty && started.status == 0)
    let records = try await fixture.run("records", "all", "--quiet").output
    #expect(records.contains("Work"))
    #expect(!records.contains("All time"))
    let failed = try await fixture.run("delete", "0000", "-q")
    #expect(failed.errors.hasPrefix("minuta: There is no record '0000'. Use an id"))
  }

  @Test func `an alias stands for the words of a command line`() async throws {
    let aliases = #"{"aliases": {"l": "log 'client work'", "w": "records all -q"}}"#
    try fixture.home.write(aliases, to: ".config/minuta/settings.json")
    #expect(try await record("l", "5m", "+a")["tag"]?["name"] == "client work")
    #expect(try await fixture.run("--color", "never", "w").output.contains("client work"))
    #expect(try await fixture.run("w", "--help").output.hasPrefix("minuta records"))
    #expect(try await fixture.run("doctor").status == 0)
  }

  @Test(arguments: [
    (#"{"start": "stop"}"#, "The alias 'start' in '%' is never used, because a command has this"),
    (
      #"{"w": "sumary week"}"#,
      "The alias 'w' in '%' begins with 'sumary', which is no command (did"
    ),
    (#"{"a": "b", "b": "stop"}"#, "The alias 'a' in '%' begins with 'b', which is no command"),
  ])
  func `doctor names an alias that can't be used`(aliases: String, message: String) async throws {
    let file = ".config/minuta/settings.json"
    try fixture.home.write(#"{"aliases": \#(aliases)}"#, to: file)
    _ = try await fixture.run("start", "Work")
    let output = try await fixture.run("doctor").output
    let path = "\(fixture.home.path)/\(file)"
    #expect(output.contains(message.replacing("%", with: path)), "\(output)")
  }

  @Test(arguments: [
    (#"{"w": "summary 'week"}"#, "a command line such as 'summary week', with each quote closed."),
    (#"{"w": ""}"#, "a command line such as 'summary week', with each quote closed."),
    (#"{"-w": "summary"}"#, "a name without spaces that doesn't begin with '-'."),
  ])
  func `a malformed alias is named with its line`(aliases: String, rest: String) async throws {
    try fixture.home.write("{\"aliases\":\n\(aliases)}", to: ".config/minuta/settings.json")
    let errors = try await fixture.run("status").errors
    #expect(errors.contains("settings.json:"))
    #expect(errors.hasSuffix("Use \(rest)\n"), "\(errors)")
  }
}
