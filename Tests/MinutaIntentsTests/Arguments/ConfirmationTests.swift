import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@testable import MinutaIntents

@Suite struct ConfirmationTests {
  @Test(arguments: [0, 1])
  func `merging a tag into another needs a confirmation, whatever its records`(
    count: Int
  ) async throws {
    let fixture = try await IntentFixture.workingDay()
    try await fixture.value("CreateTag", ["tag": "Wrok"])
    if count > 0 { try await fixture.value("LogTime", ["tag": "Wrok", "duration": "5m"]) }
    let values: JSONObject = ["tag": "Wrok", "name": "Work"]
    let refused = await fixture.perform("RenameTag", values)
    #expect(refused.error?.code == "confirmationNeeded")
    let change = count == 0 ? "" : " and change 1 record"
    #expect(refused.sentence.hasPrefix("This would merge 'Wrok' into 'Work'\(change). Add "))
    try await fixture.value("RenameTag", values.merging(["confirm": true]))
    try await fixture.value("RenameTag", ["tag": "Work", "name": "Job"])
  }

  @Test(
    arguments: [
      ("CancelTimer", ["tag": "Reading"], "This would delete 2 records.", 2),
      (
        "CutRange", ["start": "10:00", "end": "11:00"],
        "This would shorten, split or delete 2 records.", 2
      ),
      ("DeleteTag", ["tag": "Reading"], "This would untag 2 records.", 2),
      (
        "RenameTag", ["tag": "Reading", "name": "Work"],
        "This would merge 'Reading' into 'Work' and change 2 records.", 2
      ),
      (
        "JoinRecords", ["tag": "Work"],
        "This would join 4 records into one, with 30m that wasn't tracked.", 4
      ),
    ] as [(String, JSONObject, String, Int)]
  )
  func `changing more than one record needs a confirmation, except in a dry run`(
    intent: String,
    values: JSONObject,
    sentence: String,
    count: Int
  ) async throws {
    let fixture = try await IntentFixture.workingDay()
    try await fixture.value("StartTimer", ["tag": "Reading", "parallel": true])
    var values = values
    if intent == "JoinRecords" { values["records"] = .array(try await fixture.ids()) }
    let before = try await fixture.lines()
    for refused in [values, values.merging(["confirm": false])] {
      let outcome = await fixture.perform(intent, refused)
      #expect(outcome.error?.code == "confirmationNeeded")
      #expect(outcome.error?.kind == .needsInput)
      #expect(outcome.sentence == sentence + " Add 'confirm': true (or --yes) to confirm.")
      #expect(outcome.error?.data["records"]?.integer == count)
    }
    let planned = await fixture.dryRun(intent, values)
    #expect(planned.json["plan"]?["needsConfirmation"] == true)
    let note = "To make this change, confirm it with --yes. Dry run: nothing was written."
    #expect(planned.sentence.hasSuffix(". \(note)"))
    #expect(try await fixture.lines() == before)
    let confirmed = IntentCall(intent, with: values.merging(["confirm": true]))
    let open = await fixture.engine.dryRunCopy().perform(confirmed, from: .file)
    #expect(open.json["plan"]?["needsConfirmation"] == nil)
    #expect(!open.sentence.contains("--yes"))
    try await fixture.value(intent, values.merging(["confirm": true]))
    #expect(try await fixture.lines() != before)
  }

  @Test func `every intent with 'confirm' declares confirmationNeeded`() {
    for definition in BuiltInIntentCatalog().definitions {
      let hasFlag = definition.properties["confirm"] != nil
      #expect(hasFlag == definition.errors.contains("confirmationNeeded"))
      // These calls need confirmation although they remove nothing: a long record may have the
      // wrong day, gaps may be many, and an undo or redo may affect several calls.
      let isOther = ["FillGaps", "LogTime", "Undo", "Redo"].contains(definition.id)
      #expect(!hasFlag || definition.effects.destructive || isOther)
    }
  }
}

@Suite struct ChoiceTests {
  @Test func `choices with the same title also show their ids`() async throws {
    let fixture = try IntentFixture()
    for _ in 0..<2 { try await fixture.log("Work", "09:00", "10:00") }
    try await fixture.log("Work", "09:00", "10:30")
    let call = IntentCall("DeleteRecord", with: ["record": "0000"])
    let outcome = await fixture.engine.perform(call, from: .mcp, canRequestInput: true)
    guard case .needsInput(let needs) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    let titles = (needs.fields.first?.choices ?? []).map(\.title)
    #expect(titles.count == 3)
    #expect(Set(titles).count == 3)
    #expect(titles.filter { $0.contains("-4000-8000-") }.count == 2)
  }

  @Test(arguments: [
    (CallSource.file, "'confirm': true (or --yes)"), (.commandLine, "--yes"),
    (.key, "'confirm': true (or --yes)"), (.rpc, "'confirm': true"), (.mcp, "'confirm': true"),
  ])
  func `the message names the caller's own way to confirm`(source: CallSource, way: String)
    async throws
  {
    let fixture = try IntentFixture()
    for _ in 0..<2 { try await fixture.log("Work", "09:00", "10:00") }
    let outcome = await fixture.perform("DeleteTag", ["tag": "Work"], from: source)
    #expect(outcome.sentence == "This would untag 2 records. Add \(way) to confirm.")
  }
}
