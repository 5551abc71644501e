import JSONText
import MinutaTestSupport
import Testing

/// Compares the exit codes of the real program with `minuta help exit-codes`.
@Suite(.timeLimit(.minutes(10))) struct ExitCodeTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  @Test func `a missing value or confirmation has exit code 3 wherever nobody can be asked`()
    async throws
  {
    for tag in ["Mail", "X"] { _ = try await fixture.run("log", tag, "5m") }
    let configuration = ".config/minuta"
    try fixture.home.write(
      """
      {"minuta": 1, "id": "focus", "title": "F",
       "parameters": {"type": "object", "properties": {"tag": {"type": "string"}},
                      "required": ["tag"], "additionalProperties": false},
       "steps": [{"id": "s", "intent": "StartTimer", "with": {"tag": {"$": "/params/tag"}}}]}
      """,
      to: "\(configuration)/intents/focus.json"
    )
    try fixture.home.write(
      """
      {"minuta": 1, "id": "clear", "title": "C",
       "steps": [{"id": "s", "intent": "Undo", "with": {"to": 0}}]}
      """,
      to: "\(configuration)/intents/clear.json"
    )
    try fixture.home.write(
      """
      {"minuta": 1, "debounceMs": 0, "keys": {"all": {"press": "LOGO+a",
        "call": {"intent": "Undo", "with": {"to": 0}}}}}
      """,
      to: "\(configuration)/keymap.json"
    )
    let call = try fixture.home.write(#"{"intent": "SplitRecord", "with": {}}"#, to: "call.json")
    for (words, code) in [
      ("delete @1 @2", "confirmationNeeded"), ("rename Mail X", "confirmationNeeded"),
      ("bulk all --delete", "confirmationNeeded"), ("undo --to 0", "confirmationNeeded"),
      ("key all", "confirmationNeeded"), ("clear", "confirmationNeeded"),
      ("log Mail", "missingValue"), ("rename Mail", "missingValue"), ("focus", "missingValue"),
      ("delete", "missingValue"), ("bulk all", "missingValue"), ("run \(call)", "missingValue"),
      ("run LogTime", "missingValue"), ("split", "missingValue"),
    ] {
      let words = words.split(separator: " ").map { String($0) }
      let result = try await fixture.run(words)
      #expect(result.status == 3, "\(words): \(result)")
      let outcome = try JSONValue(parsing: try await fixture.run(words + ["--json"]).output)
      #expect(outcome["error"]?["code"]?.string == code, "\(words): \(outcome.text())")
    }
    for (words, code) in [("log Mail 25:00", 2), ("stop Nothing", 1), ("check \(call)", 2)] {
      let result = try await fixture.run(words.split(separator: " ").map { String($0) })
      #expect(result.status == Int32(code), "\(words): \(result)")
    }
    #expect(try fixture.records().count == 2)
  }
}
