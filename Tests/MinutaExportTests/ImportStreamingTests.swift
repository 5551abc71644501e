import Foundation
import MinutaExport
import MinutaTestSupport
import Synchronization
import Testing

struct ImportStreamingTests {
  /// The number of bytes that were read of a file.
  private final class ReadCount: Sendable {
    let bytes = Mutex(0)

    func file(_ content: [UInt8]) -> ImportFile {
      ImportFile(name: "file") { [self] offset, count in
        let end = min(offset + count, content.count)
        let part = Array(content[min(offset, end)..<end])
        bytes.withLock { $0 += part.count }
        return part
      }
    }
  }

  @Test func `reading stops after the first hundred mistakes, unless they are skipped`() throws {
    let bad = String(repeating: "[1, 2, \"p\"],\n", count: 100_000)
    let content = Array("[\(bad)[0, 60, \"p\", \"id\", [], 60]]".utf8)
    let read = ReadCount()
    var request = ImportRequest(files: [read.file(content)], days: Exchange.days)
    request.format = WatsonImportFormat.self
    let error = #expect(throws: FormatError.self) { try FileImportService().preview(of: request) }
    guard case .invalid(_, let problems, count: FormatError.problemLimit)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(problems.count == 20)
    #expect(read.bytes.withLock(\.self) < content.count / 2)
    request.skipsInvalid = true
    let preview = try FileImportService().preview(of: request)
    #expect(preview.invalidCount == 100_000 && preview.count == 1)
  }

  @Test(arguments: [false, true])
  func `many rows in which a quote isn't closed are read about once`(isUTF16: Bool) throws {
    let text = String(repeating: "\"a\nb\"c\n", count: 50_000)
    let units = isUTF16 ? Array("\u{FEFF}\(text)".utf16) : []
    let content = isUTF16 ? units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] } : Array(text.utf8)
    let read = ReadCount()
    var reader = CSVReader(try read.file(content).decoded(from: nil), separator: 0x2C)
    var rows = 0
    while let element = try reader.next() {
      if case .invalid = element { rows += 1 }
    }
    #expect(rows == 50_000)
    #expect(read.bytes.withLock(\.self) < 8 * content.count)
  }

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

  @Test(arguments: [("utf-16le", 1), ("utf-16le", 2), ("utf-16be", 3), ("windows-1252", 1)])
  func `a file in another encoding is converted while it is read`(
    _ encoding: String,
    size: Int
  ) throws {
    let isWindows = encoding == "windows-1252"
    let line = isWindows ? "bü€\r\n" : "b🙂ü€\r\n"
    let text = String(repeating: line, count: 40_000)
    let expected = Array(text.utf8)
    let units = isWindows ? [] : Array("\u{FEFF}\(text)".utf16)
    let bytes =
      isWindows
      ? text.unicodeScalars.map { $0 == "€" ? 0x80 : UInt8($0.value) }
      : units.flatMap {
        encoding == "utf-16be"
          ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)]
      }
    let file = try ImportFile(name: "file") { offset, count in
      Array(bytes.dropFirst(offset).prefix(size == 1 ? count : min(count, 1000 * size + 1)))
    }.decoded(from: isWindows ? .windows1252 : nil)
    for _ in 0..<2 {
      var (converted, largest): ([UInt8], Int) = ([], 0)
      while true {
        let part = try file.read(converted.count, 777 * size)
        if part.isEmpty { break }
        converted += part
        largest = max(largest, part.count)
      }
      #expect(converted == expected)
      #expect(largest == 777 * size)
    }
    #expect(try file.read(300_000, 5) == Array(expected[300_000..<300_005]))
    #expect(try file.read(7, 5) == Array(expected[7..<12]))
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
    var history = RandomHistory(seed: 3)
    let bytes = Array(try Exchange.file(history.records(3000), as: name).text.utf8)
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
