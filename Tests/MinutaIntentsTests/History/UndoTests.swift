import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaStore
import MinutaTestSupport
import Testing

@Suite struct UndoTests {
  private let fixture: IntentFixture

  init() throws {
    fixture = try IntentFixture()
  }

  /// Runs calls in groups, as they are run from a batch file.
  private func runBatch(_ calls: [IntentCall], run: String) async -> [Outcome] {
    let steps = calls.enumerated().map { index, call in
      BatchCall(call, at: BatchPosition(index: index, digest: "d\(index)", run: "d0.\(run)"))
    }
    var outcomes: [Outcome] = []
    while outcomes.count < steps.count {
      let rest = Array(steps[outcomes.count...])
      outcomes += await fixture.engine.performGroup(rest, as: .untilFailure, from: .file)
    }
    return outcomes
  }

  @Test func `another process finds the idempotency key of a large undo`() async throws {
    try await fixture.log("Before", "08:00", "08:30")
    let calls = (0..<150).map { _ in IntentCall("LogTime", with: ["duration": "5m"]) }
    #expect(await runBatch(calls, run: "r1").count == 150)
    let undo = IntentCall("Undo", key: "k1")
    let first = await fixture.engine.perform(undo, from: .rpc)
    #expect(first.result?.value["count"] == 150)
    let other = DirectoryStore(path: fixture.folder.path, machine: "test")
    #expect(try other.read { view in try view.idempotentResult(forKey: "k1") } != nil)
  }

  private func logs(_ tags: String...) -> [IntentCall] {
    tags.map {
      IntentCall("LogTime", with: ["tag": .string($0), "start": "09:00", "duration": "5m"])
    }
  }

  private func tags() async throws -> [String] {
    try await fixture.lines().compactMap { $0.split(separator: " ").first.map(String.init) }
      .sorted()
  }

