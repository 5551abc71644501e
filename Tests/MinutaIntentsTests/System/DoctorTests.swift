import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@Suite struct DoctorTests {
  private static let id = "11111111-1111-1111-1111-111111111111"
  private static let path = "records/2026/11/2026-11-20_080000.json"
  private static let copy =
    "records/2026/11/2026-11-20_080000.sync-conflict-20261120-090000-ABCDEFG.json"

  private static func text(_ members: String) -> String {
    #"{"id": "\#(id)", "startTime": "2026-11-20T08:00:00Z", \#(members)}"#
  }

  /// Creates a fixture whose data folder has two problems: a conflict copy that can be merged, and
  /// a file that doesn't belong there.
  private func fixture() throws -> IntentFixture {
    let fixture = try IntentFixture()
    let folder = fixture.folder
    try folder.write(Self.text(#""comment": "a""#), to: Self.path)
    try folder.write(Self.text(#""endTime": "2026-11-20T09:00:00Z""#), to: Self.copy)
    try folder.write("x", to: "records/2026/11/notes.txt")
    return fixture
  }

  @Test func `without 'repair', Doctor changes nothing and takes no lock`() async throws {
    let fixture = try fixture()
    let before = try fixture.folder.content()
    let value = try await fixture.value("Doctor")
    #expect(try fixture.folder.content() == before)
    #expect(value["repaired"] == 0)
    #expect(value["remaining"] == 2)
    let merged = try #require(value["problems"]?.array?.first)
    #expect(merged["code"] == "conflictCopy")
    #expect(merged["file"]?.string == Self.copy)
    #expect(merged["record"]?.string == Self.id)
    let repair = "Merge '\(Self.copy)' into '\(Self.path)'"
    #expect(merged["repair"]?.string?.hasPrefix(repair) == true)
    #expect(merged["preview"]?["before"]?["comment"] == "a")
    #expect(merged["preview"]?["copy"]?["endTime"] == "2026-11-20T09:00:00Z")
    #expect(merged["preview"]?["after"]?["comment"] == "a")
    #expect(merged["preview"]?["after"]?["endTime"] == "2026-11-20T09:00:00Z")
    let stray = try #require(value["problems"]?.array?.last)
    #expect(stray["code"] == "unexpectedFile")
    #expect(stray["repair"] == nil)
  }

  @Test func `the dry run of a repair plans the same changes as the repair`() async throws {
    let fixture = try fixture()
    let before = try fixture.folder.content()
    let call = IntentCall("Doctor", with: ["repair": true])
    let planned = await fixture.engine.dryRunCopy().perform(call, from: .file)
    #expect(planned.status == "planned")
    #expect(try fixture.folder.content() == before)
    let value = try await fixture.value("Doctor", ["repair": true])
    #expect(planned.result?.value == value)
    #expect(planned.sentence == "Would repair 1 of 2 problems. Dry run: nothing was written.")
    #expect(value["repaired"] == 1)
    #expect(value["remaining"] == 1)
    #expect(try await fixture.value("Doctor")["problems"]?.array?.count == 1)
    #expect(try await fixture.sentence("Doctor", ["repair": true]) == "Repaired 0 of 1 problem.")
  }

  @Test func `the sentence counts all problems and the repairable ones`() async throws {
    #expect(try await IntentFixture().sentence("Doctor") == "No problems found.")
    let fixture = try fixture()
    #expect(
      try await fixture.sentence("Doctor")
        == "2 problems, of which 1 can be fixed.\n  minuta doctor --repair"
    )
    #expect(try await fixture.sentence("Doctor", ["repair": true]) == "Repaired 1 of 2 problems.")
    #expect(try await fixture.sentence("Doctor") == "1 problem to fix by hand.")
  }

  @Test func `a repair is one history entry and is undone as one`() async throws {
    let fixture = try fixture()
    let before = try fixture.folder.content()
    _ = try await fixture.value("Doctor", ["repair": true])
    let entries = try await fixture.value("History")["entries"]?.array ?? []
    #expect(entries.count == 1)
    #expect(entries.first?["intent"] == "Doctor")
    #expect(entries.first?["changes"]?.array?.first?["kind"] == "file")
    #expect(entries.first?["changes"]?.array?.first?["file"]?.string == Self.path)
    #expect(try await fixture.sentence("Undo") == "Undid 'doctor': '\(Self.path)'.")
    let after = try fixture.folder.content().filter { !$0.key.contains(".minuta.") }
    #expect(after == before)
  }

  @Test func `Doctor can't be part of an atomic batch with other calls`() async throws {
    let fixture = try fixture()
    let before = try fixture.folder.text(of: Self.path)
    let calls = [IntentCall("Doctor"), IntentCall("LogTime", with: ["duration": "1m"])]
    var options = BatchOptions()
    options.isAtomic = true
    var results: [BatchCallResult] = []
    let summary = try await BatchRunner(engine: fixture.engine, source: .file, options: options)
      .perform(InMemoryBatchSource(calls)) { results.append($0) }
    #expect(summary.succeeded == 0)
    #expect(results.map(\.outcome.error?.code) == ["atomicGroupUnsupported"])
    #expect(try fixture.folder.text(of: Self.path) == before)
  }

  @Test func `Doctor isn't available over MCP`() async throws {
    let outcome = await (try fixture()).perform("Doctor", from: .mcp)
    #expect(outcome.error?.code == "sourceNotAllowed")
  }

  @Test func `problems of records suggest commands`() async throws {
    let fixture = try IntentFixture()
    try fixture.folder.write(Self.text(#""images": ["a b.png"]"#), to: Self.path)
    try fixture.folder.write(
      """
      {"tags": [{"id": "\(Self.id)", "name": "Work", "color": "#000000",
        "createdAt": "2026-01-01T00:00:00Z"},
        {"id": "22222222-2222-2222-2222-222222222222", "name": "Work", "color": "#000000",
        "createdAt": "2026-01-01T00:00:00Z"}]}
      """,
      to: "tags.json"
    )
    try fixture.folder.write(
      Self.text(#""tagId": null"#).replacing("2026-11-20T08", with: "2026-11-18T08")
        .replacing("11111111-", with: "33333333-"),
      to: "records/2026/11/long.json"
    )
    let problems = try await fixture.value("Doctor")["problems"]?.array
    let messages = problems?.map { $0["message"]?.string }
    #expect(
      messages == [
        "2 tags are named 'Work'.",
        "The timer 33333333 has been running since 2026-11-18 09:00. "
          + "Set its end if you forgot to stop it.",
        "The image 'a b.png' of the record in '\(Self.path)' is missing. "
          + "Wait for the sync to finish, or remove the image from the record.",
      ]
    )
    #expect(
      problems?.map { $0["commands"]?[0]?.string } == [
        nil, "minuta edit 33333333 --end TIME", "minuta image remove 11111111 'a b.png'",
      ]
    )
    #expect(
      problems?[0]["repair"]?.string
        == "Merge the tags named 'Work' into the oldest, \(Self.id). "
        + "This deletes 22222222-2222-2222-2222-222222222222 and changes the tag of 0 records."
    )
  }
}
