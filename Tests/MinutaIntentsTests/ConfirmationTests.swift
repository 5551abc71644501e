import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@testable import MinutaIntents

@Suite struct ConfirmationTests {
  @Test(
    arguments: [
      (
        "CancelTimer", ["tag": "Reading"],
        "This would delete 2 records; "
          + "give 'confirm': true (or --yes) to have it done.", 2
      ),
      (
        "CutRange", ["start": "10:00", "end": "11:00"],
        "This would shorten, split or delete 2 records; "
          + "give 'confirm': true (or --yes) to have it done.", 2
      ),
      (
        "DeleteTag", ["tag": "Reading"],
        "This would untag 2 records; "
          + "give 'confirm': true (or --yes) to have it done.", 2
      ),
      (
        "RenameTag", ["tag": "Reading", "name": "Work"],
        "This would merge 'Reading' into 'Work' and so change 2 records; "
          + "give 'confirm': true (or --yes) to have it done.", 2
      ),
      (
        "JoinRecords", ["tag": "Work"],
        "This would join 4 records; "
          + "give 'confirm': true (or --yes) to have it done.", 4
      ),
    ] as [(String, JSONObject, String, Int)]
  )
  func `more than one record goes only after a confirmation, or in a dry run`(
    intent: String,
    values: JSONObject,
    sentence: String,
    count: Int
  ) async throws {
    let bench = try await IntentBench.workingDay()
    try await bench.value("StartTimer", ["tag": "Reading", "parallel": true])
    var values = values
    if intent == "JoinRecords" { values["records"] = .array(try await bench.ids()) }
    let before = try await bench.lines()
    for refused in [values, values.merging(["confirm": false])] {
      let outcome = await bench.perform(intent, refused)
      #expect(outcome.error?.code == "confirmationNeeded")
      #expect(outcome.error?.kind == .failure)
      #expect(outcome.sentence == sentence)
      #expect(outcome.error?.data["records"]?.integer == count)
    }
    let planned = await bench.engine.rehearsal().perform(Call(intent, with: values), from: .file)
    #expect(planned.json["plan"]?["needsConfirmation"] == true)
    #expect(planned.sentence.hasSuffix(" It will need 'confirm'."))
    #expect(try await bench.lines() == before)
    let confirmed = Call(intent, with: values.merging(["confirm": true]))
    let open = await bench.engine.rehearsal().perform(confirmed, from: .file)
    #expect(open.json["plan"]?["needsConfirmation"] == nil)
    #expect(!open.sentence.contains("confirm"))
    try await bench.value(intent, values.merging(["confirm": true]))
    #expect(try await bench.lines() != before)
  }

  @Test func `every intent that asks for a confirmation can fail for want of it`() throws {
    for intent in BuiltInIntents.all {
      let definition = try IntentDefinition(json: JSONValue(parsing: intent.definition))
      let hasFlag = definition.properties["confirm"] != nil
      #expect(hasFlag == definition.errors.contains("confirmationNeeded"))
      #expect(!hasFlag || definition.effects.destructive)
    }
  }
}
