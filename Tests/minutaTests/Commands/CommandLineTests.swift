import Foundation
import JSONText
import MinutaTestSupport
import Testing

@testable import minuta

@Suite(.timeLimit(.minutes(10))) struct CommandLineTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  @Test func `a result of many lines is written at once`() async throws {
    for tag in ["Work", "Email", "Review"] { _ = try await fixture.run("log", tag, "30m") }
    let whole = try await fixture.run("summary").output
    #expect(whole.split(separator: "\n").count == 4)
    #expect(try await fixture.shell("minuta summary | dd bs=65536 count=1 2>/dev/null") == whole)
  }

  @Test(arguments: [
    ["--json", "start", "Work"], ["start", "--json", "Work"], ["start", "Work", "--json"],
    ["run", "StartTimer", "--tag", "Work", "--json"],
    ["run", "--json", "StartTimer", "--tag=Work"],
    ["StartTimer", "Work", "--json"], ["start", "--with", #"{"tag":"Work"}"#, "--json"],
  ])
  func `global flags may stand anywhere`(words: [String]) async throws {
    let result = try await fixture.run(words)
    #expect(result.status == 0)
    let outcome = try JSONValue(parsing: result.output)
    #expect(outcome["value"]?["record"]?["tag"]?["name"] == "Work")
  }

  @Test func `a flag's value is the next word, or follows an equals sign`() async throws {
    let outcome = try await fixture.outcome(["start", "--tag=--json", "--comment", "-15m"])
    #expect(outcome["value"]?["record"]?["tag"]?["name"] == "--json")
    #expect(outcome["value"]?["record"]?["comment"] == "-15m")
  }

  @Test func `short flags can be one word`() async throws {
    #expect(try await fixture.run("tags", "-jq").output.hasPrefix("{"))
    #expect(try await fixture.run("-qj", "tags").output.hasPrefix("{"))
    #expect(try await fixture.run("tags", "-jx").errors.contains("There is no flag '-jx'"))
    #expect(try await fixture.run("summary", "-wj").output.hasPrefix("{"))
    #expect(
      try await fixture.run("log", "5m", "-jm", "Call").output.contains("\"comment\":\"Call\"")
    )
  }

  @Test(arguments: [["-qj", "start", "-x"], ["start", "-x", "-jq"], ["-j", "nosuch"]])
  func `an error is JSON if the result would be`(words: [String]) async throws {
    let result = try await fixture.run(words)
    #expect(try JSONValue(parsing: result.output)["status"] == "failed", "\(result)")
  }

  @Test func `a shortcut has help of its own`() async throws {
    for words in [["week", "--help"], ["help", "week"]] {
      let help = try await fixture.run(words).output
      #expect(help.hasPrefix("minuta week [RANGE] [FILTER] [TAG] [+LABEL...] [FLAGS]\n"), "\(help)")
      #expect(help.contains("\n  minuta week last week --tag Work\n"), "\(help)")
    }
  }

  @Test(arguments: [["--json", "start", "--", "-u"], ["--json", "--", "start", "-u"]])
  func `all words after two hyphens are positional`(_ words: [String]) async throws {
    let result = try await fixture.run(words)
    #expect(try JSONValue(parsing: result.output)["value"]?["record"]?["tag"]?["name"] == "-u")
  }

  @Test(
    arguments: [
      (["log", "--tag", "-u", "1m"], "-u", 60), (["log", "1m", "--tag", "Work"], "Work", 60),
      (["log", "2h"], nil, 7200), (["log", "2h", "Work"], "Work", 7200),
      (["log", "Work", "2h"], "Work", 7200), (["log", "Work", "--duration", "2h"], "Work", 7200),
      (["log", "--tag", "2h", "1h"], "2h", 3600),
    ] as [([String], String?, Int)]
  )
  func `a duration and a tag may come in either order`(
    words: [String],
    tag: String?,
    seconds: Int
  ) async throws {
    let record = try await fixture.outcome(words)["value"]?["record"]
    #expect(record?["tag"]?["name"]?.string == tag)
    #expect(record?["durationSeconds"]?.integer == seconds)
  }

  @Test func `a relative time is positional if a command takes times`() async throws {
    _ = try await fixture.run("start", "Work", "--at", "-2h")
    let split = try await fixture.run("split", "-10m")
    #expect(split.status == 0, "\(split.errors)")
    let cut = try await fixture.run("cut", "-1h", "-30m")
    #expect(cut.output.hasPrefix("Cut ") && cut.output.contains("), 30m: "), "\(cut.errors)")
    let records = try await fixture.run("records", "-15m")
    #expect(records.status == 2)
    let help = try await fixture.run("split", "--help")
    let words = help.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("Examples: 10:00, -15m."))
  }

  @Test func `a dry run of a workflow shows the values as given`() async throws {
    let workflow =
      #"{"minuta": 1, "id": "w", "title": "W", "steps": [{"id": "a", "intent": "LogTime", "#
      + #""with": {"tag": "x", "duration": "5m"}}]}"#
    try fixture.home.write(workflow, to: "w.json")
    let planned = try await fixture.run("run", fixture.home.path + "/w.json", "--dry-run")
    #expect(
      planned.output == """
        Would run 'W': 1 planned. Dry run: nothing was written.
          planned  a  LogTime tag: "x" duration: "5m"

        """
    )
  }

  @Test func `lists of choices are split at commas, names are not`() async throws {
    _ = try await fixture.run("log", "R, D", "1h")
    let tags = try await fixture.outcome(["tags"])
    #expect(tags["value"]?["tags"]?.array?.map { $0["name"]?.string } == ["R, D"])
    let summary = try await fixture.outcome(["summary", "all", "--group-by", "day,tag"])
    let repeated = try await fixture.outcome(
      ["summary", "all", "--group-by", "day", "--group-by", "tag"])
    #expect(summary == repeated)
    #expect(summary["value"]?["groups"]?.array?.first?["groups"] != nil)
  }

  @Test func `a name can't control the terminal`() async throws {
    let result = try await fixture.run("start", "a\u{1B}[2Jb\nc\u{202E}")
    #expect(result.output.hasPrefix("Started 'a\\u{1b}[2Jb ⏎ c\\u{202e}'"))
  }

  @Test func `the store is MINUTA_STORE, a flag, or Documents/Minuta`() async throws {
    _ = try await fixture.run(["start"], environment: ["MINUTA_STORE": ""])
    #expect(try fixture.home.content().keys.contains("Documents/Minuta/records"))
    _ = try await fixture.run("--store", fixture.home.path + "/other", "start")
    #expect(try fixture.home.content().keys.contains("other/records"))
    #expect(try fixture.content().isEmpty)
  }

  @Test(arguments: [["help"], ["--help"], ["-h"]])
  func `help shows the common commands on one screen`(words: [String]) async throws {
    let result = try await fixture.run(words)
    #expect(result.status == 0 && result.output.split(separator: "\n").count <= 24)
    try expectSnapshot(result.output, "help.txt")
  }

  @Test func `all commands are listed in their groups`() async throws {
    let result = try await fixture.run("help", "commands")
    #expect(result.status == 0)
    try expectSnapshot(result.output, "help-commands.txt")
  }

  @Test func `without arguments the program shows how to begin`() async throws {
    let result = try await fixture.run([])
    #expect(result.status == 0)
    #expect(result.output.contains("  minuta start Work     Start a timer\n"))
    #expect(result.output.contains("'minuta help'"))
    #expect(try fixture.content().isEmpty)
  }

  private let commands = CommandHelp.all(Program(environment: .ofCurrentProcess()).definitions)

  @Test func `help fits 80 columns, and each page of it`() async throws {
    let pages = commands.map { $0.name.components(separatedBy: " ") + ["--help"] }
    for words in [["help"], ["help", "commands"], ["help", "topics"]] + pages {
      let lines = try await fixture.run(words).output.split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= 80 }, "\(words): \(lines.filter { $0.count > 80 })")
    }
  }

  @Test func `the examples in the help have flags that exist`() async throws {
    for example in commands.flatMap(\.examples) {
      let words = example.components(separatedBy: " -- ")[0]
      let result = try await fixture.shell("minuta --help \(words) 2>&1 || true")
      #expect(!result.contains("There is no flag"), "\(example): \(result)")
    }
    #expect(try fixture.content().isEmpty)
  }

  @Test func `the examples in the help of an intent can be read`() async throws {
    _ = try await fixture.run("log", "Work", "1h")
    for command in commands where Commands.named(command.name) == nil {
      for example in command.examples {
        let words = try #require(example.shellWords)
        let code = try await fixture.outcome(words + ["--dry-run"])["error"]?["code"]?.string
        #expect(!["invalidValue", "usage"].contains(code), "\(example)")
      }
    }
  }

  @Test(arguments: ["start", "log", "summary", "records", "tags"])
  func `a command's help is made from its definition`(command: String) async throws {
    let result = try await fixture.run(command, "--help")
    #expect(result.status == 0)
    try expectSnapshot(result.output, "help-\(command).txt")
  }

  @Test func `intents are listed as JSON for programs`() async throws {
    let result = try await fixture.run("intents", "--json")
    let definitions = try JSONValue(parsing: result.output).array ?? []
    #expect(definitions.count > 7)
    let one = try await fixture.run("intents", "StartTimer", "--json")
    #expect(definitions.contains(try JSONValue(parsing: one.output)))
    #expect(!result.output.contains("$ref"))
  }

  @Test func `--yes confirms a change to several records in any position`() async throws {
    for tag in ["Work", "Email"] {
      let times = ["--start", "2026-11-02 09:00", "--end", "2026-11-02 11:00"]
      _ = try await fixture.run(["log", tag] + times)
    }
    let cut = ["cut", "2026-11-02", "10:00-12:00"]
    let refused = try await fixture.run(cut)
    #expect(refused.status == 3)
    let lines = refused.errors.split(separator: "\n")
    #expect(
      lines[0] == "minuta: This would shorten, split or delete 2 records. Add --yes to confirm."
    )
    let interval = "', 2026-11-02 09:00 to 11:00 ("
    #expect(lines.count == 3 && lines.dropFirst().allSatisfy { $0.contains(interval) })
    let rest = "2026-11-02 10:00 to 12:00 out of 2 records, 2h 00m in total: 2 shortened"
    let sentence = "Cut \(rest)."
    let planned = try await fixture.run(cut + ["--dry-run"])
    #expect(
      planned.output
        == "Would cut \(rest). To make this change, confirm it with --yes. "
        + "Dry run: nothing was written.\n"
    )
    #expect(try await fixture.run(["--yes"] + cut).output == sentence + "\n")
    let call =
      #"[{"intent":"CutRange","with":{"start":"2026-11-02 09:30","end":"2026-11-02 12:00"}}]"#
    #expect(try await fixture.run(["run", "-"], input: call).status == 3)
    #expect(try await fixture.run(["run", "-", "--yes"], input: call).status == 0)
    #expect(try await fixture.run("start", "Work", "--yes").status == 0)
  }

  @Test func `the version is printed`() async throws {
    #expect(try await fixture.run("--version").output == "minuta 0.1.0\n")
    #expect(try await fixture.run("version").output == "minuta 0.1.0\n")
    #expect(try await fixture.run("version", "--json").output == #"{"version":"0.1.0"}"# + "\n")
  }

  @Test func `a full or closed output doesn't crash`() async throws {
    let words = ["start", "Work", ">/dev/full"]
    let full = try await TestPrograms.run(
      "/bin/sh",
      ["-c", "exec \"$0\" \(words.joined(separator: " "))", TestPrograms.minuta],
      environment: fixture.environment
    )
    #expect(full.status == 1)
    #expect(full.errors.contains("Can't write the results: No space left on device."))
    let closed = try await TestPrograms.run(
      "/bin/sh",
      ["-c", "exec \"$0\" start >&- 2>&-", TestPrograms.minuta],
      environment: fixture.environment
    )
    #expect(closed.status == 1)
  }

  @Test(arguments: [
    ["run", "--help"], ["--help", "run"], ["run", "call.json", "--help"],
    ["--help", "run", "call.json"], ["run", "--help", "call.json"], ["key", "x", "--help"],
    ["status", "--help"], ["rpc", "--help"], ["keys", "--help"], ["intents", "-h"],
  ])
  func `help does nothing else`(words: [String]) async throws {
    let file = try fixture.home.write(#"{"intent": "StartTimer"}"#, to: "call.json")
    let result = try await fixture.run(words.map { $0 == "call.json" ? file : $0 })
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("minuta \(words.first { !$0.hasPrefix("-") } ?? "")"))
    #expect(try fixture.content().isEmpty)
  }

  @Test
  func `E22 a lock makes other programs busy, with exit code 4, and ends with its process`()
    async throws
  {
    _ = try await fixture.run("start", "Work")
    let holder = try await fixture.lockHolder()
    let before = try fixture.content()
    let result = try await fixture.run("stop", "--json")
    #expect(result.status == 4)
    #expect(try JSONValue(parsing: result.output)["error"]?["code"] == "storeBusy")
    #expect(try fixture.content() == before)
    #expect(try await fixture.run("status").status == 0)
    holder.end()
    #expect(try await fixture.run("stop").status == 0)
  }
}
