import Foundation
import MinutaCore
import MinutaTestSupport
import Testing

@testable import MinutaStore

@Suite struct RepairTests {
  private typealias Fixture = DoctorFixture

  private static let copy =
    "records/2026/11/2026-11-20_080000.sync-conflict-20260101-120000-ABCDEFG.json"
  private static let journal = ".minuta.nosync/here/history-2026-11.jsonl"

  @Test func `a healthy data directory needs no repair`() async throws {
    let fixture = try DoctorFixture()
    #expect(try await fixture.findings().isEmpty)
    try await fixture.repair()
    #expect(try fixture.folder.content().isEmpty)
    try fixture.save(Fixture.record(tag: Fixture.tagID), tags: Fixture.tag("Work"))
    let before = try fixture.folder.content()
    #expect(try await fixture.findings().isEmpty)
    try await fixture.repair()
    #expect(try fixture.folder.content() == before)
  }

  @Test func `undoing a repair keeps files edited since`() async throws {
    let fixture = try DoctorFixture()
    try fixture.save(Fixture.record(end: nil))
    try fixture.write(Fixture.text(Fixture.record()), to: Self.copy)
    try fixture.write("", to: "records/2026/11/.minuta-1.tmp")
    try await fixture.repair()
    try fixture.write(Fixture.text(Fixture.record(comment: "edited")), to: Fixture.path)
    let edited = try fixture.files()
    try await fixture.undo()
    #expect(try fixture.files()[Fixture.path] == edited[Fixture.path])
    #expect(try fixture.files().keys.contains(Self.copy) == false)
    #expect(try fixture.files().keys.contains("records/2026/11/.minuta-1.tmp"))
  }

  @Test func `a crashed writer's committed repair is visible and applied by the next writer`()
    async throws
  {
    let fixture = try DoctorFixture()
    try fixture.save(Fixture.record(comment: "a"), tags: Fixture.tag("Work"))
    try fixture.write("", to: Fixture.path)
    let tagsCopy = "tags.sync-conflict-20260101-120000-ABCDEFG.json"
    try fixture.write(Fixture.tagsText(Fixture.tag("Work")), to: tagsCopy)
    let before = try fixture.files()
    try await fixture.repair()
    let after = try fixture.files()
    // Restore the state right after the commit, then the state with half of the moves done.
    for isHalfDone in [false, true] {
      let entries = try fixture.folder.text(of: Self.journal)
      try fixture.write(String(entries.dropLast()), to: Self.journal)
      for name in after.keys {
        try FileManager.default.removeItem(atPath: fixture.folder.path + "/" + name)
      }
      for (name, data) in before {
        let isMoved = isHalfDone && name == Fixture.path
        if !isMoved { try fixture.write(data ?? Data(), to: name) }
      }
      for (name, data) in after where data != before[name] {
        try fixture.write(data ?? Data(), to: TransactionPaths(name, of: 2).temporary)
      }
      let undone = isHalfDone ? "/1/\(tagsCopy)" : ""
      try FileManager.default.removeItem(
        atPath: fixture.folder.path + "/.minuta.nosync/here/trash/repaired" + undone
      )
      #expect(try fixture.records() == [Fixture.record(comment: "a")])
      #expect(try fixture.tags().problem == nil)
      // Recovery puts the missing changes in place, so that nothing is left to repair.
      #expect(try await fixture.repair().repaired.isEmpty)
      #expect(try fixture.files() == after)
      #expect(try fixture.trash() == ["2026-11-20_080000.json", tagsCopy])
    }
  }

  @Test func `a repair overwrites a leftover temporary file with its own name`() async throws {
    let fixture = try DoctorFixture()
    try fixture.save(Fixture.record(comment: "a"))
    try fixture.write("", to: Fixture.path)
    // Simulate a temporary file that an earlier repair left when the power was lost before its
    // commit.
    try fixture.write("{", to: TransactionPaths(Fixture.path, of: 2).temporary)
    #expect(try await fixture.findings().count == 2)
    #expect(try await fixture.repair().repaired.count == 2)
    #expect(try fixture.records().map(\.comment) == ["a"])
    #expect(try await fixture.findings().isEmpty)
    try await fixture.undo()
    #expect(try fixture.folder.text(of: Fixture.path).isEmpty)
  }
}
