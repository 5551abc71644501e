import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@testable import Habits

@Suite(.requires("python3", "curl"), .timeLimit(.minutes(5))) struct APIStorageTests {
  @Test func `the tools work over an API as over a file`() async throws {
    let server = try TestAPIServer()
    let fixture = try HabitsFixture(server.storage())
    let name: JSONValue = #"R&D "\"; rm -rf ~ @é😀"#
    try await fixture.call("CreateArea", ["name": "Work"])
    try await fixture.call("CreateHabit", ["name": name, "area": "Work"])
    try await fixture.call("CompleteHabit", ["habit": name])
    let again = try await fixture.call("CompleteHabit", ["habit": name])
    #expect(again.result?.value["unchanged"] == true)
    try await fixture.call("CompleteHabit", ["habit": name, "day": "yesterday"])
    try await fixture.call("UndoCompletion", ["habit": name])
    try await fixture.call("CreateBadHabit", ["name": "@chips"])
    try await fixture.call("LogSlip", ["badHabit": "@chips", "note": "two\nlines\t\u{1}"])
    try await fixture.call("BuyReward", ["reward": "Tea", "price": 1])
    try await fixture.call("RenameProfile", ["name": "Ada"])
    try await fixture.call("ArchiveHabit", ["habit": name])
    let data = try await fixture.storage.read()
    #expect(data.profile.name == "Ada")
    #expect(data.profile.purchases.map(\.reward) == ["Tea"])
    #expect(data.habits.map(\.name) == [name.string])
    #expect(data.habits.map(\.completions) == [[try #require(Day("2026-11-19"))]])
    #expect(data.habits.first?.archivedAt == (try date("2026-11-20T12:00:00Z")))
    #expect(data.badHabits.first?.slips.map(\.note) == ["two\nlines\t\u{1}"])
    try await fixture.call("DeleteArea", ["area": "Work"])
    #expect(try await fixture.storage.read().habits.map(\.areaID) == [nil])
    let deletion = ["habit": name, "confirm": true] as JSONObject
    #expect(try await fixture.call("DeleteHabit", deletion).status == "ok")
    #expect(try await fixture.storage.read().habits.isEmpty)
  }

  @Test func `only changed members are sent`() async throws {
    let server = try TestAPIServer()
    let fixture = try HabitsFixture(server.storage())
    let made = try await fixture.call("CreateHabit", ["name": "Read"]).result?.value["habit"]
    let path = "/habits/\(try #require(made?["id"]?.string))"
    try await fixture.call("RenameHabit", ["habit": "Read", "name": "Write"])
    try await fixture.call("CompleteHabit", ["habit": "Write"])
    try await fixture.call("CompleteHabit", ["habit": "Write"])
    #expect(
      try await server.changes() == [
        [
          "PUT", .string(path),
          [
            "title": "Read", "area_id": nil, "created_at": "2026-11-20T12:00:00Z",
            "archived_at": nil,
          ],
        ],
        ["PATCH", .string(path), ["title": "Write"]],
        ["PUT", .string(path + "/completions/2026-11-20"), [:]],
      ]
    )
  }

  @Test func `concurrent clients lose no completions`() async throws {
    let server = try TestAPIServer()
    let fixture = try HabitsFixture(server.storage())
    try await fixture.call("CreateHabit", ["name": "Read"])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for day in 10...17 {
        group.addTask {
          let client = try HabitsFixture(server.storage())
          let day = JSONValue.string("2026-11-\(day)")
          try await client.call("CompleteHabit", ["habit": "Read", "day": day])
        }
      }
      try await group.waitForAll()
    }
    #expect(try await fixture.storage.read().habits.first?.completions.count == 8)
  }

  @Test func `a dry run sends no changes`() async throws {
    let server = try TestAPIServer()
    let fixture = try HabitsFixture(server.storage())
    let planned = try await fixture.call("CreateHabit", ["name": "Read"], isDryRun: true)
    #expect(planned.status == "planned")
    #expect(try await server.changes().isEmpty)
  }
}
