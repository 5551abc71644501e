import Foundation
import JSONText
import MinutaExport
import MinutaTestSupport
import Testing

/// The files in `Examples/import-profiles` read the files in `Fixtures/profiles`.
struct ImportProfileTests {
  private static let folder = "\(PackageDirectory.path)/Examples/import-profiles"

  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    .map { String($0.dropLast(".json".count)) }.sorted()

  static func profile(_ name: String) throws -> ImportProfile {
    let bytes = try Data(contentsOf: URL(filePath: "\(folder)/\(name).json"))
    return try JSONValue(parsing: Array(bytes)).decode()
  }

  @Test(arguments: names)
  func `a profile reads the files of its program`(_ name: String) throws {
    var options = ImportOptions()
    options.profile = try Self.profile(name)
    #expect(options.profile?.name == name)
    let folder = "profiles/\(name)"
    let path = "\(ImportFixtureTests.folder)/\(folder)"
    let files = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    #expect(!files.isEmpty)
    for file in files {
      let fixture = ImportFixtureTests.Fixture(format: folder, file: file)
      let text = try fixture.description(CSVImportFormat.self, options)
      #expect(text.contains(" to ") && !text.contains("invalid") && !text.contains("refused"))
      try expectSnapshot(text, "import/profile-\(name)-\(file).txt")
    }
  }

  @Test(arguments: [
    #"{"title": "A", "columns": {}}"#, #"{"name": "a", "title": "A"}"#,
    #"{"name": "a", "title": "A", "columns": {"begin": "Start"}}"#,
    #"{"name": "a", "title": "A", "columns": {"start": 1}}"#,
    #"{"name": "a", "title": "A", "columns": {}, "dateOrder": "myd"}"#,
    #"{"name": "a", "title": "A", "columns": {}, "durationUnit": "days"}"#,
    #"{"name": "a", "title": "A", "columns": {}, "separator": "tab"}"#,
    #"{"name": "a", "title": "A", "columns": {}, "separator": ""}"#,
    #"{"name": "a", "title": "A", "columns": {}, "separator": "\n"}"#,
  ])
  func `a wrong profile is refused`(_ json: String) {
    #expect(throws: DecodingError.self) {
      let _: ImportProfile = try JSONValue(parsing: Array(json.utf8)).decode()
    }
  }

  @Test func `a profile gives the separator, the order of dates and the time zone`() throws {
    let json = """
      {
        "name": "clock", "title": "Clock", "separator": "|", "dateOrder": "dmy", "blank": "none",
        "timeZone": "Asia/Kathmandu", "durationUnit": "minutes",
        "columns": {"start": ["from", "beginning"], "duration": "length", "tag": "what"}
      }
      """
    var options = ImportOptions()
    options.profile = try JSONValue(parsing: Array(json.utf8)).decode()
    let text = "what|beginning|length\nWork|05/06/2024 08:30|90\nnone|05/06/2024 10:00|30\n"
    let records = try Exchange.records(
      in: Array(text.utf8),
      as: CSVImportFormat.self,
      options: options
    )
    #expect(records.map(\.tag) == ["Work", nil])
    #expect(records.map(\.seconds) == [5400, 1800])
    #expect(records.first?.timeZone == "Asia/Kathmandu")
    #expect(records.first?.start == Date(timeIntervalSince1970: 1_717_555_500))
  }
}
