import MinutaExport
import MinutaTestSupport
import Testing

/// Damaged files are refused, or read without an error of the program.
struct ImportMutationTests {
  @Test(arguments: ImportFormats.all.map { $0.name })
  func `a damaged file doesn't stop the program`(_ name: String) async throws {
    let format = try #require(ImportFormats.named(name))
    let fixtures = try ImportFixtureTests.fixtures.filter { $0.format == name }.map {
      try $0.bytes()
    }
    let pieces = ["\n", "\r\n", "\"", ",", ";", ":", "#", " ", "\u{FEFF}", "\u{0}", "2024-02-30"]
    let mutator = ByteMutator(
      seeds: fixtures + fixtures.flatMap(Self.inUTF16),
      pieces: pieces.map { Array($0.utf8) } + [[0xFF], [0xC3], [0xE4], [0xD8, 0x00]],
      changes: 0...3,
      longest: 8000,
      number: 20
    )
    let run = try await FuzzTest(name, mutator, sample: 400) { bytes in
      var request = ImportRequest(
        files: [ImportFile(name: "file", bytes: bytes)],
        days: Exchange.days
      )
      request.format = format
      if bytes.count.isMultiple(of: 5) { request.options.encoding = .windows1252 }
      let preview: ImportPreview
      do { preview = try FileImportService().preview(of: request) } catch { return false }
      if preview.invalidCount > 0 { return false }
      // The records of a file whose preview is valid can be read, and are those of the preview.
      var records = FileImportService().records(of: request, as: format)
      var count = 0
      while let record = try records.next() {
        if record.end < record.start { throw FuzzTestError("a record ends before it starts") }
        count += 1
      }
      if count != preview.count {
        throw FuzzTestError("\(count) records, \(preview.count) in the preview")
      }
      return true
    }
    Attachment.record("\(run)", named: "import-\(name).txt")
  }

  /// Returns a text in UTF-16 in both byte orders.
  private static func inUTF16(_ text: [UInt8]) -> [[UInt8]] {
    let units = [0xFEFF] + Array(String(decoding: text, as: UTF8.self).utf16)
    return [
      units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
      units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
    ]
  }
}
