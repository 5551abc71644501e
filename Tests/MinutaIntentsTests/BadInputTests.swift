import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Testing

/// What is said where the times of a stretch are not enough.
private let twoTimes = "Give two of 'start', 'end' and 'duration', or 'duration' alone."

@Suite struct BadInputTests {
  struct Mistake: Sendable, CustomTestStringConvertible {
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
    Mistake(
      "StartTime",
      [:],
      "unknownIntent",
      "There is no intent 'StartTime' (did you mean 'StartTimer'?)."
    ),
    Mistake("", [:], "unknownIntent", "There is no intent ''."),
    Mistake(
      "StartTimer",
      ["tga": "x"],
      "invalidValue",
      "There is no parameter 'tga' (did you mean 'tag'?)."
    ),
    Mistake("StartTimer", ["tag": 5], "invalidValue", "'tag' must be a text, not '5'."),
    Mistake("StartTimer", ["tag": nil], "invalidValue", "'tag' must be a text, not 'null'."),
    Mistake("StartTimer", ["tag": " "], "invalidValue", "'tag' must be a name, not ' '."),
    Mistake(
      "StartTimer",
      ["tag": "Work", "parallel": "yes"],
      "invalidValue",
      "'parallel' must be true or false, not 'yes'."
    ),
    Mistake(
      "StartTimer",
      ["at": "25:00"],
      "invalidValue",
      "'at' must be a time such as 09:30, -15m or 2026-11-20T09:30:00+01:00, not '25:00'."
    ),
    Mistake(
      "StartTimer",
      ["at": "12:01"],
      "startInFuture",
      "A timer cannot start in the future (12:01)."
    ),
    Mistake(
      "StartTimer",
      ["tag": "Old"],
      "tagArchived",
      "The tag 'Old' is archived; unarchive it first."
    ),
    Mistake(
      "StartTimer",
      ["tag": "Twin"],
      "tagAmbiguous",
      "2 tags are called 'Twin'; name one by its id."
    ),
    Mistake(
      "StopTimer",
      ["tag": "Wrok"],
      "tagNotFound",
      "There is no tag 'Wrok' (did you mean 'Work'?)."
    ),
    Mistake("StopTimer", ["record": "abcd"], "recordNotFound", "There is no record 'abcd'."),
    Mistake(
      "StopTimer",
      ["record": "last", "tag": "Work"],
      "invalidValue",
      "'record' cannot stand beside 'tag'."
    ),
    Mistake(
      "StopTimer",
      ["at": "10:00"],
      "endBeforeStart",
      "The end (10:00) lies before the start (11:00)."
    ),
    Mistake("StopTimer", ["at": "13:00"], "endInFuture", "The end lies in the future (13:00)."),
    Mistake("LogTime", ["tag": "Work"], "missingValue", twoTimes),
    Mistake("LogTime", ["start": "09:00"], "missingValue", twoTimes),
    Mistake("LogTime", ["end": "09:00"], "missingValue", twoTimes),
    Mistake(
      "LogTime",
      ["start": "09:00", "end": "10:00", "duration": "1h"],
      "invalidValue",
      "'duration' cannot stand beside 'end'."
    ),
    Mistake(
      "LogTime",
      ["start": "10:00", "end": "09:00"],
      "endBeforeStart",
      "The end (09:00) lies before the start (10:00)."
    ),
    Mistake(
      "LogTime",
      ["duration": "90"],
      "invalidValue",
      "'duration' must be a duration such as 1h30m, 90m, 1:30 or 1.5h, not '90'."
    ),
    Mistake(
      "LogTime",
      ["start": "11:00", "duration": "2h"],
      "endInFuture",
      "The end lies in the future (13:00)."
    ),
    Mistake(
      "Summarize",
      ["range": "tody"],
      "invalidValue",
      "'range' must be a range such as today, not 'tody'."
    ),
    Mistake(
      "Summarize",
      ["groupBy": ["tga"]],
      "invalidValue",
      "'groupBy/0' must be 'tag', 'day', 'week', 'month', 'year', 'weekday', 'hour' or 'comment', "
        + "not 'tga' (did you mean 'tag'?)."
    ),
    Mistake(
      "Summarize",
      ["groupBy": ["tag", "tag"]],
      "invalidValue",
      "'groupBy' holds 'tag' twice."
    ),
    Mistake(
      "Summarize",
      ["groupBy": "tag"],
      "invalidValue",
      "'groupBy' must be a list, not 'tag'."
    ),
    Mistake(
      "Summarize",
      ["timeZone": "Europe/Zürich"],
      "invalidValue",
      "'timeZone' must be the name of a time zone such as Europe/Zurich, not 'Europe/Zürich'."
    ),
    Mistake("Summarize", ["tag": "Nope"], "tagNotFound", "There is no tag 'Nope'."),
    Mistake("ListRecords", ["limit": 0], "invalidValue", "'limit' must be at least 1, not '0'."),
    Mistake(
      "ListRecords",
      ["tag": "Work", "untagged": true],
      "invalidValue",
      "'untagged' cannot stand beside 'tag'."
    ),
  ])
  func `bad input gets one clear sentence and changes nothing`(mistake: Mistake) async throws {
    let bench = try IntentBench()
    _ = try await bench.value("StartTimer", ["tag": "Work", "at": "11:00"])
    var tags = try JSONValue(parsing: bench.folder.text(of: "tags.json"))["tags"]?.array ?? []
    for (name, isArchived) in [("Old", true), ("Twin", false), ("Twin", false)] {
      tags.append([
        "id": .string(UUID().uuidString), "name": .string(name), "color": "#000000",
        "isArchived": .bool(isArchived), "createdAt": "2026-01-01T00:00:00Z",
      ])
    }
    try bench.folder.write(JSONValue.object(["tags": .array(tags)]).text(), to: "tags.json")
    let before = try bench.folder.content()

    let outcome = await bench.perform(mistake.intent, mistake.values)
    #expect(outcome.error?.code == mistake.code)
    #expect(outcome.error?.message == mistake.message)
    #expect(try bench.folder.content() == before)
  }

  @Test(arguments: [
    "R&D; rm -rf ~", "$(reboot)", "`id`", "'quoted' \"twice\"", "two\nlines", "-u", "--json", "now",
    "today", "🧑‍💻 coding", "日本語", "עברית", "\u{202E}desrever", "a/b\\c", "%s %n {tag} ${x} {{x}}",
    "\0", "null", String(repeating: "é", count: 10_000),
  ])
  func `E37 to E43 any text is a name`(name: String) async throws {
    let bench = try IntentBench()
    let started = try await bench.value("StartTimer", ["tag": .string(name)])
    #expect(started["record"]?["tag"]?["name"]?.string == name)
    let stopped = try await bench.value("StopTimer", ["tag": .string(name), "at": "now"])
    #expect(stopped["records"]?.array?.count == 1)
    let listed = try await bench.value("ListTags")
    #expect(listed["tags"]?.array?.compactMap { $0["name"]?.string } == [name])
  }

  @Test func `a name of more than 10,000 characters is refused`() async throws {
    let bench = try IntentBench()
    let name = String(repeating: "x", count: 10_001)
    let outcome = await bench.perform("StartTimer", ["tag": .string(name)])
    #expect(outcome.sentence == "'tag' must have at most 10000 in length, not 10001.")
  }
}
