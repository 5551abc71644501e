import IntentKit
import JSONText
import MinutaCore
import Testing

/// Tests of times without a date.
///
/// In the fixture, it is noon on Friday, 2026-11-20, in Zurich.
@Suite struct UndatedTimeTests {
  /// Creates a fixture with a record on 2 November from 13:00 to 17:00, one hour ahead of UTC.
  private func fixture() async throws -> IntentFixture {
    let fixture = try IntentFixture(storage: .memory)
    try await fixture.log("acme", "2026-11-02 13:00", "2026-11-02 17:00")
    return fixture
  }

  @Test(
    arguments: [
      (["end": "18:30"], "2026-11-02T12:00:00Z", "2026-11-02T17:30:00Z"),
      (["end": "00:30"], "2026-11-02T12:00:00Z", "2026-11-02T23:30:00Z"),
      (["end": "13:00"], "2026-11-02T12:00:00Z", "2026-11-02T12:00:00Z"),
      (["start": "09:15"], "2026-11-02T08:15:00Z", "2026-11-02T16:00:00Z"),
      (["start": "23:00", "end": "01:00"], "2026-11-02T22:00:00Z", "2026-11-03T00:00:00Z"),
      (
        ["start": "2026-11-05 09:00", "end": "10:00"], "2026-11-05T08:00:00Z",
        "2026-11-05T09:00:00Z"
      ),
      (["end": "yesterday 12:00"], "2026-11-02T12:00:00Z", "2026-11-19T11:00:00Z"),
      (["end": "2026-11-04 12:00"], "2026-11-02T12:00:00Z", "2026-11-04T11:00:00Z"),
      (["end": "-15m", "confirm": true], "2026-11-02T12:00:00Z", "2026-11-20T10:45:00Z"),
    ] as [(JSONObject, String, String)]
  )
  func `an edit resolves a time without a date on the record's day`(
    values: JSONObject,
    start: String,
    end: String
  ) async throws {
    for source in [CallSource.file, .rpc, .mcp, .commandLine] {
      let fixture = try await fixture()
      let outcome = await fixture.perform("UpdateRecord", values, from: source)
      let record = outcome.result?.value["record"]
      #expect(record?["startTime"]?.string == start, "\(outcome.sentence)")
      #expect(record?["endTime"]?.string == end)
    }
  }

  @Test func `a plan shows times with their resolved dates`() async throws {
    let fixture = try await fixture()
    let call = IntentCall("UpdateRecord", with: ["end": "06:30"])
    let planned = await fixture.engine.dryRunCopy().perform(call, from: .file)
    #expect(planned.json["plan"]?["with"]?["end"] == "2026-11-03T05:30:00Z")
  }

