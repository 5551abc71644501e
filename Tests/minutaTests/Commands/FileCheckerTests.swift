import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaTestSupport
import Testing

@testable import MinutaIntents
@testable import minuta

/// Checks files in the process, with the definitions of the built-in intents.
@Suite(.timeLimit(.minutes(5))) struct FileCheckerTests {
  /// A call with one mistake.
  struct BadCall: Sendable, CustomTestStringConvertible {
    let intent: String
    let values: JSONObject
    /// The location of the mistake among the values.
    let place: [String]
    let message: String

    init(_ intent: String, _ values: JSONObject, _ place: [String], _ message: String) {
      (self.intent, self.values, self.place, self.message) = (intent, values, place, message)
    }

    var json: JSONValue { ["intent": .string(intent), "with": .object(values)] }
    var testDescription: String { json.text() }
  }

  static let badCalls = [
    BadCall("LogTime", ["duration": "half"], ["duration"], "'half' is not valid for 'duration'"),
    BadCall("LogTime", ["start": "soon", "duration": "1h"], ["start"], "'soon' is not valid"),
    BadCall("LogTime", ["start": "09:00"], ["duration"], "Give 'duration' or 'end'."),
    BadCall("StopTimer", ["at": "25:00"], ["at"], "'25:00' is not valid for 'at'"),
    BadCall("Summarize", ["range": "sometimes"], ["range"], "'sometimes' is not valid"),
    BadCall("ListRecords", ["filter": "and"], ["filter"], "'and' is not valid for 'filter'"),
    BadCall("CreateTag", ["tag": "A", "color": "blu"], ["color"], "'blu' is not valid"),
    BadCall("Summarize", ["timeZone": "Mars"], ["timeZone"], "'Mars' is not valid"),
    BadCall("Summarize", ["groupBy": ["tag", "x"]], ["groupBy", "1"], "Item 2 of 'groupBy' must"),
    BadCall("StartTimer", ["labels": ["a", ""]], ["labels", "1"], "'' is not valid for item 2"),
    BadCall(
      "BulkUpdate",
      ["filter": "image", "shift": "far"],
      ["shift"],
      "'far' is not valid for 'shift'"
    ),
  ]

  private let engine: IntentEngine

  init() throws {
    let days = LocalCalendar(timeZone: .gmt)
    let provider = DefinitionOnlyProvider(catalog: BuiltInIntentCatalog(), days: days)
    let now = try #require(Timestamp.date("2026-11-20T11:00:00Z"))
    engine = IntentEngine(providers: [provider], now: { now })
  }

  private func mistakes(
    in text: String,
    as kind: FileKind? = nil
  ) async -> (kind: FileKind, [Failure]) {
    let program = Program(environment: .ofCurrentProcess())
    let finding = await FileChecker(program: program, file: "f.json", bytes: Array(text.utf8))
      .finding(as: kind)
    return (finding.kind, finding.mistakes)
  }

  private func expect(_ call: BadCall, at place: String, in file: JSONValue) async {
    let text = file.text(.indented)
    let (_, found) = await mistakes(in: text)
    let pointer = JSONPointer(parsing: place + JSONPointer(call.place).description)
    // The line of a value that is missing is that of the object that lacks it.
    let line = pointer?.line(in: Array(text.utf8))
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.data["path"]?.string == pointer?.description)
    #expect(found.first?.data["line"]?.integer == line)
    #expect(found.first?.message.hasPrefix("f.json:\(line ?? 0): ") == true, "\(found)")
  }

  @Test(arguments: badCalls)
  func `a bad value is found in calls, lists, key maps and workflows, with its place`(
    call: BadCall
  ) async throws {
    await expect(call, at: "/with", in: call.json)
    await expect(call, at: "/1/with", in: [["intent": "StopTimer"], call.json])
    await expect(
      call,
      at: "/keys/k/call/with",
      in: ["minuta": 1, "keys": ["k": ["press": "LOGO+k", "call": call.json]]]
    )
    var step: JSONObject = ["id": "s"]
    for member in call.json.object?.members ?? [] { step[member.key] = member.value }
    let workflow: JSONObject = ["minuta": 1, "id": "w", "title": "W", "steps": [.object(step)]]
    await expect(call, at: "/steps/0/with", in: .object(workflow))
    let (_, lines) = await mistakes(in: "{\"intent\":\"StopTimer\"}\n\(call.json.text())\n")
    #expect(lines.map { $0.data["line"] } == [2])
    #expect(lines.first?.message.contains(call.message) == true, "\(lines)")
  }

  @Test(arguments: badCalls)
  func `the check of a call says what a run of it would say`(call: BadCall) async throws {
    let fixture = try MinutaFixture()
    let (_, found) = await mistakes(in: call.json.text())
    let ran = try await fixture.run(["run", "-", "--json"], input: call.json.text())
    let outcome = try JSONValue(parsing: ran.output)
    let message = try #require((outcome["outcome"] ?? outcome)["dialog"]?.string)
    #expect(found.first?.message == "f.json:1: \(message)")
    #expect(try fixture.content().isEmpty)
  }

  @Test(arguments: badCalls)
  func `values beside references in a workflow are checked`(call: BadCall) async throws {
    let isMissing = call.values[call.place[0]] == nil
    var values = call.values
    values["comment"] = call.intent == "Summarize" ? nil : ["$": "/params/text"]
    if ["Summarize", "CreateTag", "StopTimer", "ListRecords"].contains(call.intent) {
      values["comment"] = nil
      values["tag"] = ["$": "/params/text"]
    }
    let workflow: JSONValue = [
      "minuta": 1, "id": "w", "title": "W",
      "parameters": [
        "type": "object", "properties": ["text": ["type": "string"]], "additionalProperties": false,
      ],
      "steps": [["id": "s", "intent": .string(call.intent), "with": .object(values)]],
    ]
    let (_, found) = await mistakes(in: workflow.text())
    let path = "/steps/0/with" + JSONPointer(call.place).description
    #expect(found.map { $0.data["path"]?.string } == (isMissing ? [] : [path]), "\(found)")
  }

  @Test(arguments: ["tag", "start", "today", "settings"])
  func `an id that is a word for a command is a mistake`(id: String) async {
    let text = #"{"minuta":1,"id":"\#(id)","title":"W","steps":[{"id":"s","intent":"Status"}]}"#
    let (_, found) = await mistakes(in: text)
    #expect(found.map { $0.data["path"] } == ["/id"], "\(found)")
  }

  @Test func `the text of each format is checked`() async throws {
    for definition in BuiltInIntentCatalog().definitions {
      for member in definition.properties.members {
        let item = member.value["items"] ?? member.value
        guard let format = item["x-minuta-type"]?.string,
          !["base64", "file", "format"].contains(format)
        else { continue }
        let text: JSONValue = format == "filter" ? "and" : format == "range" ? "sometimes" : ""
        let value: JSONValue = member.value["items"] == nil ? text : [text]
        let call = IntentCall(definition.id, with: [member.key: value])
        let source = try #require(definition.sources.first)
        let problem = await engine.problem(with: call, from: source, lacksValues: true)
        #expect(problem?.problem?.pointer.tokens.first == member.key, "\(definition.id) \(member)")
      }
    }
  }

  // MARK: Comments

  static let commented: [(FileKind, String)] = [
    (
      .calls,
      #"[{"$comment": "c", "intent": "LogTime", "with": {"$comment": "c", "duration": "5m"}}]"#
    ),
    (
      .settings,
      """
      {"$comment": "c", "weekStart": "monday", "aliases": {"$comment": "c", "w": "week"},
       "log": {"$comment": "c", "level": "info"}, "words": {"$comment": "c", "de": {"$comment": "c"}},
       "rates": [{"$comment": "c", "tag": "A", "rate": 1, "currency": "EUR"}],
       "invoice": {"$comment": "c", "to": {"$comment": "c", "A": ["x"]},
                   "tax": {"$comment": "c", "name": "VAT", "percent": 8}}}
      """
    ),
    (
      .keymap,
      """
      {"$comment": "c", "minuta": 1, "keys": {"$comment": "c", "k": {"$comment": "c", "press": "LOGO+k",
        "call": {"$comment": "c", "intent": "StartTimer", "with": {"$comment": "c"}}}}}
      """
    ),
    (
      .workflow,
      """
      {"$comment": "c", "minuta": 1, "id": "w", "title": "W",
       "parameters": {"$comment": "c", "type": "object", "additionalProperties": false,
                      "properties": {"a": {"$comment": "c", "type": "string"}}},
       "onError": {"$comment": "c", "retry": {"$comment": "c", "max": 1}},
       "steps": [{"$comment": "c", "id": "s", "intent": "Summarize",
                  "if": {"$comment": "c", "exists": {"$comment": "c", "$": "/params/a"}},
                  "with": {"$comment": "c", "tag": {"$comment": "c", "$text": ["x"]},
                           "range": {"$comment": "c", "$literal": "today"}}}],
       "output": {"$comment": "c", "a": 1}}
      """
    ),
    (
      .plugin,
      """
      {"$comment": "c", "minuta": 1, "plugin": "p", "allow": [], "tools": [],
       "mcp": {"$comment": "c", "command": "/bin/true", "env": {"$comment": "c", "A": "b"}},
       "timeouts": {"$comment": "c"}, "pin": {"$comment": "c", "files": {"$comment": "c"}}}
      """
    ),
  ]

  @Test(arguments: commented)
  func `a comment is allowed in every object`(kind: FileKind, text: String) async throws {
    let found = await mistakes(in: text)
    #expect(found.kind == kind)
    #expect(found.1.isEmpty, "\(found.1)")
  }

  @Test(arguments: FileKind.allCases)
  func `the published schema allows a comment where the program does`(kind: FileKind) throws {
    var closed = 0
    func visit(_ schema: JSONValue) {
      for item in schema.array ?? [] { visit(item) }
      guard let object = schema.object else { return }
      for member in object.members { visit(member.value) }
      guard object["additionalProperties"] == false else { return }
      closed += 1
      #expect(object["properties"]?["$comment"] == ["type": "string"], "\(schema.text())")
    }
    visit(.object(kind.schema))
    #expect(closed > 0)
  }

  @Test func `comments in settings and manifests aren't read as names`() throws {
    let texts = Dictionary(uniqueKeysWithValues: Self.commented)
    let settings = try Settings(parsing: Array((texts[.settings] ?? "").utf8), file: "f")
    #expect(settings.aliases.keys.sorted() == ["w"])
    #expect(settings.sheetWords == ["de": [:]])
    #expect(settings.billingRules.clients.count == 1)
  }

  @Test func `a comment among the values of a call is ignored, also by its key`() async throws {
    let fixture = try MinutaFixture()
    let calls = ["first", "other"].map { text in
      #"{"intent": "LogTime", "with": {"$comment": "\#(text)", "duration": "5m", "tag": "A"}}"#
    }
    for call in calls {
      let result = try await fixture.run(["run", "-", "--once"], input: call)
      #expect(result.status == 0, "\(result)")
    }
    #expect(try fixture.records().count == 1)
    let profile = """
      {"$comment": "c", "name": "x", "title": "X", "columns": {"$comment": "c", "start": "A", "end": "B"}}
      """
    let file = try fixture.home.write(profile, to: "profile.json")
    let table = try fixture.home.write("A,B\n2026-01-05 09:00,2026-01-05 10:00\n", to: "t.csv")
    let imported = try await fixture.run("import", "--profile", file, table)
    #expect(imported.status == 0, "\(imported)")
    #expect(try fixture.records().count == 2)
  }
}
