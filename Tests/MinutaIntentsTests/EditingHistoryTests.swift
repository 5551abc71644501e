import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Testing

/// Every change, through the folder and back.
@Suite struct EditingHistoryTests {
  struct Change: Sendable, CustomTestStringConvertible {
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
    Change("ArchiveTag", ["tag": "Work"]),
    Change("AttachImage", ["record": "last", "data": .string(png), "type": "png"]),
    Change("CancelTimer"),
    Change("CreateTag", ["tag": "New"]),
    Change("CutRange", ["start": "08:30", "end": "10:30", "confirm": true]),
    Change("DeleteRecord", ["record": "last"]),
    Change("DeleteTag", ["tag": "Work", "confirm": true]),
    Change("RenameTag", ["tag": "Work", "name": "Labour"]),
    Change("RenameTag", ["tag": "Work", "name": "Email", "confirm": true]),
    Change("SetTagColor", ["tag": "Work", "color": "#112233"]),
    Change("SplitRecord", ["record": "last", "at": ["10:45"]]),
    Change("StopTimer"),
    Change("SwitchTimer", ["tag": "Other"]),
    Change("ToggleTimer", ["tag": "Email"]),
    Change("UpdateRecord", ["record": "last", "comment": "more", "start": "2026-09-30 10:00"]),
  ])
  func `a change is taken back and done again, to the byte`(change: Change) async throws {
    let bench = try IntentBench()
    _ = try await bench.value("LogTime", ["tag": "Work", "start": "08:00", "duration": "1h"])
    _ = try await bench.value("LogTime", ["tag": "Email", "start": "09:00", "duration": "1h"])
    _ = try await bench.value("LogTime", ["tag": "Work", "start": "10:00", "duration": "20m"])
    _ = try await bench.value("StartTimer", ["tag": "Work", "at": "10:30"])
    let before = try await state(of: bench)
    let outcome = await bench.perform(change.intent, change.values)
    #expect(outcome.status == "ok", "\(outcome.sentence)")
    let after = try await state(of: bench)
    #expect(after != before)
    _ = try await bench.value("Undo")
    #expect(try await state(of: bench) == before)
    _ = try await bench.value("Redo")
    #expect(try await state(of: bench) == after)
    #expect(try bench.folder.content().keys.contains { $0.hasSuffix(".tmp") } == false)
  }

  @Test func `images go with their record through joining, deleting and undoing`() async throws {
    let bench = try IntentBench()
    var ids: [String] = []
    for (start, duration) in [("2026-09-30 08:00", "1h"), ("2026-10-01 09:00", "2h")] {
      let logged = try await bench.value(
        "LogTime",
        ["tag": "Work", "start": .string(start), "duration": .string(duration)]
      )
      let id = try #require(logged["record"]?["id"]?.string)
      ids.append(id)
      let image: JSONObject = ["record": .string(id), "data": .string(Self.png), "type": "png"]
      _ = try await bench.value("AttachImage", image)
    }
    let before = try await state(of: bench)
    let joined = try await bench.value(
      "JoinRecords",
      ["records": .array(ids.map { .string($0) }), "confirm": true]
    )
    #expect(joined["record"]?["images"]?.array?.count == 2)
    let after = try await state(of: bench)
    #expect(
      after.keys.filter { $0.hasPrefix("records/2026/09") && $0.hasSuffix(".png") }.count == 2
    )
    _ = try await bench.value("Undo")
    #expect(try await state(of: bench) == before)
    _ = try await bench.value("Redo")
    #expect(try await state(of: bench) == after)
    _ = try await bench.value("DeleteRecord", ["record": .string(ids[0])])
    #expect(try await state(of: bench).keys.contains { $0.hasSuffix(".png") } == false)
    _ = try await bench.value("Undo")
    #expect(try await state(of: bench) == after)
  }

  /// The user's own files; the tags in the order of their ids.
  private func state(of bench: IntentBench) async throws -> [String: Data] {
    var files = try bench.folder.content().filter { !$0.key.hasPrefix(".minuta") }
      .compactMapValues { $0 }
    let tags = try JSONValue(parsing: bench.folder.text(of: "tags.json"))["tags"]?.array ?? []
    let sorted = tags.sorted { ($0["id"]?.string ?? "") < ($1["id"]?.string ?? "") }
    files["tags.json"] = Data(JSONValue.array(sorted).bytes())
    return files
  }
}
