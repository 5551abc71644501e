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

@Test func `undoing a completion twice is the same as once`() async throws {
  let fixture = try HabitsFixture()
  try await fixture.call("CreateHabit", ["name": "Run"])
  try await fixture.call("CompleteHabit", ["habit": "Run"])
  try await fixture.call("CompleteHabit", ["habit": "Run", "day": "yesterday"])
  let undone = try await fixture.call("UndoCompletion", ["habit": "Run"])
  #expect(undone.result?.value["unchanged"] == false)
  #expect(undone.result?.value["habit"]?["streak"]?["status"] == "dueToday")
  let again = try await fixture.call("UndoCompletion", ["habit": "Run"])
  #expect(again.result?.value["unchanged"] == true)
  #expect(again.result?.value["habit"]?["completions"] == 1)
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

@Test(arguments: [
  ("Read", "Read"), ("READ", "Read"), ("  read ", "Read"), ("straße", "Straße"),
  ("STRASSE", "Straße"), ("cafe\u{301}", "Café"),
])
func `a habit is found by name, ignoring case`(text: String, name: String) async throws {
  let fixture = try HabitsFixture()
  for name in ["Read", "Straße", "Café"] {
    try await fixture.call("CreateHabit", ["name": .string(name)])
  }
  let outcome = try await fixture.call("CompleteHabit", ["habit": .string(text)])
  #expect(outcome.result?.value["habit"]?["name"]?.string == name)
}

@Test func `a habit is found by its id`() async throws {
  let fixture = try HabitsFixture()
  let made = try await fixture.call("CreateHabit", ["name": "Read"])
  let id = try #require(made.result?.value["habit"]?["id"])
  let outcome = try await fixture.call("RenameHabit", ["habit": id, "name": "READ"])
  #expect(outcome.result?.value["habit"]?["name"] == "READ")
}

@Test func `two habits with one name need an id`() async throws {
  let fixture = try HabitsFixture()
  let habit = Habit(id: UUID(), name: "Read", createdAt: .distantPast)
  let twin = Habit(id: UUID(), name: "Read", createdAt: .distantPast)
  try await fixture.storage.change { $0.habits = [habit, twin] }
  let outcome = try await fixture.call("CompleteHabit", ["habit": "read"])
  #expect(outcome.error?.code == "habitAmbiguous")
  #expect(outcome.error?.data["candidates"] == .array([habit.id.json, twin.id.json]))
  let named = try await fixture.call("CompleteHabit", ["habit": twin.id.json])
  #expect(named.result?.value["habit"]?["id"] == twin.id.json)
}

@Test(
  arguments: [
    (
      "CompleteHabit", ["habit": "Raed"], "habitNotFound",
      "There is no habit 'Raed' (did you mean 'Read'?)."
    ),
    ("CompleteHabit", ["habit": " "], "emptyName", "A habit needs a name."),
    (
      "CompleteHabit", ["habit": "Read", "day": "2026-11-21"], "dayInFuture",
      "The day 2026-11-21 is in the future."
    ),
    ("CreateHabit", ["name": "READ "], "habitExists", "The habit 'READ' already exists."),
    (
      "CreateHabit", ["name": "Swim", "area": "Health"], "areaNotFound",
      "There is no area 'Health'."
    ),
    ("CreateArea", ["name": "Home"], "areaExists", "The area 'Home' already exists."),
    (
      "LogSlip", ["badHabit": "Chips", "at": "2026-11-20T12:00:01Z"], "timeInFuture",
      "The time 2026-11-20T12:00:01Z is in the future."
    ),
    (
      "LogSlip", ["badHabit": "Chip"], "badHabitNotFound",
      "There is no bad habit 'Chip' (did you mean 'Chips'?)."
    ),
    (
      "BuyReward", ["reward": "Tea", "price": 2], "notEnoughCoins",
      "Not enough coins: the price is 2, and you have 1."
    ),
    ("BuyReward", ["reward": " ", "price": 1], "emptyName", "A reward needs a name."),
  ] as [(String, JSONObject, String, String)]
)
func `each error is one sentence`(
  intent: String,
  values: JSONObject,
  code: String,
  sentence: String
) async throws {
  let fixture = try HabitsFixture()
  try await fixture.call("CreateHabit", ["name": "Read"])
  try await fixture.call("CompleteHabit", ["habit": "Read"])
  try await fixture.call("CreateArea", ["name": "Home"])
  try await fixture.call("CreateBadHabit", ["name": "Chips"])
  let before = try await fixture.storage.read()
  let outcome = try await fixture.call(intent, values)
  #expect(outcome.error?.code == code)
  #expect(outcome.sentence == sentence)
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

@Test func `a dry run reports the changes and makes none`() async throws {
  let fixture = try HabitsFixture()
  try await fixture.call("CreateHabit", ["name": "Read"])
  let before = try await fixture.storage.read()
  let outcome = try await fixture.call("CompleteHabit", ["habit": "read"], isDryRun: true)
  #expect(outcome.status == "planned")
  #expect(
    outcome.result?.plan?.changes == [
      ["kind": "completion", "before": nil, "after": ["habit": "Read", "day": "2026-11-20"]]
    ]
  )
  #expect(try await fixture.storage.read() == before)
}
