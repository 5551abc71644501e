import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Testing

/// Tests that a dry run of a batch has the same results as the real run on the same store.
@Suite(.timeLimit(.minutes(5))) struct DryRunHistoryTests {
  private static let image = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"

  /// The ids of the two records tagged `Work` that exist before the calls.
  private static let morning: [JSONValue] = [
    "00000000-0000-4000-8000-000000000004", "00000000-0000-4000-8000-000000000005",
  ]

  /// The calls to test, by short name.
  ///
  /// Before the calls, the last record is tagged `Work` and is from 9:00 to 10:00.
  private static let calls: [String: IntentCall] = [
    "log": IntentCall("LogTime", with: ["tag": "Fresh", "start": "10:00", "duration": "30m"]),
    "start": IntentCall("StartTimer", with: ["tag": "Email"]),
    "stop": IntentCall("StopTimer"),
    "switch": IntentCall("SwitchTimer", with: ["tag": "Reading"]),
    "cancel": IntentCall("CancelTimer", with: ["confirm": true]),
    "comment": IntentCall("UpdateRecord", with: ["record": "last", "comment": "Long"]),
    "move": IntentCall("UpdateRecord", with: ["record": "last", "start": "08:30"]),
    "split": IntentCall("SplitRecord", with: ["record": "last", "at": ["09:30"]]),
    "join": IntentCall("JoinRecords", with: ["records": .array(morning), "confirm": true]),
    "cut": IntentCall("CutRange", with: ["start": "09:10", "end": "09:20", "confirm": true]),
    "delete": IntentCall("DeleteRecord", with: ["record": "last"]),
    "create tag": IntentCall("CreateTag", with: ["tag": "Made"]),
    "rename tag": IntentCall("RenameTag", with: ["tag": "Work", "name": "Labour"]),
    "merge tag": IntentCall("RenameTag", with: ["tag": "Work", "name": "Email", "confirm": true]),
    "delete tag": IntentCall("DeleteTag", with: ["tag": "Work", "confirm": true]),
    "archive tag": IntentCall("ArchiveTag", with: ["tag": "Work"]),
    "attach": IntentCall(
      "AttachImage",
      with: ["record": "last", "data": .string(image), "type": "gif"]
    ),
    "remove image": IntentCall("RemoveImage", with: ["record": "last", "image": 0]),
    "restore": IntentCall(
      "RestoreRecord",
      with: ["record": "00000000-0000-4000-8000-000000000002"]
    ),
    "undo": IntentCall("Undo"),
    "undo to 2": IntentCall("Undo", with: ["to": 2, "confirm": true]),
    "redo": IntentCall("Redo", with: ["confirm": true]),
    "history": IntentCall("History"),
    "deletions": IntentCall("ListDeletions"),
    "doctor": IntentCall("Doctor"),
    "repair": IntentCall("Doctor", with: ["repair": true]),
    "records": IntentCall("ListRecords", with: ["range": "all"]),
    "tags": IntentCall("ListTags", with: ["includeArchived": true]),
  ]

  private static let writers = [
    "log", "start", "stop", "switch", "cancel", "comment", "move", "split", "join", "cut", "delete",
    "create tag", "rename tag", "merge tag", "delete tag", "archive tag", "attach", "remove image",
    "restore", "undo", "redo", "repair",
  ]
  private static let readers = [
    "undo", "undo to 2", "redo", "history", "deletions", "restore", "attach", "remove image",
    "delete", "doctor", "repair",
  ]

  @Test(arguments: writers)
  func `in a dry run, calls that read committed state see earlier planned changes`(writer: String)
    async throws
  {
    for reader in Self.readers {
      try await expectSame([writer, reader, "history"])
    }
  }

  @Test(arguments: [
    ["log", "undo", "redo", "records"], ["delete", "restore", "deletions"],
    ["attach", "remove image", "undo", "records"], ["attach", "delete", "undo", "undo"],
    ["attach", "delete", "deletions", "undo", "remove image"],
    ["log", "log", "undo", "undo", "history", "records"], ["delete", "undo", "redo", "history"],
    ["rename tag", "undo", "tags"], ["delete tag", "undo", "records", "tags"],
    ["split", "undo", "records"], ["start", "undo", "start", "stop", "undo", "history"],
    ["log", "comment", "undo", "comment", "move", "undo", "records", "history"],
    ["restore", "delete", "restore", "undo", "deletions"],
    ["undo", "undo", "redo", "undo", "tags"],
    ["split", "join", "undo", "undo", "records"], ["log", "undo to 2", "redo", "history"],
    ["repair", "log", "undo", "repair", "undo", "tags"],
    ["attach", "move", "remove image", "undo", "move", "undo", "undo", "records", "history"],
  ])
  func `the dry run of a long batch matches the real run`(names: [String]) async throws {
    try await expectSame(names)
  }

  /// Expects a dry run of the calls to write nothing and to have the same results as the real run.
  private func expectSame(_ names: [String]) async throws {
    let fixture = try IntentFixture(timeZone: "UTC")
    try await fixture.log("Email", "07:00", "08:00")
    try await fixture.value("DeleteRecord", ["record": "last"])
    try await fixture.log("Work", "08:00", "09:00")
    try await fixture.log("Work", "09:00", "10:00")
    // This record refers to a tag that doesn't exist.
    let stray =
      #"{"id": "AAAAAAAA-0000-4000-8000-000000000000", "startTime": "2026-11-19T09:00:00Z", "#
      + #""endTime": "2026-11-19T10:00:00Z", "tagId": "BBBBBBBB-0000-4000-8000-000000000000"}"#
    try fixture.folder.write(stray, to: "records/2026/11/2026-11-19_090000.json")
    let calls = names.compactMap { Self.calls[$0] }
    try #require(calls.count == names.count)
    let before = try fixture.folder.content()
    let planned = try await results(calls, await fixture.engine.dryRunCopy())
    #expect(try fixture.folder.content() == before)
    let done = try await results(calls, fixture.engine)
    #expect(done.contains { !$0.hasFailed }, "\(names)")
    #expect(planned.map(\.value) == done.map(\.value), "\(names)")
    for (plan, result) in zip(planned, done) where !result.sentence.hasPrefix("Repaired") {
      #expect(plan.hasFailed == result.hasFailed, "\(names)")
      if result.hasFailed {
        #expect(plan.sentence == result.sentence, "\(names)")
      } else {
        #expect(plan.sentence.contains(" Dry run: nothing was written."), "\(names)")
      }
    }
  }

  private struct CallResult {
    let value: String
    let sentence: String
    let hasFailed: Bool
  }

  /// Returns the results of calls.
  ///
  /// Ids are replaced by numbers in order of appearance, so that results of two runs can be
  /// compared.
  private func results(_ calls: [IntentCall], _ engine: IntentEngine) async throws -> [CallResult] {
    var ids: [Substring: Int] = [:]
    func named(_ text: String) -> String {
      text.replacing(/[0-9A-F]{8}-[0-9A-F]{4}-4000-8000-[0-9A-F]{12}/) { match in
        ids[match.0] = ids[match.0] ?? ids.count
        return "id \(ids[match.0] ?? 0)"
      }
    }
    var options = BatchOptions()
    options.continuesOnError = true
    var results: [CallResult] = []
    let run = BatchRunner(engine: engine, source: .file, options: options)
    _ = try await run.perform(InMemoryBatchSource(calls)) { result in
      let outcome = result.outcome
      let value = outcome.result.map { JSONValue.object($0.value).text() }
      results.append(
        CallResult(
          value: named(value ?? outcome.error?.json.text() ?? ""),
          sentence: named(outcome.sentence),
          hasFailed: outcome.error != nil
        )
      )
    }
    return results
  }
}
