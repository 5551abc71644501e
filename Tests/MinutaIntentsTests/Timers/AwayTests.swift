import Foundation
import IntentKit
import JSONText
import MinutaCore
import Testing

@testable import MinutaIntents

/// Tests of the intents `Away` and `Back`, and of `Resolve` after them.
@Suite struct AwayTests {
  /// Makes the calls, the last of which is `Back`, and checks the result and its sentence.
  @Test(arguments: scenarios)
  func `Back answers what ran while the user was away`(scenario: AbsenceScenario) async throws {
    let fixture = try AbsenceFixture(minimumAway: scenario.minimum)
    try await fixture.value("09:00", "StartTimer", ["tag": "Work"])
    var value: JSONObject = [:]
    for call in scenario.calls {
      value = try await fixture.value(call.clock, call.intent, call.values)
    }
    let times = ["from", "to"].compactMap { value["away"]?[$0]?.string?.dropFirst(11).prefix(5) }
    #expect((times.isEmpty ? nil : times.joined(separator: "-")) == scenario.away)
    let ran = (value["ran"]?.array ?? []).map { entry in
      "\(entry["record"]?["tag"]?["name"]?.string ?? "-") \(entry["seconds"]?.integer ?? -1)"
    }
    #expect(ran == scenario.ran)
    #expect(AbsenceFixture.unresolved(value["unresolved"]) == scenario.unresolved)
    let last = try #require(scenario.calls.last)
    #expect(try await fixture.unresolved(last.clock) == scenario.unresolved)
    let status = try await fixture.value(last.clock, "Status")
    #expect(AbsenceFixture.unresolved(status["unresolved"]) == scenario.unresolved)
    #expect(status["awaySince"] == nil)
    #expect(fixture.questions.value == 0)
  }

