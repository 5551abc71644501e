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

  @Test func `a folder that is well needs nothing`() async throws {
    let bench = try DoctorFixture()
    #expect(try await bench.findings().isEmpty)
    try await bench.repair()
    #expect(try bench.folder.content().isEmpty)
    try bench.save(Fixture.record(tag: Fixture.tagID), tags: Fixture.tag("Work"))
    let before = try bench.folder.content()
    #expect(try await bench.findings().isEmpty)
    try await bench.repair()
    #expect(try bench.folder.content() == before)
  }

  @Test func `what was changed since a repair stays when it is taken back, and is named`()
    async throws
  {
    let bench = try DoctorFixture()
    try bench.save(Fixture.record(end: nil))
    try bench.write(Fixture.text(Fixture.record()), to: Self.copy)
    try bench.write("", to: "records/2026/11/.minuta-1.tmp")
    try await bench.repair()
    try bench.write(Fixture.text(Fixture.record(comment: "edited")), to: Fixture.path)
    let edited = try bench.files()
    try await bench.undo()
    #expect(try bench.files()[Fixture.path] == edited[Fixture.path])
    #expect(try bench.files().keys.contains(Self.copy) == false)
    #expect(try bench.files().keys.contains("records/2026/11/.minuta-1.tmp"))
  }

  @Test func `a repair that a dead writer committed is seen, and finished by the next`()
    async throws
  {
    let bench = try DoctorFixture()
    try bench.save(Fixture.record(comment: "a"), tags: Fixture.tag("Work"))
    try bench.write("", to: Fixture.path)
    let tagsCopy = "tags.sync-conflict-20260101-120000-ABCDEFG.json"
    try bench.write(Fixture.tagsText(Fixture.tag("Work")), to: tagsCopy)
    let before = try bench.files()
    try await bench.repair()
    let after = try bench.files()
    // Back to the moment after the commit, then with half of the moves done.
    for isHalfDone in [false, true] {
      let entries = try bench.folder.text(of: Self.journal)
      try bench.write(String(entries.dropLast()), to: Self.journal)
      for name in after.keys {
        try FileManager.default.removeItem(atPath: bench.folder.path + "/" + name)
      }
      for (name, data) in before {
        let isMoved = isHalfDone && name == Fixture.path
        if !isMoved { try bench.write(data ?? Data(), to: name) }
      }
      for (name, data) in after where data != before[name] {
        try bench.write(data ?? Data(), to: TransactionPaths(name, of: 2).temporary)
      }
      let undone = isHalfDone ? "/1/\(tagsCopy)" : ""
      try FileManager.default.removeItem(
        atPath: bench.folder.path + "/.minuta.nosync/here/trash/repaired" + undone
      )
      #expect(try bench.records() == [Fixture.record(comment: "a")])
      #expect(try bench.tags().problem == nil)
      // What the writer did not do is done, and nothing of it twice.
      #expect(try await bench.repair().repaired.isEmpty)
      #expect(try bench.files() == after)
      #expect(try bench.trash() == ["2026-11-20_080000.json", tagsCopy])
    }
  }

  @Test func `a temporary file is discarded by the repair that writes under its name`()
    async throws
  {
    let bench = try DoctorFixture()
    try bench.save(Fixture.record(comment: "a"))
    try bench.write("", to: Fixture.path)
    // A repair that was about to be committed when the power was lost.
    try bench.write("{", to: TransactionPaths(Fixture.path, of: 2).temporary)
    #expect(try await bench.findings().count == 2)
    #expect(try await bench.repair().repaired.count == 2)
    #expect(try bench.records().map(\.comment) == ["a"])
    #expect(try await bench.findings().isEmpty)
    try await bench.undo()
    #expect(try bench.folder.text(of: Fixture.path).isEmpty)
  }

  @Test func `a thousand copies are repaired at once`() async throws {
    let bench = try DoctorFixture()
    for index in 0..<1000 {
      let digits = String(10_000_000 + index)
      let record = Fixture.record("\(digits)-1111-4111-8111-111111111111")
      let name = "records/2026/11/r\(index)"
      try bench.folder.write(Fixture.text(record), to: "\(name).json")
      try bench.folder.write(Fixture.text(record), to: "\(name)_conflict_1.json")
    }
    let start = ContinuousClock.now
    let diagnosis = try await bench.repair()
    #expect(diagnosis.repaired.count == 1000)
    #expect(ContinuousClock.now - start < .seconds(600))
    #expect(try bench.records().count == 1000)
  }
}
