import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@Suite struct InvalidInputTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let intent: String
    let values: JSONObject
    let code: String
    /// The JSON pointer to the invalid argument; nil if the error has none.
    let path: String?

    var testDescription: String { "\(intent) \(JSONValue.object(values).text())" }

    init(_ intent: String, _ values: JSONObject, _ code: String, at path: String? = nil) {
      self.intent = intent
      self.values = values
      self.code = code
      self.path = path
    }
  }

  @Test(arguments: [
    Case("StartTime", [:], "unknownIntent"),
    Case("", [:], "unknownIntent"),
    Case("StartTimer", ["tga": "x"], "invalidValue", at: "/tga"),
    Case("StartTimer", ["tag": 5], "invalidValue", at: "/tag"),
    Case("StartTimer", ["tag": nil], "invalidValue", at: "/tag"),
    Case("StartTimer", ["tag": " "], "invalidValue", at: "/tag"),
    Case("StartTimer", ["tag": "Work", "parallel": "yes"], "invalidValue", at: "/parallel"),
    Case("StartTimer", ["at": "25:00"], "invalidValue", at: "/at"),
    // Larger than 64 bits.
    Case(
      "ListRecords",
      ["limit": .number(JSONNumber(1e20) ?? JSONNumber(0))],
      "invalidValue",
      at: "/limit"
    ),
    Case("StartTimer", ["at": "12:01"], "startInFuture"),
    Case("StartTimer", ["tag": "Old"], "tagArchived"),
    Case("StartTimer", ["tag": "Twin"], "tagAmbiguous"),
    Case("StopTimer", ["tag": "Wrok"], "tagNotFound"),
    Case("StopTimer", ["record": "abcd"], "recordNotFound"),
    Case("StopTimer", ["record": "last", "tag": "Work"], "invalidValue", at: "/record"),
    Case("StopTimer", ["at": "10:00"], "endBeforeStart"),
    Case("StopTimer", ["at": "13:00"], "endInFuture"),
    Case("LogTime", ["tag": "Work"], "missingValue", at: "/duration"),
    Case("LogTime", ["start": "09:00"], "missingValue", at: "/duration"),
    Case("LogTime", ["end": "09:00"], "missingValue", at: "/duration"),
    Case(
      "LogTime",
      ["start": "09:00", "end": "10:00", "duration": "1h"],
      "invalidValue",
      at: "/duration"
    ),
    Case("LogTime", ["start": "10:00", "end": "09:00"], "endBeforeStart"),
    Case("LogTime", ["duration": "90"], "invalidValue", at: "/duration"),
    Case("LogTime", ["start": "11:00", "duration": "2h"], "endInFuture"),
    Case("Summarize", ["range": "tody"], "invalidValue", at: "/range"),
    Case("Summarize", ["groupBy": ["tga"]], "invalidValue", at: "/groupBy/0"),
    Case("Summarize", ["groupBy": ["tag", "tag"]], "invalidValue", at: "/groupBy"),
    Case("Summarize", ["groupBy": "tag"], "invalidValue", at: "/groupBy"),
    Case("Summarize", ["timeZone": "Europe/Zürich"], "invalidValue", at: "/timeZone"),
    Case("Summarize", ["tag": "Nope"], "tagNotFound"),
    Case("ListRecords", ["limit": 0], "invalidValue", at: "/limit"),
    Case("ListRecords", ["tag": "Work", "untagged": true], "invalidValue", at: "/untagged"),
  ])
  func `invalid input is refused and changes nothing`(invalid: Case) async throws {
    let fixture = try IntentFixture()
    _ = try await fixture.value("StartTimer", ["tag": "Work", "at": "11:00"])
    var tags = try JSONValue(parsing: fixture.folder.text(of: "tags.json"))["tags"]?.array ?? []
    for (name, isArchived) in [("Old", true), ("Twin", false), ("Twin", false)] {
      tags.append([
        "id": .string(UUID().uuidString), "name": .string(name), "color": "#000000",
        "isArchived": .bool(isArchived), "createdAt": "2026-01-01T00:00:00Z",
      ])
    }
    try fixture.folder.write(JSONValue.object(["tags": .array(tags)]).text(), to: "tags.json")
    let before = try fixture.folder.content()

    let outcome = await fixture.perform(invalid.intent, invalid.values)
    #expect(outcome.error?.code == invalid.code)
    if let path = invalid.path { #expect(outcome.error?.data["path"]?.string == path) }
    #expect(try fixture.folder.content() == before)
  }

  @Test(arguments: [
    "R&D; rm -rf ~", "$(reboot)", "`id`", "'quoted' \"twice\"", "two\nlines", "-u", "--json", "now",
    "today", "🧑‍💻 coding", "日本語", "עברית", "\u{202E}desrever", "a/b\\c", "%s %n {tag} ${x} {{x}}",
    "\0", "null", String(repeating: "é", count: 10_000),
  ])
  func `E37 to E43 any text is a valid tag name`(name: String) async throws {
    let fixture = try IntentFixture()
    let started = try await fixture.value("StartTimer", ["tag": .string(name)])
    #expect(started["record"]?["tag"]?["name"]?.string == name)
    let stopped = try await fixture.value("StopTimer", ["tag": .string(name), "at": "now"])
    #expect(stopped["records"]?.array?.count == 1)
    let listed = try await fixture.value("ListTags")
    #expect(listed["tags"]?.array?.compactMap { $0["name"]?.string } == [name])
  }

  @Test func `a tag name of more than 10,000 characters is refused`() async throws {
    let fixture = try IntentFixture()
    let name = String(repeating: "x", count: 10_001)
    let outcome = await fixture.perform("StartTimer", ["tag": .string(name)])
    #expect(outcome.error?.code == "invalidValue")
    #expect(outcome.error?.data["path"] == "/tag")
  }
}
