import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Testing

/// Undo where another program has changed what a call left.
@Suite struct UndoConflictTests {
  private let fixture: IntentFixture

  private static let file = "records/2026/11/2026-11-20_090000.json"

  init() throws {
    fixture = try IntentFixture()
  }

  /// Logs two records and edits the second with an editor.
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

  @Test func `an undo that cannot go on names the record, its file and the next command`()
    async throws
  {
    let id = try await logTwo()
    let outcome = await fixture.perform("Undo")
    #expect(outcome.error?.code == "changedSince")
    #expect(
      outcome.sentence
        == "'Work', 10:00 to 11:00 (\(id), \(Self.file)) was changed since 'log' at 12:00, which "
        + "can't be undone. Run 'minuta undo --skip' ('skip': true) to leave it and undo the call before."
    )
    #expect(outcome.error?.data["file"]?.string == Self.file)
    #expect(outcome.error?.data["entry"] == 2)
  }

  @Test func `where an entry is named, no other command is advised`() async throws {
    _ = try await logTwo()
    let outcome = await fixture.perform("Undo", ["entry": 2])
    #expect(outcome.error?.code == "changedSince")
    #expect(outcome.sentence.hasSuffix("which can't be undone."))
  }

  @Test func `an entry that is undone is said to be`() async throws {
    try await fixture.log("Email", "08:00", "09:00")
    try await fixture.log("Work", "10:00", "11:00")
    try await fixture.value("Undo", ["entry": 1])
    let outcome = await fixture.perform("Undo", ["entry": 1])
    #expect(outcome.error?.code == "nothingToUndo")
    #expect(outcome.sentence == "Entry 1 is undone already.")
  }

  @Test func `a record that is gone is named with the next command`() async throws {
    try await fixture.value("CreateTag", ["tag": "Work"])
    let id = try await logTwo()
    try FileManager.default.removeItem(atPath: fixture.folder.path + "/" + Self.file)
    let outcome = await fixture.perform("Undo")
    #expect(
      outcome.sentence.hasPrefix("'Work', 10:00 to 11:00 (\(id)) was deleted since 'log' at 12:00")
    )
  }

  @Test(arguments: [CallSource.rpc, .file])
  func `skip goes round what was changed, again and again`(source: CallSource) async throws {
    _ = try await logTwo()
    try await fixture.log("Sport", "11:00", "11:30")
    _ = try await fixture.value("Undo")
    let planned = await fixture.engine.dryRunCopy()
      .perform(IntentCall("Undo", with: ["skip": true]), from: .file)
    let kept = "'Work', 10:00 to 11:00 (00000000) was changed since and stays as it is."
    #expect(
      planned.sentence
        == "Would undo 'log': 'Email', 08:00 to 09:00 (00000000). \(kept) Dry run: nothing was written."
    )
    let outcome = await fixture.perform("Undo", ["skip": true], from: source)
    #expect(outcome.sentence.hasPrefix("Undid 'log': 'Email', 08:00 to 09:00 (00000000)"))
    #expect(outcome.sentence.hasSuffix(kept))
    #expect(outcome.result?.value["skipped"] == [2])
    #expect(try await fixture.lines() == ["Work 09:00-10:00 edited"])
    #expect(await fixture.perform("Undo", ["skip": true]).error?.code == "nothingToUndo")
    _ = try await fixture.value("Redo")
    #expect(try await fixture.lines().count == 2)
  }

  @Test func `redo goes round what was changed since it was undone`() async throws {
    try await fixture.log("Email", "08:00", "09:00")
    _ = try await fixture.value("UpdateRecord", ["record": "last", "comment": "mine"])
    try await fixture.log("Work", "10:00", "11:00")
    _ = try await fixture.value("DeleteRecord", ["record": "last"])
    _ = try await fixture.value("Undo", ["entry": 2])
    _ = try await fixture.value("Undo")
    try edit(#""images""#, #""comment": "edited", "images""#)
    let outcome = await fixture.perform("Redo")
    #expect(outcome.error?.code == "changedSince")
    #expect(outcome.sentence.contains("which can't be redone. Run 'minuta redo --skip'"))
    #expect(
      try await fixture.sentence("Redo", ["skip": true])
        == "Redid 'edit': 'Email', 08:00 to 09:00 (00000000), \"mine\". "
        + "'Work', 10:00 to 11:00 (00000000) was changed since and stays as it is."
    )
    #expect(try await fixture.lines() == ["Email 07:00-08:00 mine", "Work 09:00-10:00 edited"])
  }

  @Test func `a batch of which one record was edited is taken back but for that`() async throws {
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
  func `skip goes with the last call alone`(parameter: String) async throws {
    let value: JSONValue = parameter == "run" ? "r" : 1
    let outcome = await fixture.perform("Undo", [parameter: value, "skip": true])
    #expect(outcome.error?.code == "invalidValue")
  }

  @Test func `skip and call go together`() async throws {
    _ = try await logTwo()
    let sentence = try await fixture.sentence("Undo", ["call": true, "skip": true])
    #expect(sentence.hasPrefix("Undid 'log': 'Email'"))
  }
}
