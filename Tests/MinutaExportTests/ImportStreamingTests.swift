import Foundation
import MinutaExport
import MinutaTestSupport
import Synchronization
import Testing

struct ImportStreamingTests {
  @Test(arguments: ImportFixtureTests.fixtures, [3, 7])
  func `a file that is read in small parts has the same elements`(
    _ fixture: ImportFixtureTests.Fixture,
    size: Int
  ) throws {
    let format = try #require(ImportFormats.named(fixture.format))
    let bytes = try fixture.bytes()
    let whole = ImportFile(name: fixture.file, bytes: bytes)
    let slow = ImportFile(name: fixture.file) { offset, count in
      Array(bytes.dropFirst(offset).prefix(min(size, count)))
    }
    #expect(items(of: slow, format) == items(of: whole, format))
  }

  /// Returns the elements of a file; a part of them if it can't be read.
  private func items(of file: ImportFile, _ format: any ImportFormat.Type) -> [ImportedItem] {
    var items: [ImportedItem] = []
    guard var reader = try? format.reader(of: file, ImportOptions()) else { return items }
    while let item = (try? reader.next()) ?? nil { items.append(item) }
    return items
  }

  @Test(arguments: ["json", "jsonl", "icalendar"])
  func `the first records are read before the rest of a long file`(_ name: String) throws {
    let exporter = try #require(ExportFormats.named(name))
    var history = RandomHistory(seed: 3)
    let bytes = Array(try Exchange.file(history.records(3000), as: exporter).text.utf8)
    let furthest = Mutex(0)
    let file = ImportFile(name: "file") { offset, count in
      furthest.withLock { $0 = max($0, offset) }
      return Array(bytes.dropFirst(offset).prefix(count))
    }
    var reader = try #require(ImportFormats.named(name)).reader(of: file, ImportOptions())
    for _ in 0..<10 { _ = try reader.next() }
    #expect(furthest.withLock { $0 } < 1 << 17)
    #expect(bytes.count > 1 << 19)
  }
}
