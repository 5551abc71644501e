import JSONText
import MinutaTestSupport
import Testing

/// Tests what commands do to records and what they print, with the real program.
@Suite(.timeLimit(.minutes(10))) struct RecordCommandTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  private func record(_ words: String...) async throws -> JSONValue { try await record(words) }

  private func record(_ words: [String]) async throws -> JSONValue {
    let value = try await fixture.outcome(words)["value"]
    return try #require(value?["record"] ?? value?["records"]?.array?.first, "\(words)")
  }

  @Test func `a list shows the newest records with their numbers, which commands take`()
    async throws
  {
    for hour in 1...22 {
      _ = try await record("log", "Work", "2026-11-01", "\(hour):00-\(hour):30")
    }
    let lines = try await fixture.run("records", "all").output.split(separator: "\n").suffix(22)
    for (index, line) in lines.reversed().enumerated() {
      #expect(line.hasSuffix("  @\(index + 1)") == (index < 20), "\(line)")
    }
    let id = try #require(lines.reversed().dropFirst().first?.split(separator: " ").dropLast().last)
    #expect(try await record("edit", "@2", "-m", "Call")["id"]?.string?.hasPrefix(id) == true)
    let first = try await record("records", "all", "--limit", "3")
    #expect(first["reference"] == "@3")
  }

  @Test(
    arguments: [
      (["start", "Wrok"], " (new tag; did you mean 'Work'?)"),
      (["log", "Website", "5m"], "'Acme/Website'"),
      (["start", "Other"], " (new tag)"), (["edit", "@1", "Other"], " (new tag)"),
    ] as [([String], String)]
  )
  func `a new tag is marked, with the tag that is probably meant`(
    words: [String],
    remark: String
  ) async throws {
    _ = try await record("log", "Work", "5m")
    _ = try await record("log", "Acme/Website", "5m")
    #expect(try await fixture.run(words).output.contains(remark))
    #expect(try await !fixture.run(words).output.contains("new tag"))
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

  @Test func `with --quiet only a table is printed`() async throws {
    let started = try await fixture.run("log", "Work", "5m", "-q")
    #expect(started.output.isEmpty && started.errors.isEmpty && started.status == 0)
    let records = try await fixture.run("records", "all", "--quiet").output
    #expect(records.contains("Work"))
    #expect(!records.contains("All time"))
    let failed = try await fixture.run("delete", "0000", "-q")
    #expect(failed.errors.hasPrefix("minuta: There is no record '0000'. Use @1"))
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
