import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import SystemCalls
import Testing

@testable import Habits

@Suite(.timeLimit(.minutes(5))) struct APIStorageTests {
  @Test(.requires("python3", "curl"))
  func `the tools work over an API as over a file`() async throws {
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

  @Test func `neither tokens nor names appear in curl's arguments`() async throws {
    let folder = try TemporaryDirectory()
    let curl = try await ArgumentRecorder(in: folder, name: "curl")
    let environment = ["PATH": folder.path]
    Signals.ignoreWriteSignals()
    let body: JSONValue = ["title": "Secret"]
    let request = HTTPRequest(method: "PUT", url: "http://127.0.0.1:1/areas/x", body: body)
    await #expect(throws: APIError.self) {
      try await CurlTransport(token: "s3cret", environment: environment).send(request)
    }
    let runs = try curl.runs
    #expect(runs.map { $0.dropFirst() } == [["-q", "--config", "-"]])
  }
}
