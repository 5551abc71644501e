import Foundation
import JSONText
import MinutaTestSupport
import Testing

@testable import minuta

/// Tests `minuta check` and `minuta schema` with the real program.
@Suite(.timeLimit(.minutes(10))) struct CheckCommandTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  @Test(
    arguments: [
      ("a.json", "{\n\"timeZone\": \"Mars\"}", [2]),
      ("a.json", "{\n\"overlap\": 1,\n\"dayStrat\": 1}", [2, 3]),
      ("a.json", "{\n\"overlap\": }", [2]),
      ("a.json", "{\"intent\": \"LogTime\",\n\"with\": {\n\"tga\": \"Work\"}}", [3]),
      ("a.json", "[{\"intent\": \"StopTimer\"},\n{\n\"intent\": \"StopTmer\"}]", [3]),
      ("a.jsonl", "{\"intent\": \"StopTimer\"}\n\n{\"intnt\": 1}\n{", [3, 4]),
      ("a.json", "{\"intent\": \"Start\"}", [1]),
      ("a.json", "{\n\"Intent\": \"LogTime\", \"with\": {\"duration\": \"5m\"}}", [2]),
      (
        "a.json",
        "{\"minuta\": 1, \"id\": \"a\", \"title\": \"A\",\n\"steps\": [\n{\"id\": \"s\"}]}",
        [3]
      ),
      (
        "a.json",
        "{\"minuta\": 1, \"keys\": {\"w\": {\"press\": \"LOGO+w\",\n\"call\": {\"intent\": \"StopTimr\"}}}}",
        [2]
      ),
      ("a.json", "{\"minuta\": 1,\n\"plugin\": 2}", [1]),
      ("a.json", "{\"minuta\": 1,\n\"sources\": []}", [1]),
    ]
  )
  func `mistakes are shown with their lines, and the kind is recognized`(
    name: String,
    text: String,
    lines: [Int]
  ) async throws {
    let file = try fixture.home.write(text, to: name)
    let result = try await fixture.run("check", file)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    let problems = try await fixture.outcome(["check", file])["error"]?["data"]?["problems"]?.array
    #expect(problems?.count == lines.count)
    let messages = (problems ?? []).map { "minuta: \($0["message"]?.string ?? "")\n" }
    #expect(result.errors == messages.joined())
    for (message, line) in zip(messages, lines) {
      #expect(message.hasPrefix("minuta: \(file):\(line): "))
    }
  }

  @Test(
    arguments: [
      ("{\"intent\": \"LogTime\",\n\"tag\": \"x\"}", "'with'"),
      (
        "{\"minuta\": 1, \"id\": \"a\", \"title\": \"A\", \"steps\": [{\"id\": \"s\", \"intent\": \"LogTime\",\n\"duration\": \"5m\"}]}",
        "'with'"
      ),
      (
        "{\"minuta\": 1, \"keys\": {\"w\": {\"press\": \"LOGO+w\",\n\"intent\": \"StopTimer\"}}}",
        "'call'"
      ),
    ]
  )
  func `a value in the wrong object is named with the right one`(
    text: String,
    object: String
  ) async throws {
    let errors = try await fixture.run(["check", "-"], input: text).errors
    #expect(errors.hasPrefix("minuta: standard input:2: "))
    #expect(errors.hasSuffix(" into \(object).\n"), "\(errors)")
  }

  @Test(
    arguments: [
      ("Examples/reports/settings.json", "a valid settings file"),
      ("Examples/first-day.json", "a valid call file"),
      ("Examples/month.jsonl", "a valid call file"), ("Examples/keymap.json", "a valid key map"),
      ("Examples/workflows/end_of_day.json", "a valid workflow"),
      ("Examples/workflows/no_archived_client.json", "a valid workflow"),
      ("Examples/Plugins/Habits/Intents/Streaks.json", "a valid intent definition"),
    ]
  )
  func `an example file is recognized and has no mistake`(path: String, phrase: String) async throws
  {
    let file = "\(PackageDirectory.path)/\(path)"
    let result = try await fixture.run("check", file)
    #expect(result.output == "'\(file)' is \(phrase).\n")
    #expect(result.status == 0, "\(result.errors)")
  }

  private func workflow(_ id: String, with parameter: String = "tag") -> String {
    """
    {"minuta": 1, "title": "A",
    "id": "\(id)",
    "parameters": {"type": "object", "properties": {"\(parameter)": {"type": "string"}},
      "additionalProperties": false},
    "steps": [{"id": "s", "intent": "Status"}]}
    """
  }

  @Test(arguments: ["log", "tag", "week", "check"])
  func `an id that is the name of a command is refused`(id: String) async throws {
    let result = try await fixture.run(["check", "-"], input: workflow(id))
    #expect(result.status == 2)
    #expect(result.errors.contains("standard input:2: ") && result.errors.contains("'\(id)'"))
    #expect(try await fixture.run(["check", "-"], input: workflow("\(id)2")).status == 0)
  }

  @Test(arguments: ["store", "json", "with", "dryRun"])
  func `a parameter whose flag is one of the program's is named`(name: String) async throws {
    let checked = try await fixture.run(["check", "-"], input: workflow("a", with: name))
    #expect(checked.status == 0 && checked.output.contains("--with '{\"\(name)\": …}'"))
    let other = try await fixture.run(["check", "-"], input: workflow("a", with: "\(name)2"))
    #expect(!other.output.contains("--with"))
  }

  @Test func `the mistakes of a key map are in the order of their lines`() async throws {
    let keys = ["z", "a"].map { key in
      "\"\(key)\": {\"press\": \"LOGO+\(key)\", \"call\": {\"intent\": \"None\"}}"
    }
    let map = "{\"minuta\": 1, \"keys\": {\n\(keys.joined(separator: ",\n"))}}"
    let checked = try await fixture.run(["check", "-", "--json"], input: map)
    let problems = try JSONValue(parsing: checked.output)["error"]?["data"]?["problems"]?.array
    #expect(problems?.compactMap { $0["line"]?.integer } == [2, 3], "\(checked)")
  }

  @Test func `a file can be standard input, and its kind can be named`() async throws {
    let right = try await fixture.run(["check", "-"], input: #"{"weekStart": "monday"}"#)
    #expect(right.output == "'standard input' is a valid settings file.\n")
    let wrong = try await fixture.run(["check", "-", "--as", "calls"], input: "{}")
    #expect(wrong.errors == "minuta: standard input:1: The key 'intent' is missing.\n")
    let unknown = try await fixture.run(["check", "-", "--as", "call"], input: "{}")
    #expect(unknown.errors.contains("'call' isn't valid for '--as'. Use 'settings', 'calls', "))
  }

  @Test(arguments: FileKind.allCases)
  func `a printed schema is JSON and allows the key $schema`(kind: FileKind) async throws {
    let schema = try JSONValue(parsing: try await fixture.run("schema", kind.rawValue).output)
    #expect(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema")
    let object = kind == .calls ? schema["$defs"]?["call"] : schema
    #expect(object?["properties"]?["$schema"] == ["type": "string"])
  }
}
