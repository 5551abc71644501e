import Foundation
import MinutaCore
import MinutaTestSupport
import SystemCalls
import Testing

@testable import MinutaStore

/// Tests of what dropped entries leave behind.
extension HistoryRetentionTests {
  @Test func `a missing tag list is noticed even if its entries were dropped`() throws {
    let now = Self.date("2026-01-15T12:00:00Z")
    try store.write(ChangeOrigin(now: now, source: "test", intent: "Test")) { transaction in
      transaction.save(MinutaCore.Tag(id: UUID(), name: "Work", createdAt: now))
    }
    for month in 2...6 { try create(month, in: month) }
    try drop()
    try Directory.unlink("\(folder.path)/tags.json")
    let findings = try store.read { try $0.findings() }
    #expect(findings.contains { if case .tagsMissing = $0.problem { true } else { false } })
  }

  @Test func `dropped entries can't delete files outside the trash`() throws {
    for month in 1...5 { try create(month, in: month) }
    let paths = ["../outside", "trash/../staged.json", "records/2026/01/x.json"]
    let entry = JournalEntry(
      sequence: 1,
      origin: ChangeOrigin(now: Self.date("2026-01-15T12:00:00Z"), source: "", intent: ""),
      undoes: [],
      idempotentResults: [],
      files: paths.map { path in
        FileChange(path: "\(Self.machine)/\(path)", before: nil, after: "trash")
      },
      moves: []
    )
    try folder.write("kept", to: "\(Self.machine)/staged.json")
    try folder.write("kept", to: ".minuta.nosync/outside")
    try folder.replace("\(Self.machine)/history-2026-01.jsonl", by: entry.line + [10])
    #expect(try drop() == 2)
    #expect(try folder.text(of: "\(Self.machine)/staged.json") == "kept")
    #expect(try folder.text(of: ".minuta.nosync/outside") == "kept")
  }
}
