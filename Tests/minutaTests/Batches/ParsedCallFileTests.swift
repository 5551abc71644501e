import Foundation
import JSONText
import MinutaTestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct CallFileTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  @Test func `a batch prints a line for each call and a summary`() async throws {
    let example = PackageDirectory.path + "/Examples/first-day.json"
    let result = try await fixture.run("run", example)
    #expect(result.status == 0)
    let lines = try result.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    #expect(lines.dropLast().map { $0["index"]?.integer } == Array(0..<7))
    #expect(lines.dropLast().map { $0["pointer"]?.string } == (0..<7).map { "/\($0)" })
    #expect(lines.last?.text() == #"{"summary":{"calls":7,"ok":7,"failed":0,"notRun":0}}"#)
    let total = lines[6]["outcome"]?["value"]?["totalSeconds"]
    #expect(total == 28500)
    #expect(try fixture.records().count == 5)
  }

  @Test func `a batch ends at the first failure with its code`() async throws {
    let batch = """
      [{"intent": "StartTimer", "with": {"tag": "Work"}},
       {"intent": "StopTimer", "with": {"tag": "Nothing"}},
       {"intent": "StopTimer"}]
      """
    let result = try await fixture.run(["run", "-"], input: batch)
    #expect(result.status == 1)
    let lines = try result.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    #expect(lines.map { $0["outcome"]?["status"]?.string } == ["ok", "failed", nil])
    #expect(lines.last?.text() == #"{"summary":{"calls":3,"ok":1,"failed":1,"notRun":1}}"#)
  }

  @Test(arguments: [
    ("", "FILE:1: invalid JSON: unexpected end of text."),
    ("\n\n{,}", "FILE:3: invalid JSON: unexpected ','."),
    ("{\"intent\": \"Status\",}", "FILE:1: invalid JSON: trailing comma."),
    (
      "[\n{\"intent\": \"Status\"},\n{\"intent\": \"Status\", \"intent\": \"x\"}]",
      "FILE:3: invalid JSON: duplicate key 'intent'."
    ),
    ("{} {}", "FILE:1: invalid JSON: unexpected text after the value."),
    ("5", "FILE:1: The top-level value must be an object or a list, not the number 5."),
    ("{}", "FILE:1: The key 'intent' is missing."),
    ("{\"with\": {}}", "FILE:1: The key 'intent' is missing."),
    ("{\n\"intnt\": 1}", "FILE:2: Unknown key 'intnt' (did you mean 'intent'?)."),
    (
      "[\n\n{\"intent\": \"Status\",\n\"wiht\": {}}]",
      "FILE:4: Call 1: Unknown key 'wiht' (did you mean 'with'?)."
    ),
    ("{\"intent\": 5}", "FILE:1: 'intent' must be text, not the number 5."),
    (
      "{\"intent\": \"Status\", \"with\": []}",
      "FILE:1: 'with' must be an object, not the list []."
    ),
    ("\u{FEFF}{}", "FILE:1: invalid JSON: unexpected byte-order mark."),
  ])
  func `a malformed file is named with the line`(text: String, message: String) async throws {
    let path = try fixture.home.write(text, to: "bad.json")
    let result = try await fixture.run("run", path)
    let expected = message.replacing("FILE", with: path)
    #expect(result.errors == "minuta: \(expected)\n")
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(try fixture.content().isEmpty)
  }

  @Test func `values that need no store are validated before anything is written`()
    async throws
  {
    let mistakes: [JSONObject] = [
      ["start": "25:00", "duration": "1h"], ["duration": "x"], ["start": "09:00"],
      ["tag": " ", "duration": "1h"], ["start": "09:00", "end": "10:00", "duration": "1h"],
    ]
    for values in mistakes {
      let calls: JSONValue = [
        ["intent": "LogTime", "with": ["duration": "1m"]],
        ["intent": "LogTime", "with": .object(values)],
      ]
      let result = try await fixture.run(["run", "-"], input: calls.text())
      #expect(result.status == (values == ["start": "09:00"] ? 3 : 2))
      #expect(result.output.split(separator: "\n").count == 2)
      #expect(try fixture.content().isEmpty)
    }
  }

  @Test func `unwritable results of a batch set the exit code`() async throws {
    let example = PackageDirectory.path + "/Examples/first-day.json"
    let result = try await TestPrograms.run(
      "/bin/sh",
      ["-c", #"exec "$0" run "$1" >/dev/full"#, TestPrograms.minuta, example],
      environment: fixture.environment
    )
    #expect(result.status == 1)
    let words =
      "Can't write the results: No space left on device. Changes made so far are kept."
    #expect(result.errors == "minuta: \(words)\n")
    #expect(try fixture.records().count == 5)
  }

  @Test func `a second run with --once adds nothing`() async throws {
    let call = #"{"intent": "LogTime", "with": {"tag": "Work", "duration": "5m"}}"#
    let file = try fixture.home.write("[\(call), \(call)]", to: "twice.json")
    let first = try await fixture.run("run", file, "--once")
    #expect(first.status == 0)
    #expect(try fixture.records().count == 2)
    let content = try fixture.content()
    let second = try await fixture.run("run", file, "--once")
    #expect(second.output.components(separatedBy: #""repeated":true"#).count == 3)
    #expect(second.output.hasSuffix(#""repeated":2}}"# + "\n"))
    #expect(try fixture.content() == content)
    _ = try await fixture.run("run", file)
    #expect(try fixture.records().count == 4)
  }

  @Test func `an atomic batch is performed completely or not at all, and undone as one`()
    async throws
  {
    let log = #"{"intent": "LogTime", "with": {"tag": "Work", "duration": "5m"}}"#
    let stop = #"{"intent": "StopTimer", "with": {"tag": "Work"}}"#
    let unknown = #"{"intent": "StopTimer", "with": {"tag": "Nothing"}}"#
    let failed = try await fixture.run(["run", "-", "--atomic"], input: "[\(log), \(unknown)]")
    #expect(failed.status == 1)
    #expect(failed.output.hasPrefix(#"{"index":1,"pointer":"/1","outcome":{"status":"failed""#))
    #expect(
      failed.output.hasSuffix("{\"summary\":{\"calls\":2,\"ok\":0,\"failed\":1,\"notRun\":1}}\n")
    )
    #expect(try fixture.content().isEmpty)
    let done = try await fixture.run(["run", "-", "--atomic"], input: "[\(log), \(stop), \(log)]")
    #expect(done.status == 0)
    #expect(try fixture.records().count == 2)
    let history = try await fixture.outcome(["history"])
    #expect(history["value"]?["entries"]?.array?.map { $0["intent"]?.string } == ["Batch"])
    _ = try await fixture.run("undo")
    #expect(try fixture.records().isEmpty)
  }

  @Test func `F4 a call with one key from twenty processes runs once`() async throws {
    let words = ["log", "Work", "5m", "--key", "press-1"]
    let outcomes = try await withThrowingTaskGroup(of: JSONValue.self) { group in
      for _ in 0..<20 { group.addTask { try await fixture.outcomeInCrowd(words) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(try fixture.records().count == 1)
    #expect(outcomes.count { $0["repeated"] == true } == 19)
    #expect(Set(outcomes.map { $0["value"] }).count == 1)
  }

  @Test func `every mistake of a batch is reported before anything is written`() async throws {
    let batch = """
      [{"intent": "StartTimer", "with": {"tag": "Work"}},
       {"intent": "StartTimr"}, {"intent": "LogTime", "with": {"duration": 5}}]
      """
    let result = try await fixture.run(["run", "-"], input: batch)
    #expect(result.status == 2)
    let lines = try result.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    #expect(lines.map { $0["index"]?.integer } == [1, 2, nil])
    #expect(lines.last?.text() == #"{"summary":{"calls":3,"ok":0,"failed":2,"notRun":1}}"#)
    #expect(try fixture.content().isEmpty)
  }
}
