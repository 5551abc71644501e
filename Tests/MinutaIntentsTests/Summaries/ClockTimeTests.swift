import JSONText
import Testing

@testable import MinutaIntents

/// Tests that sums of overlapping records say so.
@Suite struct ClockTimeTests {
  private static let calls: [(String, JSONObject)] =
    [("Summarize", ["range": "today"])]
    + ["day", "week", "month"].map { ("ListDays", ["view": .string($0)]) }
    + ["text", "md", "html", "svg"].map {
      ("MakeReport", ["range": "today", "format": .string($0)])
    }
    + ["summary", "timesheet"].flatMap { sheet in
      ["text", "md", "html", "svg"].map { format -> (String, JSONObject) in
        ("MakeReport", ["range": "today", "sheet": .string(sheet), "format": .string(format)])
      }
    }

  @Test(arguments: calls)
  func `a sum in which overlaps count twice has the clock time, in text, JSON and files`(
    intent: String,
    values: JSONObject
  ) async throws {
    for (start, end, clock) in [("09:00", "10:00", 3 * 3600), ("11:00", "12:00", 4 * 3600)] {
      let fixture = try IntentFixture(storage: .memory)
      try await fixture.log("Work", "08:00", "11:00")
      try await fixture.log("Reading", start, end)
      let value = try await fixture.value(intent, values)
      let sentence = try await fixture.sentence(intent, values)
      let overlaps = clock < 4 * 3600
      #expect(value["totalSeconds"]?.integer == 4 * 3600)
      #expect(value["wallSeconds"]?.integer == clock)
      #expect(sentence.contains(", 3h 00m of clock time") == overlaps, "\(sentence)")
      guard let content = value["content"]?.string else { continue }
      #expect(content.contains("Clock time") == overlaps, "\(content)")
      #expect(content.contains("3h 00m") || !overlaps)
    }
  }

  @Test func `reports name the clock time in the language of the reader`() async throws {
    let fixture = try IntentFixture(storage: .memory)
    try await fixture.log("Work", "08:00", "11:00")
    try await fixture.log("Reading", "09:00", "10:00")
    for locale in ["de", "es", "fr", "it", "nl"] {
      let values: JSONObject = ["range": "today", "format": "text", "locale": .string(locale)]
      let content = try await fixture.value("MakeReport", values)["content"]?.string ?? ""
      #expect(content.contains("3h 00m") && !content.contains("Clock time"), "\(content)")
    }
  }
}
