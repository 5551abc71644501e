import Foundation
import Testing

@testable import MinutaStore

struct DirectoryIndexTests {
  private func row(_ id: UUID, _ name: RecordFileName, start: Int64 = 1_795_000_000) -> IndexRow {
    IndexRow(id: id, start: start, end: start + 60, tag: nil, fingerprint: 0, name: name)
  }

  private func place(_ row: IndexRow, in index: DirectoryIndex) throws -> IndexRow? {
    try index.place(ofName: row.fileName).map { place in try index.row(at: place) }
  }

  /// A search that looks at all of these rows would take minutes.
  @Test(.timeLimit(.minutes(1)))
  func `a row is found by its file name among many that start at once`() throws {
    var index = DirectoryIndex(path: "records/2026/11", fingerprint: 0)
    var rows = [row(UUID(), .plain), row(UUID(), .fullID)]
    rows += (0..<5000).map { _ in row(UUID(), .shortID) }
    for row in rows { index.add(row) }
    for row in rows { #expect(try place(row, in: index) == row) }
  }

  @Test func `each kind of name is found, and no other name`() throws {
    let id = try #require(UUID(uuidString: "5EC5ECD8-2D2E-40CD-9992-A8093023180F"))
    let other = try #require(UUID(uuidString: "5EC5ECD8-0000-40CD-9992-A8093023180F"))
    let names = ["x.json", "2026-11-18_064640 (1).json", "2026-11-18_064640_5ec5ecd8.json"]
    let rows =
      [row(id, .shortID), row(other, .fullID), row(UUID(), .plain)]
      + names.map { row(UUID(), .other($0)) }
    var index = DirectoryIndex(path: "records/2026/11", fingerprint: 0)
    for row in rows { index.add(row) }
    for row in rows { #expect(try place(row, in: index) == row) }
    for name in ["y.json", "2026-11-18_064641.json", "2026-11-18_064640_json.json", ".json"] {
      #expect(try index.place(ofName: name) == nil)
    }
    let missing = row(id, .fullID)
    #expect(try index.place(ofName: missing.fileName) == nil)
  }
}
