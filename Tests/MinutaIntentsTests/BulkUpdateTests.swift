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
    ] as [(JSONObject, [String])]
  )
  func `many records are changed as one, once confirmed`(
    values: JSONObject,
    lines: [String]
  ) async throws {
    let bench = try await IntentBench.workingDay()
    let before = try await bench.lines()
    let refused = await bench.perform("BulkUpdate", values)
    #expect(refused.error?.code == "confirmationNeeded")
    let planned = await bench.engine.rehearsal()
      .perform(Call("BulkUpdate", with: values), from: .file)
    let count = planned.answer?.value["count"]?.integer ?? 0
    #expect(count >= 2)
    #expect(planned.answer?.value["sample"]?.array?.count == count)
    #expect(planned.answer?.plan?.needsConfirmation == true)
    #expect(try await bench.lines() == before)
    let value = try await bench.value("BulkUpdate", values.merging(["confirm": true]))
    #expect(value["count"]?.integer == count)
    #expect(try await bench.lines() == lines)
  }

  @Test func `a bulk change is one step to undo`() async throws {
    let bench = try IntentBench(timeZone: "UTC")
    for hour in 1...9 { try await bench.log("Work", "0\(hour):00", "0\(hour):30") }
    let before = try await bench.lines()
    try await bench.value("BulkUpdate", ["filter": "tag:Work", "retag": "Sport", "confirm": true])
    try await bench.value("BulkUpdate", ["filter": "tag:Sport", "delete": true, "confirm": true])
    #expect(try await bench.lines() == [])
    try await bench.value("Undo")
    try await bench.value("Undo")
    #expect(try await bench.lines() == before)
  }

  @Test(
    arguments: [
      (["filter": "image"], "missingValue"),
      (["filter": "image", "delete": true, "shift": "1h"], "invalidValue"),
      (["filter": "image", "retag": "A", "removeTag": true], "invalidValue"),
      (["filter": "image", "shift": "soon"], "invalidValue"),
      (["filter": "tag:Wrok", "delete": true], "tagNotFound"),
      (["filter": "tag:Reading", "shift": "1h"], "startInFuture"),
      (["filter": "tag:Email", "shift": "1h15m"], "endInFuture"),
      (["filter": "tag:Email", "retag": "Old"], "tagArchived"),
    ] as [(JSONObject, String)]
  )
  func `what cannot be done changes nothing`(values: JSONObject, code: String) async throws {
    let bench = try await IntentBench.workingDay()
    let before = try await bench.lines()
    let outcome = await bench.perform("BulkUpdate", values)
    #expect(outcome.error?.code == code)
    #expect(try await bench.lines() == before)
  }

  @Test func `what is so already is not counted`() async throws {
    let bench = try await IntentBench.workingDay()
    let value = try await bench.value("BulkUpdate", ["filter": "tag:Work", "retag": "work"])
    #expect(value["count"] == 0)
  }
}