  @Test func `both dates are shown if start and end are on different days`() async throws {
    let fixture = try await fixture()
    #expect(
      try await fixture.sentence("UpdateRecord", ["end": "00:30"])
        == "Updated 'acme', 2026-11-02 13:00 to 2026-11-03 00:30 (00000000)."
    )
    #expect(
      try await fixture.sentence("UpdateRecord", ["end": "15:00"])
        == "Updated 'acme', 2026-11-02 13:00 to 15:00 (00000000)."
    )
    let values: JSONObject = ["tag": "acme", "start": "yesterday 23:00", "end": "01:00"]
    #expect(
      try await fixture.sentence("LogTime", values)
        == "Logged 2h 00m on 'acme', 2026-11-19 23:00 to 2026-11-20 01:00 (00000000)."
    )
  }

  @Test func `a day without a year is named if it is not a recent one`() async throws {
    let fixture = try await fixture()
    let values: JSONObject = ["tag": "acme", "start": "12 dec 9:00", "end": "10:00"]
    #expect(
      try await fixture.sentence("LogTime", values)
        == "Logged 1h 00m on 'acme', 2025-12-12 09:00 to 10:00 (00000000). A day without a year is the "
        + "latest one that has begun, here 2025-12-12."
    )
    let recent = try await fixture.sentence("LogTime", values.merging(["start": "12 nov 9:00"]))
    #expect(recent == "Logged 1h 00m on 'acme', 2026-11-12 09:00 to 10:00 (00000000).")
    let missing = await fixture.perform("LogTime", values.merging(["start": "29 feb 9:00"]))
    #expect(missing.sentence.contains("a day that exists, such as 28 feb"), "\(missing.sentence)")
  }

  @Test(
    arguments: [
      (["start": "2026-11-03 15:00", "end": "18:00"], "2026-11-03T14:00:00Z", 10_800),
      (["start": "2026-11-03 23:00", "end": "01:30"], "2026-11-03T22:00:00Z", 9000),
      (["start": "13:00", "end": "2026-11-03 15:00"], "2026-11-03T12:00:00Z", 7200),
      (["start": "23:00", "end": "2026-11-03 01:00"], "2026-11-02T22:00:00Z", 7200),
      (["start": "09:00", "end": "10:30"], "2026-11-20T08:00:00Z", 5400),
      (["start": "23:00", "end": "now"], "2026-11-19T22:00:00Z", 46_800),
      (["end": "10:00", "duration": "1h"], "2026-11-20T08:00:00Z", 3600),
      (["start": "-1h", "end": "-15m"], "2026-11-20T10:00:00Z", 2700),
    ] as [(JSONObject, String, Int)]
  )
  func `in a log, a time without a date follows the one with a date`(
    values: JSONObject,
    start: String,
    seconds: Int
  ) async throws {
    let record = try await fixture().value("LogTime", values)["record"]
    #expect(record?["startTime"]?.string == start)
    #expect(record?["durationSeconds"]?.integer == seconds)
  }

  @Test func `split and cut use the day of the record or of the start`() async throws {
    let fixture = try await fixture()
    let parts = try await fixture.value("SplitRecord", ["at": ["14:00", "15:30"]])["records"]?.array
    #expect(
      parts?.compactMap { $0["endTime"]?.string }
        == ["2026-11-02T13:00:00Z", "2026-11-02T14:30:00Z", "2026-11-02T16:00:00Z"]
    )
    try await fixture.log("night", "2026-11-03 22:00", "2026-11-04 02:00")
    let night = try await fixture.value("SplitRecord", ["at": ["00:30"]])["records"]?.array
    #expect(night?.first?["endTime"] == "2026-11-03T23:30:00Z")
    let cut = try await fixture.value("CutRange", ["start": "2026-11-02 13:15", "end": "13:30"])
    #expect(cut["cutSeconds"] == 900)
  }

  @Test(
    arguments: [
      ("yesterday 10:00", "08:00", "16:00", "2026-11-19T15:00:00Z"),
      ("yesterday 22:00", "01:00", "23:30", "2026-11-19T22:30:00Z"),
      ("yesterday 22:00", "01:00", "02:00", "2026-11-20T01:00:00Z"),
      ("yesterday 10:00", "2026-11-20 11:30", "11:00", "2026-11-20T10:00:00Z"),
      ("yesterday 10:00", "yesterday 12:00", "11:00", "2026-11-19T10:00:00Z"),
    ]
  )
  func `a new end without a date is on the day on which it is closest to the present end`(
    start: String,
    end: String,
    new: String,
    expected: String
  ) async throws {
    let fixture = try IntentFixture(storage: .memory)
    try await fixture.value(
      "LogTime",
      ["tag": "Work", "start": .string(start), "end": .string(end), "confirm": true]
    )
    let changed = try await fixture.value("UpdateRecord", ["end": .string(new), "confirm": true])
    #expect(changed["record"]?["endTime"]?.string == expected)
  }

  @Test func `a new end follows a new start`() async throws {
    let fixture = try IntentFixture(storage: .memory)
    try await fixture.log("acme", "10:00", "11:00")
    let moved = try await fixture.value(
      "UpdateRecord",
      ["start": "yesterday 9:00", "end": "10:30", "confirm": true]
    )
    #expect(moved["record"]?["endTime"]?.string == "2026-11-19T09:30:00Z")
    let ended = try await fixture.value("UpdateRecord", ["end": "08:00", "duration": "1h"])
    #expect(ended["record"]?["endTime"]?.string == "2026-11-19T07:00:00Z")
  }

  @Test func `an offset from now that makes a record longer needs confirmation`() async throws {
    let fixture = try IntentFixture(storage: .memory)
    try await fixture.log("acme", "08:00", "09:00")
    let refused = await fixture.perform("UpdateRecord", ["end": "-5m"])
    #expect(refused.error?.code == "confirmationNeeded")
    #expect(
      refused.sentence.hasPrefix(
        "This would move the end from 09:00 to 11:55, as '-5m' counts from now."
      ),
      "\(refused.sentence)"
    )
    let end = try await fixture.value("UpdateRecord", ["end": "5m ago"])["record"]?["endTime"]
    let earlier = try await fixture.value("UpdateRecord", ["end": "-10m"])["record"]?["endTime"]
    #expect(end?.string ?? "" > earlier?.string ?? "")
  }

  @Test func `a timer that runs since yesterday stops at the first matching time after its start`()
    async throws
  {
    for (start, end, stopped) in [
      ("yesterday 22:00", "23:30", "2026-11-19T22:30:00Z"),
      ("yesterday 22:00", "01:00", "2026-11-20T00:00:00Z"),
      ("yesterday 09:00", "18:00", "2026-11-19T17:00:00Z"),
      ("08:00", "10:00", "2026-11-20T09:00:00Z"),
    ] {
      for intent in ["StopTimer", "ToggleTimer"] {
        let fixture = try IntentFixture(storage: .memory)
        try await fixture.value("StartTimer", ["tag": "Work", "at": .string(start)])
        let records = try await fixture.value(intent, ["at": .string(end)])["records"]
        #expect(records?[0]?["endTime"]?.string == stopped)
      }
    }
    let fixture = try IntentFixture(storage: .memory)
    try await fixture.value("StartTimer", ["tag": "Work", "at": "yesterday 09:00"])
    #expect(
      try await fixture.sentence("StopTimer", ["at": "18:00"])
        == "Stopped 'Work' after 9h 00m, 2026-11-19 09:00 to 18:00 (00000000)."
    )
  }

  @Test(
    arguments: [
      ("UpdateRecord", ["start": "12:00"]), ("SplitRecord", ["at": ["18:00"]]),
      ("CutRange", ["start": "2026-11-02 18:00", "end": "19:00"]),
      ("LogTime", ["duration": "30h", "end": "10:00"]), ("UpdateRecord", ["end": "now"]),
      ("LogTime", ["start": "2026-11-02 13:00", "end": "-5m"]),
    ] as [(String, JSONObject)]
  )
  func `a record over 24 hours from a time without a date needs confirmation`(
    intent: String,
    values: JSONObject
  ) async throws {
    let fixture = try IntentFixture(storage: .memory)
    try await fixture.log("acme", "2026-11-02 13:00", "2026-11-04 17:00")
    let before = try await fixture.lines()
    for source in [CallSource.file, .rpc, .mcp, .commandLine, .key] {
      let outcome = await fixture.perform(intent, values, from: source)
      #expect(outcome.error?.code == "confirmationNeeded", "\(outcome.sentence)")
      #expect(outcome.sentence.hasPrefix("This would make a record longer than 24 hours ("))
    }
    let unconfirmed = await fixture.engine.perform(
      IntentCall(intent, with: values),
      from: .mcp,
      canRequestInput: true
    )
    #expect(unconfirmed.status == "needsInput")
    let planned = await fixture.dryRun(intent, values)
    #expect(planned.json["plan"]?["needsConfirmation"] == true)
    #expect(try await fixture.lines() == before)
    try await fixture.value(intent, values.merging(["confirm": true]))
  }

  @Test(
    arguments: [
      ("12:00", "12 hours"), ("02:00", "12 hours"), ("01:00", nil), ("23:30", nil),
      ("2026-11-03 12:00", nil),
    ] as [(String, String?)]
  )
  func `an edit that makes a night of more than 12 hours needs confirmation`(
    end: String,
    length: String?
  ) async throws {
    let fixture = try IntentFixture(storage: .memory)
    try await fixture.log("acme", "2026-11-02 13:30", "2026-11-02 15:00")
    let outcome = await fixture.perform("UpdateRecord", ["end": .string(end)], from: .rpc)
    let question = length.map { "This would make a record longer than \($0) (" }
    #expect(question.map(outcome.sentence.hasPrefix) ?? (outcome.status == "ok"), "\(outcome)")
  }

  @Test(
    arguments: [
      ("UpdateRecord", ["start": "2026-11-02 12:00"]), ("UpdateRecord", ["comment": "Long"]),
      ("SplitRecord", ["at": ["2026-11-02 18:00"]]), ("LogTime", ["duration": "30h"]),
      ("CutRange", ["start": "2026-11-02 18:00", "end": "2026-11-02 19:00"]),
      ("LogTime", ["start": "2026-11-02 13:00", "end": "yesterday 10:00"]),
      ("StopTimer", ["at": "11:00"]), ("StopTimer", [:]),
    ] as [(String, JSONObject)]
  )
  func `a long record from a full date, or a stop, needs no confirmation`(
    intent: String,
    values: JSONObject
  ) async throws {
    let fixture = try IntentFixture(storage: .memory)
    try await fixture.log("acme", "2026-11-02 13:00", "2026-11-04 17:00")
    if intent == "StopTimer" {
      try await fixture.value("StartTimer", ["tag": "Old", "at": "2026-11-18 09:00"])
      try await fixture.value("StartTimer", ["tag": "New", "at": "10:00"])
    }
    try await fixture.value(intent, values)
  }

  @Test func `batches and workflows resolve times like single calls`() async throws {
    let fixture = try await fixture()
    var options = BatchOptions()
    options.isAtomic = true
    let calls = [
      IntentCall("LogTime", with: ["start": "2026-11-08 09:00", "duration": "40h"]),
      IntentCall("LogTime", with: ["start": "2026-11-12 09:00", "end": "10:00"]),
    ]
    var ends: [String?] = []
    _ = try await BatchRunner(engine: fixture.engine, source: .file, options: options)
      .perform(InMemoryBatchSource(calls)) { result in
        ends.append(result.outcome.result?.value["record"]?["endTime"]?.string)
      }
    #expect(ends == ["2026-11-10T00:00:00Z", "2026-11-12T09:00:00Z"])
    let workflow = try Workflow(json: [
      "minuta": 1, "id": "mend", "title": "Mend",
      "steps": [["id": "edit", "intent": "UpdateRecord", "with": ["end": "18:00"]]],
    ])
    let outcome = await fixture.engine.with(workflow).perform(IntentCall("mend"), from: .file)
    #expect(outcome.status == "ok", "\(outcome.sentence)")
    #expect(try await fixture.lines().last == "- 08:00-17:00")
  }

  @Test func `an end in the same minute as the start stays on the same day`() async throws {
    let fixture = try IntentFixture(storage: .memory)
    try await fixture.log("acme", "2026-11-02 13:00:37", "2026-11-02 17:00")
    let outcome = await fixture.perform("UpdateRecord", ["end": "13:00"])
    #expect(outcome.error?.code == "endBeforeStart")
  }

  @Test func `a clock change on the record's day is noted`() async throws {
    let fixture = try IntentFixture(storage: .memory)
    try await fixture.log("acme", "2026-10-24 22:00", "2026-10-25 04:00")
    #expect(
      try await fixture.sentence("UpdateRecord", ["end": "02:30"])
        == "Updated 'acme', 2026-10-24 22:00 to 2026-10-25 02:30 (00000000). "
        + "02:30 occurs twice on 2026-10-25 in Europe/Zurich; using the first."
    )
  }
}
