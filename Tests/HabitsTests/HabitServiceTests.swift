import Foundation
import IntentKit
import JSONText
import Testing

@testable import Habits

@Test func `done again on the same day is answered as such`() async throws {
  let bench = try HabitsBench()
  try await bench.call("CreateHabit", ["name": "Deep work"])
  let first = try await bench.call("CompleteHabit", ["habit": "Deep work"])
  let again = try await bench.call("CompleteHabit", ["habit": "Deep work"])
  #expect(first.answer?.value["alreadyDone"] == false)
  #expect(again.answer?.value["alreadyDone"] == true)
  #expect(again.answer?.value["habit"]?["completions"] == 1)
  let profile = try await bench.call("ShowProfile").answer?.value["profile"]
  #expect(profile?["experience"] == 10)
  #expect(profile?["coins"] == 1)
}

@Test func `a completion can be taken back, twice as once`() async throws {
  let bench = try HabitsBench()
  try await bench.call("CreateHabit", ["name": "Run"])
  try await bench.call("CompleteHabit", ["habit": "Run"])
  try await bench.call("CompleteHabit", ["habit": "Run", "day": "yesterday"])
  let undone = try await bench.call("UndoCompletion", ["habit": "Run"])
  #expect(undone.answer?.value["wasNotDone"] == false)
  #expect(undone.answer?.value["habit"]?["streak"]?["standing"] == "open")
  let again = try await bench.call("UndoCompletion", ["habit": "Run"])
  #expect(again.answer?.value["wasNotDone"] == true)
  #expect(again.answer?.value["habit"]?["completions"] == 1)
}

@Test func `an archived habit rests until it is followed again`() async throws {
  let bench = try HabitsBench()
  try await bench.call("CreateHabit", ["name": "Run"], at: "2026-11-01T08:00:00Z")
  for day in 1...3 {
    try await bench.call("CompleteHabit", ["habit": "Run"], at: "2026-11-0\(day)T08:00:00Z")
  }
  let archived = try await bench.call("ArchiveHabit", ["habit": "Run"], at: "2026-11-04T08:00:00Z")
  #expect(archived.answer?.value["wasArchived"] == false)
  let again = try await bench.call("ArchiveHabit", ["habit": "Run"], at: "2026-11-09T08:00:00Z")
  #expect(again.answer?.value["wasArchived"] == true)
  #expect(again.answer?.value["habit"]?["archivedAt"] == "2026-11-04T08:00:00Z")
  let refused = try await bench.call("CompleteHabit", ["habit": "Run"])
  #expect(refused.error?.code == "habitArchived")
  #expect(try await bench.call("ListHabits").answer?.value["habits"] == [])
  let all = try await bench.call("ListHabits", ["includeArchived": true])
  let streak = all.answer?.value["habits"]?.array?.first?["streak"]
  #expect(streak == ["standing": "resting", "current": 3, "longest": 3])
  let back = try await bench.call("UnarchiveHabit", ["habit": "Run"])
  #expect(back.answer?.value["habit"]?["streak"]?["standing"] == "broken")
  #expect(try await bench.call("CompleteHabit", ["habit": "Run"]).status == "ok")
}

@Test(arguments: [
  ("Read", "Read"), ("READ", "Read"), ("  read ", "Read"), ("straße", "Straße"),
  ("STRASSE", "Straße"), ("cafe\u{301}", "Café"),
])
func `a habit is found by its name, or by one in another case`(
  text: String,
  name: String
) async throws {
  let bench = try HabitsBench()
  for name in ["Read", "Straße", "Café"] {
    try await bench.call("CreateHabit", ["name": .string(name)])
  }
  let outcome = try await bench.call("CompleteHabit", ["habit": .string(text)])
  #expect(outcome.answer?.value["habit"]?["name"]?.string == name)
}

@Test func `a habit is found by its id`() async throws {
  let bench = try HabitsBench()
  let made = try await bench.call("CreateHabit", ["name": "Read"])
  let id = try #require(made.answer?.value["habit"]?["id"])
  let outcome = try await bench.call("RenameHabit", ["habit": id, "name": "READ"])
  #expect(outcome.answer?.value["habit"]?["name"] == "READ")
}

