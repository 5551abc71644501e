import IntentKit
import JSONText
import Testing

@testable import Habits

@Test func `habits are listed by area and stay when the area is deleted`() async throws {
  let fixture = try HabitsFixture()
  try await fixture.call("CreateArea", ["name": "Work"])
  try await fixture.call("CreateHabit", ["name": "Write", "area": "work"])
  try await fixture.call("CreateHabit", ["name": "Read"])
  try await fixture.call("CreateBadHabit", ["name": "Chat", "area": "Work"])
  let listed = try await fixture.call("ListHabits", ["area": "Work"]).result?.value["habits"]?.array
  #expect(listed?.map { $0["name"] } == ["Write"])
  try await fixture.call("MoveHabit", ["habit": "Read", "area": "Work"])
  let areas = try await fixture.call("ListAreas").result?.value["areas"]?.array
  #expect(areas?.map { [$0["habits"], $0["badHabits"]] } == [[2, 1]])
  try await fixture.call("RenameArea", ["area": "work", "name": "Study"])
  #expect(try await fixture.call("DeleteArea", ["area": "Study"]).status == "ok")
  let all = try await fixture.call("ListHabits").result?.value["habits"]?.array
  #expect(all?.map { $0["name"] } == ["Read", "Write"])
  #expect(all?.map { $0["area"] } == [.null, .null])
}

@Test func `a slip reduces experience and resets the clean days`() async throws {
  let fixture = try HabitsFixture(zone: "Europe/Berlin")
  try await fixture.call("CreateHabit", ["name": "Read"])
  try await fixture.call("CompleteHabit", ["habit": "Read"])
  try await fixture.call("CreateBadHabit", ["name": "Chips"], at: "2026-10-20T12:00:00Z")
  let before = try await fixture.call("ListBadHabits").result?.value["badHabits"]?.array?.first
  #expect(before?["cleanDays"] == 31)
  #expect(before?["lastSlip"] == .null)
  // 22:30 UTC is already the next day in Berlin, the fixture's time zone.
  let slip = try await fixture.call(
    "LogSlip",
    ["badHabit": "chips", "at": "2026-10-24T22:30:00Z", "note": "A party."]
  )
  #expect(slip.result?.value["badHabit"]?["lastSlip"] == "2026-10-25")
  #expect(slip.result?.value["badHabit"]?["cleanDays"] == 26)
  let profile = try await fixture.call("ShowProfile").result?.value["profile"]
  #expect(profile?["experience"] == 5)
}

@Test func `100 experience is a level, and coins buy rewards`() async throws {
  let fixture = try HabitsFixture()
  try await fixture.call("CreateHabit", ["name": "Read"])
  for day in 10...20 {
    let day = JSONValue.string("2026-11-\(day)")
    try await fixture.call("CompleteHabit", ["habit": "Read", "day": day])
  }
  try await fixture.call("RenameProfile", ["name": "Ada"])
  let bought = try await fixture.call("BuyReward", ["reward": "Cinema", "price": 8])
  let profile = bought.result?.value["profile"]
  #expect(profile?["name"] == "Ada")
  #expect(profile?["level"] == 2)
  #expect(profile?["experienceToNextLevel"] == 90)
  #expect(profile?["coins"] == 3)
  #expect(profile?["purchases"]?.array?.map { $0["reward"] } == ["Cinema"])
  let refused = try await fixture.call("BuyReward", ["reward": "Cinema", "price": 8])
  #expect(refused.error?.code == "notEnoughCoins")
}
