import Foundation
import IntentKit
import JSONText
import Testing

@testable import Habits

@Test func `completing a habit twice on a day changes nothing`() async throws {
  let fixture = try HabitsFixture()
  try await fixture.call("CreateHabit", ["name": "Deep work"])
  let first = try await fixture.call("CompleteHabit", ["habit": "Deep work"])
  let again = try await fixture.call("CompleteHabit", ["habit": "Deep work"])
  #expect(first.result?.value["unchanged"] == false)
  #expect(again.result?.value["unchanged"] == true)
  #expect(again.result?.value["habit"]?["completions"] == 1)
  let profile = try await fixture.call("ShowProfile").result?.value["profile"]
  #expect(profile?["experience"] == 10)
  #expect(profile?["coins"] == 1)
}

@Test func `an archived habit's streak stays until it is unarchived`() async throws {
  let fixture = try HabitsFixture()
  try await fixture.call("CreateHabit", ["name": "Run"], at: "2026-11-01T08:00:00Z")
  for day in 1...3 {
    try await fixture.call("CompleteHabit", ["habit": "Run"], at: "2026-11-0\(day)T08:00:00Z")
  }
  let archived = try await fixture.call(
    "ArchiveHabit",
    ["habit": "Run"],
    at: "2026-11-04T08:00:00Z"
  )
  #expect(archived.result?.value["unchanged"] == false)
  let again = try await fixture.call("ArchiveHabit", ["habit": "Run"], at: "2026-11-09T08:00:00Z")
  #expect(again.result?.value["unchanged"] == true)
  #expect(again.result?.value["habit"]?["archivedAt"] == "2026-11-04T08:00:00Z")
  let refused = try await fixture.call("CompleteHabit", ["habit": "Run"])
  #expect(refused.error?.code == "habitArchived")
  #expect(try await fixture.call("ListHabits").result?.value["habits"] == [])
  let all = try await fixture.call("ListHabits", ["includeArchived": true])
  let streak = all.result?.value["habits"]?.array?.first?["streak"]
  #expect(streak == ["status": "archived", "current": 3, "longest": 3])
  let back = try await fixture.call("UnarchiveHabit", ["habit": "Run"])
  #expect(back.result?.value["habit"]?["streak"]?["status"] == "broken")
  #expect(try await fixture.call("CompleteHabit", ["habit": "Run"]).status == "ok")
}

@Test(
  arguments: [
    ("CompleteHabit", ["habit": "Raed"], "habitNotFound"),
    ("CompleteHabit", ["habit": "Read", "day": "2026-11-21"], "dayInFuture"),
    ("CreateHabit", ["name": "READ "], "habitExists"),
    ("CreateHabit", ["name": "Swim", "area": "Health"], "areaNotFound"),
    ("LogSlip", ["badHabit": "Chips", "at": "2026-11-20T12:00:01Z"], "timeInFuture"),
    ("BuyReward", ["reward": " ", "price": 1], "emptyName"),
  ] as [(String, JSONObject, String)]
)
func `a call with an error changes nothing`(
  intent: String,
  values: JSONObject,
  code: String
) async throws {
  let fixture = try HabitsFixture()
  try await fixture.call("CreateHabit", ["name": "Read"])
  try await fixture.call("CreateBadHabit", ["name": "Chips"])
  let before = try await fixture.storage.read()
  #expect(try await fixture.call(intent, values).error?.code == code)
  #expect(try await fixture.storage.read() == before)
}

@Test func `deleting a habit with completions needs confirmation`() async throws {
  let fixture = try HabitsFixture()
  try await fixture.call("CreateHabit", ["name": "Read"])
  try await fixture.call("CompleteHabit", ["habit": "Read"])
  let refused = try await fixture.call("DeleteHabit", ["habit": "Read"])
  #expect(refused.error?.code == "confirmationNeeded")
  let planned = try await fixture.call("DeleteHabit", ["habit": "Read"], isDryRun: true)
  #expect(planned.result?.plan?.needsConfirmation == true)
  #expect(try await fixture.storage.read().habits.count == 1)
  let deleted = try await fixture.call("DeleteHabit", ["habit": "Read", "confirm": true])
  #expect(deleted.status == "ok")
  #expect(try await fixture.storage.read().habits.isEmpty)
}