@Test func `two habits of one name have to be told apart by id`() async throws {
  let bench = try HabitsBench()
  let habit = Habit(id: UUID(), name: "Read", createdAt: .distantPast)
  let twin = Habit(id: UUID(), name: "Read", createdAt: .distantPast)
  try await bench.storage.change { $0.habits = [habit, twin] }
  let outcome = try await bench.call("CompleteHabit", ["habit": "read"])
  #expect(outcome.error?.code == "habitAmbiguous")
  #expect(outcome.error?.data["candidates"] == .array([habit.id.field, twin.id.field]))
  let named = try await bench.call("CompleteHabit", ["habit": twin.id.field])
  #expect(named.answer?.value["habit"]?["id"] == twin.id.field)
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
      "The day 2026-11-21 lies in the future."
    ),
    ("CreateHabit", ["name": "READ "], "habitExists", "There is a habit 'READ' already."),
    (
      "CreateHabit", ["name": "Swim", "area": "Health"], "areaNotFound",
      "There is no area 'Health'."
    ),
    ("CreateArea", ["name": "Home"], "areaExists", "There is an area 'Home' already."),
    (
      "LogSlip", ["badHabit": "Chips", "at": "2026-11-20T12:00:01Z"], "timeInFuture",
      "The time 2026-11-20T12:00:01Z lies in the future."
    ),
    (
      "LogSlip", ["badHabit": "Chip"], "badHabitNotFound",
      "There is no bad habit 'Chip' (did you mean 'Chips'?)."
    ),
    (
      "BuyReward", ["reward": "Tea", "price": 2], "notEnoughCoins",
      "That costs 2 coins, and there are 1."
    ),
    ("BuyReward", ["reward": " ", "price": 1], "emptyName", "A reward needs a name."),
  ] as [(String, JSONObject, String, String)]
)
func `what cannot be done is said in one sentence`(
  intent: String,
  values: JSONObject,
  code: String,
  sentence: String
) async throws {
  let bench = try HabitsBench()
  try await bench.call("CreateHabit", ["name": "Read"])
  try await bench.call("CompleteHabit", ["habit": "Read"])
  try await bench.call("CreateArea", ["name": "Home"])
  try await bench.call("CreateBadHabit", ["name": "Chips"])
  let before = try await bench.storage.read()
  let outcome = try await bench.call(intent, values)
  #expect(outcome.error?.code == code)
  #expect(outcome.sentence == sentence)
  #expect(try await bench.storage.read() == before)
}

@Test func `what was noted of a habit goes only when that is confirmed`() async throws {
  let bench = try HabitsBench()
  try await bench.call("CreateHabit", ["name": "Read"])
  try await bench.call("CompleteHabit", ["habit": "Read"])
  let refused = try await bench.call("DeleteHabit", ["habit": "Read"])
  #expect(refused.error?.code == "confirmationNeeded")
  let planned = try await bench.call("DeleteHabit", ["habit": "Read"], isRehearsed: true)
  #expect(planned.answer?.plan?.needsConfirmation == true)
  #expect(try await bench.storage.read().habits.count == 1)
  let deleted = try await bench.call("DeleteHabit", ["habit": "Read", "confirm": true])
  #expect(deleted.status == "ok")
  #expect(try await bench.storage.read().habits.isEmpty)
}

@Test func `a rehearsal tells what would be other and changes nothing`() async throws {
  let bench = try HabitsBench()
  try await bench.call("CreateHabit", ["name": "Read"])
  let before = try await bench.storage.read()
  let outcome = try await bench.call("CompleteHabit", ["habit": "read"], isRehearsed: true)
  #expect(outcome.status == "planned")
  #expect(
    outcome.answer?.plan?.changes == [
      [
        "kind": "completion", "before": nil, "after": ["habit": "Read", "day": "2026-11-20"],
      ]
    ]
  )
  #expect(try await bench.storage.read() == before)
}