  @Test func `sentences name the times, what ran and the command`() async throws {
    let fixture = try AbsenceFixture()
    try await fixture.value("09:00", "StartTimer", ["tag": "Work"])
    let away = await fixture.perform("12:05", "Away")
    #expect(away.result?.dialog == "Noted that you left at 12:05.")
    #expect(
      await fixture.perform("12:30", "Away").result?.dialog == "You've been away since 12:05."
    )
    let status = await fixture.perform("12:30", "Status").result
    #expect(status?.value["awaySince"] == "2026-11-20T12:05:00Z")
    let note = " You've been away since 12:05. Say when you are back.\n  minuta back"
    #expect(status?.dialog.hasSuffix("Today 3h 30m.\(note)") == true)
    #expect(
      await fixture.perform("12:30", "Resolve").result?.dialog
        == "There are no forgotten timers.\(note)"
    )
    #expect(
      await fixture.perform("13:00", "Back").result?.dialog
        == "You were away for 55m (12:05 to 13:00); 'Work' ran for 55m. "
        + "Decide what to do with that time.\n  minuta resolve"
    )
    let kept =
      "'Work' kept running while you were away for 55m (12:05 to 13:00). Decide what"
    #expect(await fixture.perform("13:00", "Status").result?.dialog.contains(kept) == true)
    #expect(
      await fixture.perform("13:00", "Back").result?.dialog.contains("weren't away. \(kept)")
        == true
    )
  }

  @Test(
    arguments: [
      (["choice": "keep"], ["Work 09:00-"]),
      (["choice": "keepAndStop"], ["Work 09:00-13:10"]),
      (["choice": "subtract"], ["Work 09:00-12:05", "Work 13:00-"]),
      (["choice": "subtract", "counting": "10m"], ["Work 09:00-12:15", "Work 13:00-"]),
      (["choice": "stopWhenLeft"], ["Work 09:00-12:05"]),
      (["choice": "stopAt", "at": "12:20"], ["Work 09:00-12:20"]),
      (
        ["choice": "give", "tag": "Lunch"],
        ["Work 09:00-12:05", "Lunch 12:05-13:00", "Work 13:00-"]
      ),
      (["choice": "cancel"], []),
    ] as [(JSONObject, [String])]
  )
  func `Resolve applies the choice to the time away, once, and undo reopens it`(
    values: JSONObject,
    lines: [String]
  ) async throws {
    let fixture = try AbsenceFixture()
    try await fixture.value("09:00", "StartTimer", ["tag": "Work"])
    try await fixture.value("12:05", "Away")
    try await fixture.value("13:00", "Back")
    let planned = await fixture.engine(at: "13:10").dryRunCopy()
      .perform(IntentCall("Resolve", with: values), from: .file)
    #expect(planned.status == "planned")
    #expect(try await fixture.lines() == ["Work 09:00-"])
    try await fixture.value("13:10", "Resolve", values)
    #expect(try await fixture.lines() == lines)
    #expect(try await fixture.unresolved("13:10") == [])
    try await fixture.value("13:11", "Undo")
    #expect(try await fixture.lines() == ["Work 09:00-"])
    #expect(try await fixture.unresolved("13:11") == ["Work away 12:05-13:00"])
  }

  @Test(
    arguments: [
      (["choice": "keep"], ["Work 09:00-12:30"]),
      (["choice": "keepAndStop"], ["Work 09:00-12:30"]),
      (["choice": "subtract"], ["Work 09:00-12:05"]),
      (["choice": "stopWhenLeft"], ["Work 09:00-12:05"]),
      (["choice": "stopAt", "at": "12:20"], ["Work 09:00-12:20"]),
      (["choice": "give", "tag": "Lunch"], ["Work 09:00-12:05", "Lunch 12:05-12:30"]),
      (["choice": "cancel"], []),
    ] as [(JSONObject, [String])]
  )
  func `a timer that another program stopped meanwhile can be resolved too`(
    values: JSONObject,
    lines: [String]
  ) async throws {
    let fixture = try AbsenceFixture()
    try await fixture.value("09:00", "StartTimer", ["tag": "Work"])
    try await fixture.value("12:05", "Away")
    try await fixture.value("12:30", "StopTimer")
    try await fixture.value("13:00", "Back")
    try await fixture.value("13:10", "Resolve", values)
    #expect(try await fixture.lines() == lines)
    #expect(try await fixture.unresolved("13:10") == [])
    try await fixture.value("13:11", "Undo")
    #expect(try await fixture.lines() == ["Work 09:00-12:30"])
    #expect(try await fixture.unresolved("13:11") == ["Work away 12:05-12:30"])
  }

  @Test func `subtracting all of a stopped timer's time deletes it`() async throws {
    let fixture = try AbsenceFixture(minimumAway: 1)
    try await fixture.value("12:05", "StartTimer", ["tag": "Work"])
    try await fixture.value("12:06", "Away", ["at": "12:06"])
    try await fixture.value("12:30", "StopTimer")
    try await fixture.value("13:00", "Back")
    try await fixture.value("13:00", "UpdateRecord", ["record": "last", "start": "12:10"])
    let value = try await fixture.value("13:00", "Resolve", ["choice": "subtract"])
    #expect(value["records"] == [] && value["deleted"]?.array?.count == 1)
    #expect(try await fixture.lines() == [])
  }

  @Test(
    arguments: [
      (TimedCall("12:30", "Away", ["at": "2026-11-20 12:40"]), "startInFuture"),
      (TimedCall("12:30", "Away", ["at": "12:00", "idle": "5m"]), "invalidValue"),
      (TimedCall("12:30", "Away", ["idle": "soon"]), "invalidValue"),
      (TimedCall("12:30", "Away", ["idle": "9999999h"]), "invalidValue"),
      (TimedCall("12:30", "Back", ["at": "2026-11-20 12:00"]), "endBeforeStart"),
      (TimedCall("12:30", "Back", ["at": "2026-11-20 12:40"]), "endInFuture"),
    ]
  )
  func `impossible times are refused, and change nothing`(call: TimedCall, code: String)
    async throws
  {
    let fixture = try AbsenceFixture()
    try await fixture.value("09:00", "StartTimer", ["tag": "Work"])
    try await fixture.value("12:05", "Away")
    let before = fixture.source.absenceHistory()
    let outcome = await fixture.perform(call.clock, call.intent, call.values)
    #expect(outcome.error?.code == code)
    #expect(fixture.source.absenceHistory() == before)
  }

  @Test func `a restart of the machine ends an absence`() async throws {
    let fixture = try AbsenceFixture()
    try await fixture.value("09:00", "StartTimer", ["tag": "Work"])
    try await fixture.value("12:05", "Away")
    fixture.setBoot("b", at: "12:50")
    // The machine was off from some moment until 12:50; both sources are joined.
    let expected = ["Work away 09:00-12:50"]
    #expect(try await fixture.unresolved("13:00") == expected)
    #expect(try await fixture.value("13:00", "Status")["awaySince"] == nil)
    let back = try await fixture.value("13:00", "Back")
    #expect(back["away"]?["to"] == "2026-11-20T12:50:00Z")
    #expect(try await fixture.unresolved("13:00") == expected)
  }

  @Test func `an absence that a restart ended is kept when the next one begins`() async throws {
    let fixture = try AbsenceFixture()
    try await fixture.value("09:00", "StartTimer", ["tag": "Work"])
    try await fixture.value("12:05", "Away")
    fixture.setBoot("b", at: "12:50")
    let away = try await fixture.value("14:00", "Away")
    #expect(away["alreadyAway"] == false && away["since"] == "2026-11-20T14:00:00Z")
    try await fixture.value("14:30", "Back")
    #expect(try await fixture.unresolved("14:30") == ["Work away 09:00-12:50, away 14:00-14:30"])
  }

  @Test(
    arguments: [
      // The clock was set forward by an hour, or back, while the user was away for half an hour.
      ("07:00", "13:35", "13:05-13:35"), ("05:00", "11:35", "11:05-11:35"),
      // A few seconds don't count as a change.
      ("06:00", "12:35", "12:05-12:35"),
    ]
  )
  func `an absence keeps its length if the clock is set meanwhile`(
    bootedAt: String,
    returned: String,
    away: String
  ) async throws {
    let fixture = try AbsenceFixture()
    try await fixture.value("09:00", "StartTimer", ["tag": "Work"])
    try await fixture.value("12:05", "Away")
    fixture.setBoot("a", at: bootedAt)
    let value = try await fixture.value(returned, "Back")
    let times = ["from", "to"].compactMap { value["away"]?[$0]?.string?.dropFirst(11).prefix(5) }
    #expect(times.joined(separator: "-") == away)
    #expect(try await fixture.unresolved(returned) == ["Work away \(away)"])
  }

  @Test func `a user who seems to return before leaving was not away`() async throws {
    let fixture = try AbsenceFixture()
    fixture.setBoot("a", at: "06:00")
    try await fixture.value("09:00", "StartTimer", ["tag": "Work"])
    try await fixture.value("12:05", "Away")
    let value = try await fixture.value("12:00", "Back")
    #expect(value["away"]?["seconds"] == 0 && value["ran"] == [])
    #expect(fixture.source.absenceHistory().isEmpty)
  }

  @Test func `the machine's sleep in an absence is part of it`() async throws {
    let fixture = try AbsenceFixture()
    try await fixture.value("09:00", "StartTimer", ["tag": "Work"])
    try await fixture.value("12:05", "Away")
    try await fixture.value("13:30", "Back")
    fixture.setSleep(seconds: 3600)
    #expect(try await fixture.unresolved("13:30") == ["Work away 12:05-13:30"])
    #expect(try await fixture.unresolved("13:40") == ["Work away 12:05-13:40"])
  }

  @Test func `a dry run notes nothing and asks nothing`() async throws {
    let fixture = try AbsenceFixture()
    try await fixture.value("09:00", "StartTimer", ["tag": "Work"])
    func plan(_ clock: String, _ intent: String) async -> Outcome {
      await fixture.engine(at: clock).dryRunCopy()
        .perform(IntentCall(intent, with: intent == "Back" ? ["ask": true] : [:]), from: .file)
    }
    let away = await plan("12:05", "Away")
    #expect(away.status == "planned")
    #expect(away.sentence.hasPrefix("Would note that you left at 12:05."))
    #expect(fixture.source.absenceHistory().isEmpty)
    try await fixture.value("12:05", "Away")
    let before = fixture.source.absenceHistory()
    let back = await plan("13:00", "Back")
    #expect(back.status == "planned")
    #expect(back.sentence.contains("away for 55m (12:05 to 13:00); 'Work' ran for 55m."))
    #expect(fixture.source.absenceHistory() == before)
    #expect(fixture.questions.value == 0)
  }

  @Test(arguments: [("13:00", true, 1), ("13:00", false, 0), ("12:10", true, 0)])
  func `the user is asked once, and only about a long absence`(
    returned: String,
    ask: Bool,
    count: Int
  ) async throws {
    let fixture = try AbsenceFixture()
    try await fixture.value("09:00", "StartTimer", ["tag": "Work"])
    try await fixture.value("12:05", "Away")
    try await fixture.value(returned, "Back", ["ask": .bool(ask)])
    try await fixture.value(returned, "Back", ["ask": .bool(ask)])
    #expect(fixture.questions.value == count)
  }

  @Test func `in an atomic batch that fails, nothing is noted`() async throws {
    let fixture = try AbsenceFixture()
    let calls = [
      BatchCall(IntentCall("Away")),
      BatchCall(IntentCall("StartTimer", with: ["tag": "Work", "at": "2027-01-01 09:00"])),
    ]
    let outcomes = await fixture.engine(at: "12:05")
      .performGroup(calls, as: .allOrNothing, from: .file)
    #expect(outcomes.last?.error?.code == "startInFuture")
    #expect(fixture.source.absenceHistory().isEmpty)
    let valid = [calls[0], BatchCall(IntentCall("StartTimer", with: ["tag": "Work"]))]
    _ = await fixture.engine(at: "12:05").performGroup(valid, as: .allOrNothing, from: .file)
    #expect(fixture.source.absenceHistory().departure?.moment == AbsenceFixture.date("12:05"))
  }

  @Test func `a call with a key is performed once`() async throws {
    let fixture = try AbsenceFixture()
    try await fixture.value("09:00", "StartTimer", ["tag": "Work"])
    try await fixture.value("12:05", "Away")
    let call = IntentCall("Back", key: "return-1")
    let first = await fixture.engine(at: "13:00").perform(call, from: .file)
    let second = await fixture.engine(at: "13:05").perform(call, from: .file)
    #expect(first.result?.value["away"] != nil)
    #expect(second.result?.value == first.result?.value)
  }
}
