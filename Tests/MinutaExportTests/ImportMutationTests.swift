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
      do throws(FormatError) {
        let preview = try FileImportService().preview(of: request)
        var records = FileImportService().records(of: request, as: format)
        var count = 0
        while let record = try records.next() {
          guard record.end >= record.start else { throw .tooLarge(file: "order", limit: 0) }
          count += 1
        }
        return count == preview.count
      } catch {
        return false
      }
    }
    Attachment.record("\(run)", named: "import-\(name).txt")
  }
}
