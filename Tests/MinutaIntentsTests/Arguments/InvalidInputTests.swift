import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Testing

/// What is said where the times of a stretch are not enough.
private let twoTimes = "Give two of 'start', 'end' and 'duration', or 'duration' alone."

@Suite struct InvalidInputTests {
  struct InvalidInputCase: Sendable, CustomTestStringConvertible {
    let intent: String
    let values: JSONObject
    let code: String
    let message: String

    var testDescription: String { "\(intent) \(JSONValue.object(values).text())" }

    init(_ intent: String, _ values: JSONObject, _ code: String, _ message: String) {
      self.intent = intent
      self.values = values
      self.code = code
      self.message = message
    }
  }

  @Test(arguments: [
    InvalidInputCase(
      "StartTime",
      [:],
      "unknownIntent",
      "There is no intent 'StartTime' (did you mean 'StartTimer'?)."
    ),
    InvalidInputCase("", [:], "unknownIntent", "There is no intent ''."),
    InvalidInputCase(
      "StartTimer",
      ["tga": "x"],
      "invalidValue",
      "There is no parameter 'tga' (did you mean 'tag'?)."
    ),
    InvalidInputCase("StartTimer", ["tag": 5], "invalidValue", "'tag' must be a text, not '5'."),
    InvalidInputCase(
      "StartTimer",
      ["tag": nil],
      "invalidValue",
      "'tag' must be a text, not 'null'."
    ),
    InvalidInputCase("StartTimer", ["tag": " "], "invalidValue", "'tag' must be a name, not ' '."),
    InvalidInputCase(
      "StartTimer",
      ["tag": "Work", "parallel": "yes"],
      "invalidValue",
      "'parallel' must be true or false, not 'yes'."
    ),
    InvalidInputCase(
      "StartTimer",
      ["at": "25:00"],
      "invalidValue",
      "'at' must be a time such as 09:30, -15m or 2026-11-20T09:30:00+01:00, not '25:00'."
    ),
    InvalidInputCase(
      "StartTimer",
      ["at": "12:01"],
      "startInFuture",
      "A timer cannot start in the future (12:01)."
    ),
    InvalidInputCase(
      "StartTimer",
      ["tag": "Old"],
      "tagArchived",
      "The tag 'Old' is archived; unarchive it first."
    ),
    InvalidInputCase(
      "StartTimer",
      ["tag": "Twin"],
      "tagAmbiguous",
      "2 tags are called 'Twin'; name one by its id."
    ),
    InvalidInputCase(
      "StopTimer",
      ["tag": "Wrok"],
      "tagNotFound",
      "There is no tag 'Wrok' (did you mean 'Work'?)."
    ),
    InvalidInputCase(
      "StopTimer",
      ["record": "abcd"],
      "recordNotFound",
      "There is no record 'abcd'."
    ),
    InvalidInputCase(
      "StopTimer",
      ["record": "last", "tag": "Work"],
      "invalidValue",
      "'record' cannot stand beside 'tag'."
    ),
    InvalidInputCase(
      "StopTimer",
      ["at": "10:00"],
      "endBeforeStart",
      "The end (10:00) lies before the start (11:00)."
    ),
    InvalidInputCase(
      "StopTimer",
      ["at": "13:00"],
      "endInFuture",
      "The end lies in the future (13:00)."
    ),
    InvalidInputCase("LogTime", ["tag": "Work"], "missingValue", twoTimes),
    InvalidInputCase("LogTime", ["start": "09:00"], "missingValue", twoTimes),
    InvalidInputCase("LogTime", ["end": "09:00"], "missingValue", twoTimes),
    InvalidInputCase(
      "LogTime",
      ["start": "09:00", "end": "10:00", "duration": "1h"],
      "invalidValue",
      "'duration' cannot stand beside 'end'."
    ),
    InvalidInputCase(
      "LogTime",
      ["start": "10:00", "end": "09:00"],
      "endBeforeStart",
      "The end (09:00) lies before the start (10:00)."
    ),
    InvalidInputCase(
      "LogTime",
      ["duration": "90"],
      "invalidValue",
      "'duration' must be a duration such as 1h30m, 90m, 1:30 or 1.5h, not '90'."
    ),
    InvalidInputCase(
      "LogTime",
      ["start": "11:00", "duration": "2h"],
      "endInFuture",
      "The end lies in the future (13:00)."
    ),
    InvalidInputCase(
      "Summarize",
      ["range": "tody"],
      "invalidValue",
      "'range' must be a range such as today, not 'tody'."
    ),
    InvalidInputCase(
      "Summarize",
      ["groupBy": ["tga"]],
      "invalidValue",
      "'groupBy/0' must be 'tag', 'day', 'week', 'month', 'year', 'weekday', 'hour' or 'comment', "
        + "not 'tga' (did you mean 'tag'?)."
    ),
    InvalidInputCase(
      "Summarize",
      ["groupBy": ["tag", "tag"]],
      "invalidValue",
      "'groupBy' holds 'tag' twice."
    ),
    InvalidInputCase(
      "Summarize",
      ["groupBy": "tag"],
      "invalidValue",
      "'groupBy' must be a list, not 'tag'."
    ),
    InvalidInputCase(
      "Summarize",
      ["timeZone": "Europe/Zürich"],
      "invalidValue",
      "'timeZone' must be the name of a time zone such as Europe/Zurich, not 'Europe/Zürich'."
    ),
    InvalidInputCase("Summarize", ["tag": "Nope"], "tagNotFound", "There is no tag 'Nope'."),
    InvalidInputCase(
      "ListRecords",
      ["limit": 0],
      "invalidValue",
      "'limit' must be at least 1, not '0'."
    ),
    InvalidInputCase(
      "ListRecords",
      ["tag": "Work", "untagged": true],
      "invalidValue",
      "'untagged' cannot stand beside 'tag'."
    ),
  ])
  func `bad input gets one clear sentence and changes nothing`(mistake: InvalidInputCase)
    async throws
  {
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

    let outcome = await fixture.perform(mistake.intent, mistake.values)
    #expect(outcome.error?.code == mistake.code)
    #expect(outcome.error?.message == mistake.message)
    #expect(try fixture.folder.content() == before)
  }

  @Test(arguments: [
    "R&D; rm -rf ~", "$(reboot)", "`id`", "'quoted' \"twice\"", "two\nlines", "-u", "--json", "now",
    "today", "🧑‍💻 coding", "日本語", "עברית", "\u{202E}desrever", "a/b\\c", "%s %n {tag} ${x} {{x}}",
    "\0", "null", String(repeating: "é", count: 10_000),
  ])
  func `E37 to E43 any text is a name`(name: String) async throws {
    let fixture = try IntentFixture()
    let started = try await fixture.value("StartTimer", ["tag": .string(name)])
    #expect(started["record"]?["tag"]?["name"]?.string == name)
    let stopped = try await fixture.value("StopTimer", ["tag": .string(name), "at": "now"])
    #expect(stopped["records"]?.array?.count == 1)
    let listed = try await fixture.value("ListTags")
    #expect(listed["tags"]?.array?.compactMap { $0["name"]?.string } == [name])
  }

  @Test func `a name of more than 10,000 characters is refused`() async throws {
    let fixture = try IntentFixture()
    let name = String(repeating: "x", count: 10_001)
    let outcome = await fixture.perform("StartTimer", ["tag": .string(name)])
    #expect(outcome.sentence == "'tag' must have at most 10000 in length, not 10001.")
  }
}
