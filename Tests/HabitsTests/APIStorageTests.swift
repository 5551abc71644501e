import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@testable import Habits

@Suite(.timeLimit(.minutes(5))) struct APIStorageTests {
  @Test func `the tools work over an API as over a file`() async throws {
    let server = try APIServer()
    let bench = try HabitsBench(server.storage())
    let name: JSONValue = #"R&D "\"; rm -rf ~ @é😀"#
    try await bench.call("CreateArea", ["name": "Work"])
    try await bench.call("CreateHabit", ["name": name, "area": "Work"])
    try await bench.call("CompleteHabit", ["habit": name])
    let again = try await bench.call("CompleteHabit", ["habit": name])
    #expect(again.answer?.value["alreadyDone"] == true)
    try await bench.call("CompleteHabit", ["habit": name, "day": "yesterday"])
    try await bench.call("UndoCompletion", ["habit": name])
    try await bench.call("CreateBadHabit", ["name": "@chips"])
    try await bench.call("LogSlip", ["badHabit": "@chips", "note": "two\nlines\t\u{1}"])
    try await bench.call("BuyReward", ["reward": "Tea", "price": 1])
    try await bench.call("RenameProfile", ["name": "Ada"])
    try await bench.call("ArchiveHabit", ["habit": name])
    let book = try await bench.storage.read()
    #expect(book.profile.name == "Ada")
    #expect(book.profile.purchases.map(\.reward) == ["Tea"])
    #expect(book.habits.map(\.name) == [name.string])
    #expect(book.habits.map(\.completions) == [[try #require(Day("2026-11-19"))]])
    #expect(book.habits.first?.archivedAt == (try date("2026-11-20T12:00:00Z")))
    #expect(book.badHabits.first?.slips.map(\.note) == ["two\nlines\t\u{1}"])
    try await bench.call("DeleteArea", ["area": "Work"])
    #expect(try await bench.storage.read().habits.map(\.areaID) == [nil])
    let deletion = ["habit": name, "confirm": true] as JSONObject
    #expect(try await bench.call("DeleteHabit", deletion).status == "ok")
    #expect(try await bench.storage.read().habits.isEmpty)
  }

  @Test func `only what becomes other is sent`() async throws {
    let server = try APIServer()
    let bench = try HabitsBench(server.storage())
    let made = try await bench.call("CreateHabit", ["name": "Read"]).answer?.value["habit"]
    let path = "/habits/\(try #require(made?["id"]?.string))"
    try await bench.call("RenameHabit", ["habit": "Read", "name": "Write"])
    try await bench.call("CompleteHabit", ["habit": "Write"])
    try await bench.call("CompleteHabit", ["habit": "Write"])
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

  @Test func `clients that complete habits at once lose nothing`() async throws {
    let server = try APIServer()
    let bench = try HabitsBench(server.storage())
    try await bench.call("CreateHabit", ["name": "Read"])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for day in 10...17 {
        group.addTask {
          let client = try HabitsBench(server.storage())
          let day = JSONValue.string("2026-11-\(day)")
          try await client.call("CompleteHabit", ["habit": "Read", "day": day])
        }
      }
      try await group.waitForAll()
    }
    #expect(try await bench.storage.read().habits.first?.completions.count == 8)
  }

  @Test func `a rehearsal sends nothing that changes something`() async throws {
    let server = try APIServer()
    let bench = try HabitsBench(server.storage())
    let planned = try await bench.call("CreateHabit", ["name": "Read"], isRehearsed: true)
    #expect(planned.status == "planned")
    #expect(try await server.changes().isEmpty)
  }
}
