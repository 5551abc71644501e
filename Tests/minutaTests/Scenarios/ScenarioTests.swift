import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct ScenarioTests {
  private static let day: [IntentCall] = [
    IntentCall("Status"),
    IntentCall("StartTimer", with: ["tag": "Work", "comment": "Plan", "at": "2024-03-02 09:00"]),
    IntentCall("StartTimer", with: ["tag": "work", "at": "2024-03-02 09:10"]),
    IntentCall("StartTimer", with: ["tag": "R&D; rm -rf ~", "at": "2024-03-02 09:30"]),
    IntentCall("StopTimer", with: ["tag": "Work", "at": "2024-03-02 10:45"]),
    IntentCall("StopTimer", with: ["at": "2024-03-02 11:00"]),
    IntentCall("StopTimer"),
    IntentCall(
      "LogTime",
      with: ["tag": "日本語", "start": "2024-03-01 23:30", "end": "2024-03-02 00:15"]
    ),
    IntentCall("LogTime", with: ["start": "2024-03-03 08:00", "duration": "1.5h"]),
    IntentCall("Summarize", with: ["range": "2024-03"]),
    IntentCall("Summarize", with: ["range": "2024-W09", "groupBy": ["day", "tag"]]),
    IntentCall(
      "Summarize",
      with: [
        "range": "2024", "groupBy": ["month", "weekday", "hour", "comment"], "round": "up",
        "roundTo": "6m", "filter": "not (untagged or duration>2h)", "timeZone": "record",
      ]
    ),
    IntentCall("ListRecords", with: ["range": "2024-03-01/2024-03-02", "limit": 2]),
    IntentCall("ListRecords", with: ["range": "all", "untagged": true]),
    IntentCall("ListTags", with: ["includeArchived": true]),
    IntentCall("Status"),
    IntentCall("StartTimr"),
    IntentCall("StartTimer", with: ["tag": "Work", "at": "later"]),
    IntentCall("StartTimer", with: ["tag": ""]),
    IntentCall("StopTimer", with: ["tag": "Wrok"]),
    IntentCall("LogTime", with: ["tag": "Work"]),
    IntentCall("Summarize", with: ["range": "2024-13"]),
  ]

  @Test func `E46 a day has the same result from every source`() async throws {
    var outcomes: [ScenarioClientKind: [JSONValue]] = [:]
    for source in ScenarioClientKind.allCases {
      let fixture = try MinutaFixture()
      let opened = try source.open(fixture)
      var masked = VolatileValueMask()
      for call in Self.day {
        outcomes[source, default: []].append(masked.mask(try await opened.outcome(of: call)))
      }
    }
    let expected = outcomes[.engine] ?? []
    #expect(
      expected.map { $0["status"]?.string } == Self.day.indices.map { $0 < 16 ? "ok" : "failed" }
    )
    for source in ScenarioClientKind.allCases {
      for (index, outcome) in (outcomes[source] ?? []).enumerated() {
        #expect(outcome == expected[index], "\(source), call \(index)")
      }
    }
    try expectSnapshot(
      JSONValue.array(expected).text(.indented),
      "scenario-day.json"
    )
  }
}

/// Replaces values that differ between runs: ids, creation times and durations of running timers.
struct VolatileValueMask {
  private var ids: [String: String] = [:]

  mutating func mask(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): return .string(masked(text))
    case .array(let elements): return .array(elements.map { mask($0) })
    case .object(var object):
      let isRunning = object["startTime"] != nil && object["endTime"] == nil
      for member in object.members {
        let isVolatile =
          member.key == "createdAt" || (isRunning && member.key == "durationSeconds")
        object[member.key] = isVolatile ? "…" : mask(member.value)
      }
      return .object(object)
    default: return value
    }
  }

  private mutating func masked(_ text: String) -> String {
    guard text.utf8.count == 36, text.split(separator: "-").count == 5 else {
      return ids.reduce(text) { text, id in
        let short = id.key.prefix(8)
        return text.replacing("(\(short))", with: "(\(id.value))")
          .replacing("edit \(short)", with: "edit \(id.value)")
      }
    }
    let name = ids[text] ?? "id \(ids.count + 1)"
    ids[text] = name
    return name
  }
}
