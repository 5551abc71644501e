import Foundation
import JSONText
import MinutaTestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct LogTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  /// Returns the messages that a command logs to standard error as JSON.
  private func messages(_ words: String...) async throws -> [JSONValue] {
    let result = try await fixture.run(words + ["--log-level", "debug", "--log-format", "json"])
    return try result.errors.split(separator: "\n").filter { $0.hasPrefix("{") }.map {
      try JSONValue(parsing: String($0))
    }
  }

  @Test func `nothing is logged by default`() async throws {
    #expect(try await fixture.run("start", "Work").errors.isEmpty)
    #expect(try fixture.home.content().keys.contains { $0.contains("minuta.log") } == false)
  }

  @Test func `a call is logged with its source, duration and outcome, and without its values`()
    async throws
  {
    let messages = try await messages("log", "Work", "5m", "--comment", "secret", "--key", "k3y")
    let call = try #require(messages.first { $0["category"] == "intents" })
    #expect(call["message"] == "Call ended")
    #expect(call["level"] == "info")
    #expect(call["fields"]?["intent"] == "LogTime")
    #expect(call["fields"]?["source"] == "commandLine")
    #expect(call["fields"]?["status"] == "ok")
    #expect(call["fields"]?["ms"]?.integer != nil)
    let time = try #require(call["time"]?.string)
    #expect(time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
    #expect(messages.allSatisfy { !$0.text().contains("secret") && !$0.text().contains("k3y") })
  }

  @Test func `a call that fails is an error with its code`() async throws {
    let failed = try await messages("edit", "ffff", "--comment", "x").filter {
      $0["level"] == "error"
    }
    #expect(failed.compactMap { $0["fields"]?["code"]?.string } == ["recordNotFound"])
  }

  @Test func `the data folder is logged with its source and its changes`() async throws {
    _ = try await fixture.run("log", "Work", "5m")
    let storage = try await messages("log", "Work", "5m").filter { $0["category"] == "storage" }
    #expect(storage.first?["fields"]?["path"]?.string == fixture.store)
    #expect(storage.first?["fields"]?["chosenBy"] == "MINUTA_STORE")
    #expect(storage.contains { $0["message"] == "Locked the data folder" })
    #expect(storage.contains { $0["message"] == "Committed" })
  }

  @Test func `a recovery, an index rebuild and a skipped file are logged`() async throws {
    _ = try await fixture.run("log", "Work", "5m", "--start", "2024-05-17T08:00:00Z")
    let journal = try #require(
      try fixture.content().keys.first { $0.contains("/history-") && $0.hasSuffix(".jsonl") }
    )
    let handle = try #require(FileHandle(forWritingAtPath: fixture.store + "/" + journal))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("0123456789abcdef {\"torn".utf8))
    try handle.close()
    try fixture.home.write("", to: "store/records/2024/05/2024-05-17_100000.json")
    try? FileManager.default.removeItem(atPath: fixture.home.path + "/.cache")
    let summed = try await messages("summary", "all").map { $0["message"]?.string ?? "" }
    #expect(summed.contains { $0.hasPrefix("Rebuilding the index") })
    #expect(summed.contains("Skipped a file"))
    let logged = try await messages("log", "Work", "5m").map { $0["message"]?.string ?? "" }
    #expect(logged.contains("Recovering an interrupted write"))
  }

  @Test func `MINUTA_LOG enables logging like the flag`() async throws {
    let result = try await fixture.run(["status"], environment: ["MINUTA_LOG": "intents=info"])
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(result.errors.contains("info intents: Call ended (intent=Status,"))
  }

  @Test(arguments: [
    (["--log-level", "loud"], "'loud' in '--log-level' is not a log level."),
    (["--log-level", "store=info"], "'store=info' in '--log-level' is not a log level."),
    (
      ["--log-level", "info", "--log-format", "xml"],
      "'xml' isn't valid for '--log-format'. Use 'text' or 'json'."
    ),
    (["--log-level"], "needs a value."),
  ])
  func `an invalid level or format is refused`(flags: [String], sentence: String)
    async throws
  {
    let result = try await fixture.run(["status"] + flags)
    #expect(result.status == 2)
    #expect(result.errors.contains(sentence))
    #expect(result.output.isEmpty)
  }

  @Test func `the settings enable a private, rotated log file`() async throws {
    try fixture.home.write(#"{"log":{"level":"info","format":"json"}}"#, to: settings)
    _ = try await fixture.run("log", "Work", "5m")
    let log = ".local/state/minuta/minuta.log"
    let first = try fixture.home.text(of: log)
    #expect(first.contains(#""message":"Call ended""#))
    let full = String(repeating: "x", count: 1 << 20)
    for number in 1...5 {
      try fixture.home.write(full + "\(number)", to: log)
      _ = try await fixture.run("status")
    }
    let logs = try fixture.home.content().keys.filter { $0.contains("minuta.log") }.sorted()
    #expect(
      logs.filter { !$0.hasSuffix(".lock") } == [log, log + ".1", log + ".2", log + ".3"]
    )
    #expect(try fixture.home.text(of: log).contains("Call ended"))
    #expect(try fixture.home.text(of: log + ".1").hasSuffix("5"))
  }

  @Test func `an unwritable log file stops nothing`() async throws {
    try fixture.home.write(#"{"log":{"level":"debug"}}"#, to: settings)
    try FileManager.default.createDirectory(
      atPath: fixture.home.path + "/.local/state/minuta/minuta.log",
      withIntermediateDirectories: true
    )
    let result = try await fixture.run("log", "Work", "5m")
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
  }

  @Test(arguments: [
    #"{"log":{"level":"loud"}}"#, #"{"log":"info"}"#, #"{"log":{"levels":"info"}}"#,
  ])
  func `invalid log settings are named`(text: String) async throws {
    try fixture.home.write(text, to: settings)
    let result = try await fixture.run("status")
    #expect(result.status == 2)
    #expect(result.errors.contains("settings.json"))
  }

  @Test(.requires("python3"))
  func `a plugin's start and end are logged`() async throws {
    try await PluginFixture.run { plugins in
      try await plugins.add("demo")
      let result = try await plugins.fixture.run(
        ["run", "demo__echo"],
        environment: ["MINUTA_LOG": "plugins=info"]
      )
      let logged = result.errors.split(separator: "\n").map { $0.drop { $0 != " " }.dropFirst() }
      #expect(logged.first == "info plugins: Started (plugin=demo)")
      #expect(logged.last?.hasPrefix("info plugins: Stopped (plugin=demo, how=") == true)
    }
  }

  private let settings = ".config/minuta/settings.json"
}
