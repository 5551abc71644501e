import MinutaExport
import MinutaTestSupport
import Testing

/// Damaged files are refused, or read without an error of the program.
struct ImportMutationTests {
  @Test(arguments: ImportFormats.all.map { $0.name })
  func `a damaged file doesn't stop the program`(_ name: String) async throws {
    let format = try #require(ImportFormats.named(name))
    let seeds = try ImportFixtureTests.fixtures.filter { $0.format == name }.map { try $0.bytes() }
    let pieces = ["\n", "\r\n", "\"", ",", ";", ":", "#", " ", "\u{FEFF}", "\u{0}", "2024-02-30"]
    let mutator = ByteMutator(
      seeds: seeds,
      pieces: pieces.map { Array($0.utf8) } + [[0xFF], [0xC3]],
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
}