  @Test func `undo with 'to' needs confirmation for more than one call`() async throws {
    for tag in ["A", "B", "C"] { try await fixture.log(tag, "08:00", "09:00") }
    let refused = await fixture.perform("Undo", ["to": 1])
    #expect(refused.error?.code == "confirmationNeeded")
    #expect(
      refused.sentence
        == "This would undo 2 calls. Add 'confirm': true (or --yes) to confirm."
    )
    #expect(refused.error?.data["calls"] == 2)
    #expect(try await tags() == ["A", "B", "C"])
    #expect(await fixture.perform("Undo", ["to": 2]).status == "ok")
    _ = try await fixture.value("Redo")
    _ = try await fixture.value("Undo", ["to": 0, "confirm": true])
    let redo = await fixture.perform("Redo")
    #expect(redo.sentence.hasPrefix("This would redo 3 calls. Add 'confirm'"))
    #expect(
      try await fixture.sentence("Redo", ["confirm": true])
        == "Redid 3 calls: 'log': 'C', 08:00 to 09:00 (00000000); 'log': 'B', 08:00 to 09:00 (00000000); "
        + "'log': 'A', 08:00 to 09:00 (00000000)."
    )
    #expect(try await tags() == ["A", "B", "C"])
  }

  @Test func `undo of an entry that isn't among the last five needs confirmation`() async throws {
    for hour in 1...7 { try await fixture.log("T\(hour)", "0\(hour):00", "0\(hour):30") }
    let hint = ". You can undo the last 2 calls instead"
    for (source, hint, confirmation, command) in [
      (.commandLine, hint, "--yes", "\n  minuta undo --to 5"),
      (.file, hint, "'confirm': true (or --yes)", "\n  minuta undo --to 5"),
      (.rpc, "", "'confirm': true", ""), (.mcp, "", "'confirm': true", ""),
    ] as [(CallSource, String, String, String)] {
      let refused = await fixture.perform("Undo", ["entry": 2], from: source)
      #expect(refused.error?.code == "confirmationNeeded")
      #expect(
        refused.sentence == "This would undo call 2 of the history, which is not one of the last 5"
          + "\(hint). Add \(confirmation) to confirm.\(command)"
      )
    }
    let planned = await fixture.dryRun("Undo", ["entry": 2], from: .commandLine)
    #expect(planned.json["plan"]?["needsConfirmation"] == true)
    #expect(planned.sentence.contains("calls instead. To make this change"))
    #expect(planned.sentence.hasSuffix("\n  minuta undo --to 5"))
    #expect(await fixture.perform("Undo", ["entry": 99]).error?.code == "historyEntryNotFound")
    #expect(try await tags().count == 7)
    #expect(await fixture.perform("Undo", ["entry": 3]).status == "ok")
    #expect(await fixture.perform("Undo", ["entry": 1, "confirm": true]).status == "ok")
    #expect(try await tags() == ["T2", "T4", "T5", "T6", "T7"])
  }

  @Test func `a dry run of undo lists the calls and notes the confirmation`() async throws {
    for tag in ["A", "B", "C", "D", "E"] { try await fixture.log(tag, "08:00", "09:00") }
    let outcome = await fixture.dryRun("Undo", ["to": 0])
    #expect(
      outcome.sentence
        == "Would undo 5 calls: 'log': 'E', 08:00 to 09:00 (00000000); 'log': 'D', 08:00 to 09:00 (00000000); "
        + "'log': 'C', 08:00 to 09:00 (00000000); 2 more. "
        + "To make this change, confirm it with --yes. Dry run: nothing was written."
    )
    #expect(outcome.json["plan"]?["needsConfirmation"] == true)
    #expect(outcome.result?.value["count"] == 5)
  }

  @Test func `a batch is undone and redone as one, without confirmation`() async throws {
    try await fixture.log("Before", "08:00", "08:30")
    let outcomes = await runBatch(logs("A", "B", "C", "D"), run: "r1")
    #expect(outcomes.allSatisfy { $0.status == "ok" })
    #expect(
      try await fixture.sentence("Undo")
        == "Undid a run of 4 calls: 'log': 'D', 09:00 to 09:05 (00000000); 'log': 'C', 09:00 to 09:05 (00000000); "
        + "'log': 'B', 09:00 to 09:05 (00000000); 1 more."
    )
    #expect(try await tags() == ["Before"])
    #expect(try await fixture.sentence("Redo").hasPrefix("Redid a run of 4 calls: 'log': 'D'"))
    #expect(try await tags() == ["A", "B", "Before", "C", "D"])
    #expect(
      try await fixture.sentence("Undo", ["call": true])
        == "Undid 'log': 'D', 09:00 to 09:05 (00000000)."
    )
    #expect(try await tags() == ["A", "B", "Before", "C"])
    _ = try await fixture.value("Undo", ["to": 1])
    #expect(try await tags() == ["Before"])
    _ = try await fixture.value("Redo")
    _ = try await fixture.value("Undo", ["run": "r1"])
    #expect(try await tags() == ["Before"])
  }

  @Test func `two batches need two undos`() async throws {
    _ = await runBatch(logs("A", "B"), run: "r1")
    _ = await runBatch(logs("C", "D"), run: "r2")
    #expect(await fixture.perform("Undo", ["to": 0]).error?.code == "confirmationNeeded")
    _ = try await fixture.value("Undo")
    #expect(try await tags() == ["A", "B"])
    _ = try await fixture.value("Undo")
    #expect(try await tags() == [])
  }

  @Test func `undo within a batch reverts the call before it`() async throws {
    _ = await runBatch(logs("A", "B") + [IntentCall("Undo")] + logs("C"), run: "r1")
    #expect(try await tags() == ["A", "C"])
    _ = try await fixture.value("Undo")
    #expect(try await tags() == [])
  }

  @Test(
    arguments: [
      (
        "StopTimer", ["at": "11:00"], "'stop': 'Work', 10:00 to 11:00 (00000000)",
        " Back to 'Work', running since 10:00."
      ),
      (
        "UpdateRecord", ["record": "last", "comment": "Call"],
        "'edit': 'Work', running since 10:00 (00000000), \"Call\"",
        " Back to 'Work', running since 10:00."
      ),
      (
        "UpdateRecord", ["record": "last", "tag": "Job"],
        "'edit': 'Job', running since 10:00 (00000000)", " Back to 'Work', running since 10:00."
      ),
      ("DeleteRecord", ["record": "last"], "'delete': 'Work', running since 10:00 (00000000)", ""),
      ("CreateTag", ["tag": "New"], "'tag create': the tag 'New'", ""),
      (
        "RenameTag", ["tag": "Work", "name": "Job"],
        "'tag rename': the tag 'Work', renamed to 'Job'", ""
      ),
      ("ArchiveTag", ["tag": "Work"], "'tag archive': the tag 'Work'", ""),
      (
        "LogTime", ["tag": "Work", "start": "2026-10-05 05:00", "duration": "1h"],
        "'log': 'Work', 2026-10-05 05:00 to 06:00 (00000000)", ""
      ),
    ] as [(String, JSONObject, String, String)]
  )
  func `undo and redo describe the calls`(
    intent: String,
    values: JSONObject,
    description: String,
    restored: String
  ) async throws {
    try await fixture.value("StartTimer", ["tag": "Work", "at": "10:00"])
    try await fixture.value(intent, values)
    let planned = await fixture.dryRun("Undo")
    let note = "Dry run: nothing was written."
    #expect(planned.sentence == "Would undo \(description).\(restored) \(note)")
    #expect(try await fixture.sentence("Undo") == "Undid \(description).\(restored)")
    #expect(try await fixture.sentence("Redo") == "Redid \(description).")
  }

  @Test func `the tags that aren't named are counted`() async throws {
    for name in ["A", "A/B", "A/B/C", "A/D"] {
      try await fixture.value("CreateTag", ["tag": .string(name)])
    }
    try await fixture.value("RenameTag", ["tag": "A", "name": "E", "confirm": true])
    #expect(
      try await fixture.sentence("Undo")
        == "Undid 'tag rename': the tag 'A', renamed to 'E'; the tag 'A/B', renamed to 'E/B'; "
        + "2 more tags."
    )
  }

  @Test func `a call from another source is shown with its time and source`() async throws {
    try await fixture.log("Work", "08:00", "09:00")
    let outcome = await fixture.perform("Undo", from: .key)
    #expect(
      outcome.sentence
        == "Undid 'log' (called at 12:00 from a file): 'Work', 08:00 to 09:00 (00000000)."
    )
  }

  @Test func `history entries have local time, command and summary`() async throws {
    try await fixture.log("Work", "08:00", "09:00")
    try await fixture.value("DeleteTag", ["tag": "Work", "confirm": true])
    let entries = try await fixture.value("History")["entries"]?.array ?? []
    #expect(entries.map { $0["localTime"]?.string } == ["12:00", "12:00"])
    #expect(entries.map { $0["command"]?.string } == ["tag delete", "log"])
    // The tag no longer exists, so its name comes from the history entry that deleted it.
    #expect(
      entries.map { $0["summary"]?.string }
        == [
          "the tag 'Work'; untagged time, 08:00 to 09:00 (00000000)",
          "'Work', 08:00 to 09:00 (00000000)",
        ]
    )
  }
}
