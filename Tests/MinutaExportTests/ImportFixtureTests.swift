import Foundation
import MinutaCore
import MinutaExport
import MinutaTestSupport
import Testing

/// Each folder in `Fixtures` has the name of a format, and files in it with their real oddities.
struct ImportFixtureTests {
  @Test(arguments: fixtures)
  func `a file of another program is recognized and read`(_ fixture: Fixture) throws {
    let bytes = try fixture.bytes()
    let file = ImportFile(name: fixture.file, bytes: bytes)
    let format = try #require(ImportFormats.named(fixture.format))
    let sample = try FileSample(file)
    #expect(ImportFormats.recognized(sample)?.name == fixture.format)
    try expectSnapshot(try fixture.description(format), "import/\(fixture.name).txt")
  }

  @Test func `each format to import has a fixture`() {
    let folders = Set(Self.fixtures.map(\.format))
    #expect(ImportFormats.all.map { $0.name }.filter { !folders.contains($0) } == [])
  }

  struct Fixture: CustomTestStringConvertible {
    let format: String
    let file: String

    var name: String { "\(format)-\(file)" }
    var testDescription: String { "\(format)/\(file)" }

    func bytes() throws -> [UInt8] {
      Array(try Data(contentsOf: URL(filePath: "\(ImportFixtureTests.folder)/\(format)/\(file)")))
    }

    /// Returns a line for each element of the file.
    func description(
      _ format: any ImportFormat.Type,
      _ options: ImportOptions = ImportOptions()
    ) throws -> String {
      Self.description(of: ImportFile(name: file, bytes: try bytes()), format, options)
    }

    static func description(
      of file: ImportFile,
      _ format: any ImportFormat.Type,
      _ options: ImportOptions = ImportOptions()
    ) -> String {
      var lines: [String] = []
      do throws(FormatError) {
        var reader = try format.reader(of: file, options)
        while let item = try reader.next() { lines.append(line(item)) }
      } catch {
        lines.append("refused: \(error)")
      }
      return lines.map { "\($0)\n" }.joined()
    }

    private static func line(_ item: ImportedItem) -> String {
      switch item {
      case .skipped(let line, let reason): return "\(line): skipped, \(reason)"
      case .invalid(let line, let reason): return "\(line): invalid, \(reason)"
      case .record(let record):
        let labels = record.labels.map { "#\($0.name)" + ($0.writtenValue.map { "=\($0)" } ?? "") }
        let parts: [String?] = [
          time(record.time), record.path.joined(separator: " / "), record.text?.debugDescription,
          labels.joined(separator: " "), record.id.map { "id \($0)" },
        ]
        return "\(record.line): " + parts.compactMap { $0 }.joined(separator: " | ")
      }
    }

    private static func time(_ time: ImportedTime) -> String {
      switch time {
      case .interval(let start, let end): "\(text(start)) to \(text(end))"
      case .lasting(let start, let seconds): "\(text(start)), \(seconds) s"
      case .length(let seconds, let day): "\(seconds) s on \(day.dateText)"
      }
    }

    private static func text(_ instant: ImportedInstant) -> String {
      switch instant {
      case .utc(let seconds): Timestamp.text(Date(timeIntervalSince1970: Double(seconds)))
      case .local(let time): "\(time.dateText) \(time.clockText)"
      case .zoned(let time, let zone): "\(time.dateText) \(time.clockText) \(zone)"
      }
    }
  }

  static let folder = "\(PackageDirectory.path)/Tests/MinutaExportTests/Fixtures"

  /// The fixtures of all formats, sorted by name.
  static let fixtures: [Fixture] = {
    let files = FileManager.default.subpaths(atPath: folder) ?? []
    return files.sorted().compactMap { path in
      let parts = path.split(separator: "/").map(String.init)
      // The files in these folders are read by the tests of profiles and converters.
      return parts.count == 2 && !["profiles", "converters"].contains(parts[0])
        ? Fixture(format: parts[0], file: parts[1]) : nil
    }
  }()
}
