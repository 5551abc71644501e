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

  /// The beginnings and ends of tables with a quoted cell between them, by format.
  private static let tables = [
    "clockify": (
      "Project,Start Date,Start Time,End Date,End Time,Description\n",
      "Website,2024-05-17,08:30:00,2024-05-17,09:00:00,"
    ),
    "csv": ("Start,End,Project,Comment\n", "2024-05-17 08:30,2024-05-17 09:00,Work,"),
    "harvest": (
      "Date,Client,Project,Task,Hours,First Name,Last Name,Notes\n",
      "2024-03-04,Acme,Website,Design,2.5,Mia,Example,"
    ),
    "hey": (
      "Start,End,Duration,Category,Notes\n", "2024-01-15 09:30,2024-01-15 11:45,2:15,Work,"
    ),
    "toggl": (
      "Project,Start date,Start time,End date,End time,Duration,Description\n",
      "Website,2024-05-17,08:15:00,2024-05-17,08:30:00,00:15:00,"
    ),
  ]

  @Test(arguments: ["icalendar", "jsonl", "klog", "org", "timeclock", "timewarrior", "watson"])
  func `a file of another format in quoted cells leaves a table what it is`(
    _ other: String
  ) throws {
    for seed in 0..<60 {
      var history = RandomHistory(seed: UInt64(seed))
      let pasted = try Exchange.file(history.records(3), as: other).text
      let cell = "\"\(pasted.replacing("\"", with: "\"\""))\"\n"
      for (name, (header, row)) in Self.tables {
        let text = header + row + cell + row + "next\n"
        let file = ImportFile(name: "table", bytes: Array(text.utf8))
        #expect(ImportFormats.recognized(try FileSample(file))?.name == name)
        let table = try #require(ImportFormats.named(name))
        let plain = header + row + "note\n" + row + "next\n"
        let records = try [text, plain].map { text in
          try Exchange.records(in: Array(text.utf8), as: table).map { [$0.start, $0.end] }
        }
        #expect(records[0] == records[1] && records[0].count == 2)
      }
    }
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
