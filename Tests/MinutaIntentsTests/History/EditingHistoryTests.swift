import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Testing

/// Tests that calls can be undone and redone in a data folder on disk.
@Suite struct EditingHistoryTests {
  /// A call to undo and redo.
  struct EditHistoryCase: Sendable, CustomTestStringConvertible {
    let intent: String
    let values: JSONObject

    var testDescription: String { "\(intent) \(JSONValue.object(values).text())" }

    init(_ intent: String, _ values: JSONObject = [:]) {
      self.intent = intent
      self.values = values
    }
  }

  private static let png =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

  @Test(arguments: [
    EditHistoryCase("ArchiveTag", ["tag": "Work"]),
    EditHistoryCase("AttachImage", ["record": "last", "data": .string(png), "type": "png"]),
    EditHistoryCase("CancelTimer"),
    EditHistoryCase("CreateTag", ["tag": "New"]),
    EditHistoryCase("CutRange", ["start": "08:30", "end": "10:30", "confirm": true]),
    EditHistoryCase("DeleteRecord", ["record": "last"]),
    EditHistoryCase("DeleteTag", ["tag": "Work", "confirm": true]),
    EditHistoryCase("FillGaps", ["tag": "New", "comment": "Lunch"]),
    EditHistoryCase("RenameTag", ["tag": "Work", "name": "Labour"]),
    EditHistoryCase("RenameTag", ["tag": "Work", "name": "Email", "confirm": true]),
    EditHistoryCase("SetTagColor", ["tag": "Work", "color": "#112233"]),
    EditHistoryCase("SplitRecord", ["record": "last", "at": ["10:45"]]),
    EditHistoryCase("StopTimer"),
    EditHistoryCase("SwitchTimer", ["tag": "Other"]),
    EditHistoryCase("ToggleTimer", ["tag": "Email"]),
    EditHistoryCase(
      "UpdateRecord",
      ["record": "last", "comment": "more", "start": "2026-09-30 10:00"]
    ),
  ])
  func `undo and redo restore every byte`(change: EditHistoryCase) async throws {
    let fixture = try IntentFixture()
    _ = try await fixture.value("LogTime", ["tag": "Work", "start": "08:00", "duration": "1h"])
    _ = try await fixture.value("LogTime", ["tag": "Email", "start": "09:00", "duration": "1h"])
    _ = try await fixture.value("LogTime", ["tag": "Work", "start": "10:00", "duration": "20m"])
    _ = try await fixture.value("StartTimer", ["tag": "Work", "at": "10:30"])
    let before = try await state(of: fixture)
    let outcome = await fixture.perform(change.intent, change.values)
    #expect(outcome.status == "ok", "\(outcome.sentence)")
    let after = try await state(of: fixture)
    #expect(after != before)
    _ = try await fixture.value("Undo")
    #expect(try await state(of: fixture) == before)
    _ = try await fixture.value("Redo")
    #expect(try await state(of: fixture) == after)
    #expect(try fixture.folder.content().keys.contains { $0.hasSuffix(".tmp") } == false)
  }

  @Test func `images stay with their record through join, delete and undo`() async throws {
    let fixture = try IntentFixture()
    var ids: [String] = []
    for (start, duration) in [("2026-09-30 08:00", "1h"), ("2026-10-01 09:00", "2h")] {
      let logged = try await fixture.value(
        "LogTime",
        ["tag": "Work", "start": .string(start), "duration": .string(duration)]
      )
      let id = try #require(logged["record"]?["id"]?.string)
      ids.append(id)
      let image: JSONObject = ["record": .string(id), "data": .string(Self.png), "type": "png"]
      _ = try await fixture.value("AttachImage", image)
    }
    let before = try await state(of: fixture)
    let joined = try await fixture.value(
      "JoinRecords",
      ["records": .array(ids.map { .string($0) }), "confirm": true]
    )
    #expect(joined["record"]?["images"]?.array?.count == 2)
    let after = try await state(of: fixture)
    #expect(
      after.keys.filter { $0.hasPrefix("records/2026/09") && $0.hasSuffix(".png") }.count == 2
    )
    _ = try await fixture.value("Undo")
    #expect(try await state(of: fixture) == before)
    _ = try await fixture.value("Redo")
    #expect(try await state(of: fixture) == after)
    _ = try await fixture.value("DeleteRecord", ["record": .string(ids[0])])
    #expect(try await state(of: fixture).keys.contains { $0.hasSuffix(".png") } == false)
    _ = try await fixture.value("Undo")
    #expect(try await state(of: fixture) == after)
  }

  /// Returns the contents of all files except Minuta's internal ones, with the tags sorted by id.
  private func state(of fixture: IntentFixture) async throws -> [String: Data] {
    var files = try fixture.folder.content().filter { !$0.key.hasPrefix(".minuta") }
      .compactMapValues { $0 }
    let tags = try JSONValue(parsing: fixture.folder.text(of: "tags.json"))["tags"]?.array ?? []
    let sorted = tags.sorted { ($0["id"]?.string ?? "") < ($1["id"]?.string ?? "") }
    files["tags.json"] = Data(JSONValue.array(sorted).bytes())
    return files
  }
}
