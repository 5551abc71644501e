import IntentKit
import JSONText
import MinutaCore
import Testing

@testable import MinutaIntents

@Suite struct BulkUpdateTests {
  @Test(
    arguments: [
      (
        ["filter": "not running", "retag": "Sport"],
        ["Sport 09:00-10:30", "Sport 10:30-11:00", "Reading 11:30-"]
      ),
      (
        ["filter": "tag:Work or tag:Email", "removeTag": true],
        ["- 09:00-10:30", "- 10:30-11:00", "Reading 11:30-"]
      ),
      (
        ["filter": "duration>10m", "shift": "-1h30m"],
        ["Work 07:30-09:00", "Email 09:00-09:30", "Reading 10:00-"]
      ),
      (["filter": "duration>=30m", "delete": true], []),
      (
        ["filter": "duration>=30m", "addLabel": ["billable", "client=R and D"]],
        [
          ##"Work 09:00-10:30 #billable #client="R and D""##,
          ##"Email 10:30-11:00 #billable #client="R and D""##,
          ##"Reading 11:30- #billable #client="R and D""##,
        ]
      ),
      (
        ["filter": "not running", "addLabel": ["#a"], "retag": "Sport"],
        ["Sport 09:00-10:30 #a", "Sport 10:30-11:00 #a", "Reading 11:30-"]
      ),
    ] as [(JSONObject, [String])]
  )
  func `many records are changed together after confirmation`(
    values: JSONObject,
    lines: [String]
  ) async throws {
    let fixture = try await IntentFixture.workingDay()
    let before = try await fixture.lines()
    let refused = await fixture.perform("BulkUpdate", values)
    #expect(refused.error?.code == "confirmationNeeded")
    let planned = await fixture.dryRun("BulkUpdate", values)
    let count = planned.result?.value["count"]?.integer ?? 0
    #expect(count >= 2)
    #expect(planned.result?.value["sample"]?.array?.count == count)
    #expect(planned.result?.plan?.needsConfirmation == true)
    #expect(try await fixture.lines() == before)
    let value = try await fixture.value("BulkUpdate", values.merging(["confirm": true]))
    #expect(value["count"]?.integer == count)
    #expect(try await fixture.lines() == lines)
  }

  @Test func `a bulk change is undone in one step`() async throws {
    let fixture = try IntentFixture(timeZone: "UTC")
    for hour in 1...9 { try await fixture.log("Work", "0\(hour):00", "0\(hour):30") }
    let before = try await fixture.lines()
    try await fixture.value(
      "BulkUpdate",
      ["filter": "tag:Work", "retag": "Sport", "confirm": true]
    )
    try await fixture.value("BulkUpdate", ["filter": "tag:Sport", "delete": true, "confirm": true])
    #expect(try await fixture.lines() == [])
    try await fixture.value("Undo")
    try await fixture.value("Undo")
    #expect(try await fixture.lines() == before)
  }

  @Test(
    arguments: [
      (["filter": "image"], "missingValue"),
      (["filter": "image", "delete": true, "shift": "1h"], "invalidValue"),
      (["filter": "image", "retag": "A", "removeTag": true], "invalidValue"),
      (["filter": "image", "addLabel": ["a b"]], "invalidValue"),
      (["filter": "image", "addLabel": []], "missingValue"),
      (["filter": "image", "delete": true, "removeLabel": ["a"]], "invalidValue"),
      (["filter": "image", "shift": "soon"], "invalidValue"),
      (["filter": "tag:Wrok", "delete": true], "tagNotFound"),
      (["filter": "tag:Reading", "shift": "1h"], "startInFuture"),
      (["filter": "tag:Email", "shift": "1h15m"], "endInFuture"),
      (["filter": "tag:Email", "retag": "Old"], "tagArchived"),
      // Without a filter or a range, all records would change.
      (["tag": "Sport", "confirm": true], "missingValue"),
      (["delete": true, "confirm": true], "missingValue"),
    ] as [(JSONObject, String)]
  )
  func `a failed bulk change changes nothing`(values: JSONObject, code: String) async throws {
    let fixture = try await IntentFixture.workingDay()
    let before = try await fixture.lines()
    let outcome = await fixture.perform("BulkUpdate", values)
    #expect(outcome.error?.code == code)
    #expect(try await fixture.lines() == before)
  }

  @Test func `records that already match are not counted`() async throws {
    let fixture = try await IntentFixture.workingDay()
    let value = try await fixture.value("BulkUpdate", ["filter": "tag:Work", "retag": "work"])
    #expect(value["count"] == 0)
  }
}
