import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Testing

/// Tests of undo after another program has changed the records.
@Suite struct UndoConflictTests {
  private let fixture: IntentFixture

  private static let file = "records/2026/11/2026-11-20_090000.json"

  init() throws {
    fixture = try IntentFixture()
  }

  /// Logs two records and then edits the second one's file, as another program would.
  private func logTwo() async throws -> String {
    try await fixture.log("Email", "08:00", "09:00")
    let id = try await fixture.log("Work", "10:00", "11:00")["id"]?.string ?? ""
    try edit(#""images""#, #""comment": "edited", "images""#)
    return String(id.prefix(8))
  }

  private func edit(_ old: String, _ new: String) throws {
    try fixture.folder.write(
      fixture.folder.text(of: Self.file).replacing(old, with: new),
      to: Self.file
    )
  }

  @Test func `an undo conflict names the record, its file and the next command`() async throws {
    let id = try await logTwo()
    let outcome = await fixture.perform("Undo")
    #expect(outcome.error?.code == "changedSince")
    #expect(outcome.sentence.contains("'Work', 10:00 to 11:00 (\(id), \(Self.file))"))
    #expect(outcome.sentence.hasSuffix("\n  minuta undo --skip"))
    #expect(outcome.error?.data["file"]?.string == Self.file)
    #expect(outcome.error?.data["entry"] == 2)
  }

  @Test func `undo of a given entry suggests no other command`() async throws {
    _ = try await logTwo()
    let outcome = await fixture.perform("Undo", ["entry": 2])
    #expect(outcome.error?.code == "changedSince")
    #expect(!outcome.sentence.contains("minuta undo"))
  }

  @Test func `an entry can't be undone twice`() async throws {
    try await fixture.log("Email", "08:00", "09:00")
    try await fixture.log("Work", "10:00", "11:00")
    try await fixture.value("Undo", ["entry": 1])
    let outcome = await fixture.perform("Undo", ["entry": 1])
    #expect(outcome.error?.code == "nothingToUndo")
  }

  @Test func `an undo conflict with a deleted record suggests the next command`() async throws {
    try await fixture.value("CreateTag", ["tag": "Work"])
    let id = try await logTwo()
    try FileManager.default.removeItem(atPath: fixture.folder.path + "/" + Self.file)
    let outcome = await fixture.perform("Undo")
    #expect(
      outcome.sentence.hasPrefix(
        "The record of 'Work', 10:00 to 11:00 (\(id)), was deleted after the call 'log' at 12:00"
      )
    )
  }

  @Test(arguments: [CallSource.rpc, .file])
  func `undo with 'skip' passes over each changed record`(source: CallSource) async throws {
    _ = try await logTwo()
    try await fixture.log("Sport", "11:00", "11:30")
    _ = try await fixture.value("Undo")
    let planned = await fixture.dryRun("Undo", ["skip": true])
    let conflict = "'Work', 10:00 to 11:00 (00000000) was changed later and is left as it is."
    #expect(
      planned.sentence
        == "Would undo 'log': 'Email', 08:00 to 09:00 (00000000). \(conflict) Dry run: nothing was written."
    )
    let outcome = await fixture.perform("Undo", ["skip": true], from: source)
    let origin = source == .file ? "" : " (called at 12:00 from a file)"
    #expect(outcome.sentence.hasPrefix("Undid 'log'\(origin): 'Email', 08:00 to 09:00 (00000000)"))
    #expect(outcome.sentence.hasSuffix(conflict))
    #expect(outcome.result?.value["skipped"] == [2])
    #expect(try await fixture.lines() == ["Work 09:00-10:00 edited"])
    #expect(await fixture.perform("Undo", ["skip": true]).error?.code == "nothingToUndo")
    _ = try await fixture.value("Redo")
    #expect(try await fixture.lines().count == 2)
  }

  @Test func `redo with 'skip' passes over records changed after the undo`() async throws {
    try await fixture.log("Email", "08:00", "09:00")
    _ = try await fixture.value("UpdateRecord", ["record": "last", "comment": "mine"])
    try await fixture.log("Work", "10:00", "11:00")
    _ = try await fixture.value("DeleteRecord", ["record": "last"])
    _ = try await fixture.value("Undo", ["entry": 2])
    _ = try await fixture.value("Undo")
    try edit(#""images""#, #""comment": "edited", "images""#)
    let outcome = await fixture.perform("Redo")
    #expect(outcome.error?.code == "changedSince")
    #expect(
      try await fixture.sentence("Redo", ["skip": true])
        == "Redid 'edit': 'Email', 08:00 to 09:00 (00000000), \"mine\". "
        + "'Work', 10:00 to 11:00 (00000000) was changed later and is left as it is."
    )
    #expect(try await fixture.lines() == ["Email 07:00-08:00 mine", "Work 09:00-10:00 edited"])
  }

  @Test func `undo of a batch keeps a record that was edited later`() async throws {
    let call = BatchPosition(index: 0, digest: "d", run: "d.r")
    for (tag, start) in [("Work", "10:00"), ("Email", "08:00")] {
      let values: JSONObject = ["tag": .string(tag), "start": .string(start), "duration": "1h"]
      let step = BatchCall(IntentCall("LogTime", with: values), at: call)
      _ = await fixture.engine.performGroup([step], as: .untilFailure, from: .file)
    }
    try edit(#""images""#, #""comment": "edited", "images""#)
    let sentence = try await fixture.sentence("Undo")
    #expect(
      sentence.hasPrefix(
        "Undid 'log': 'Email', 08:00 to 09:00 (00000000). 'Work', 10:00 to 11:00 (00000000) was"
      )
    )
    #expect(try await fixture.lines() == ["Work 09:00-10:00 edited"])
  }

  @Test(arguments: ["entry", "run", "to"])
  func `'skip' can't be combined with other selections`(parameter: String) async throws {
    let value: JSONValue = parameter == "run" ? "r" : 1
    let outcome = await fixture.perform("Undo", [parameter: value, "skip": true])
    #expect(outcome.error?.code == "invalidValue")
  }

  @Test func `'skip' can be combined with 'call'`() async throws {
    _ = try await logTwo()
    let sentence = try await fixture.sentence("Undo", ["call": true, "skip": true])
    #expect(sentence.hasPrefix("Undid 'log': 'Email'"))
  }
}
