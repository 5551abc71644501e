import Foundation
import MinutaCore
import MinutaExport
import MinutaTestSupport
import Testing

/// The rules that the files of all formats keep.
struct FormatContractTests {
  /// The records of the golden files: those that are hard for a format.
  private static func golden(_ name: String) -> [ExportedRecord] {
    var history = RandomHistory(seed: 7)
    return switch name {
    case "klog", "org", "timeclock": ExportSample.records
    case "csv", "kimai", "toggl": CSVExportTests.examples
    case "timewarrior", "watson": history.records(60)
    default: OddRecords.all
    }
  }

  @Test func `records are written as in the golden files, and what is left out is counted`() throws
  {
    var omitted = ""
    for format in ExportFormats.all {
      let (text, omissions) = try Exchange.file(Self.golden(format.name), as: format)
      try expectSnapshot(text, "export/\(format.name).\(format.fileExtension)")
      let counts = omissions.counts.map { "\(format.name) \($0.key.rawValue): \($0.value)\n" }
      omitted += counts.sorted().joined()
    }
    try expectSnapshot(omitted, "export/omissions.txt")
  }

  /// The formats that Minuta writes and reads, but for tables, which depend on their columns.
  static let exchanged = ExportFormats.all.map(\.name).filter {
    $0 != "csv" && $0 != "toggl" && ImportFormats.named($0)?.name == $0
  }

  @Test(arguments: exchanged)
  func `an exported file is recognized by its content`(_ name: String) throws {
    let text = try Exchange.file(OddRecords.all, as: name).text
    let sample = try FileSample(ImportFile(name: "file", bytes: Array(text.utf8)))
    #expect(ImportFormats.all.filter { $0.recognizes(sample) }.map { $0.name } == [name])
  }

  @Test(arguments: [
    ("json", "[\n]\n"), ("jsonl", ""), ("timewarrior", "[\n]\n"), ("watson", "[\n]\n"),
  ])
  func `a file without records is a valid file without records`(
    _ name: String,
    _ expected: String
  ) throws {
    #expect(try Exchange.file([], as: name).text == expected)
    let importer = try #require(ImportFormats.named(name))
    #expect(try Exchange.records(in: Array(expected.utf8), as: importer).isEmpty)
  }

  @Test(arguments: [
    "", "text", "[", "[]", "[\n]", "[1]", "{}", "[\n{\"start\":\"2024-05-17T08:30:00Z\"}]",
    "[{\"startTime\":\"2024-05-17T08:30:00Z\",\"endTime\":\"2024-05-17T09:00:00Z\"}]",
    "{\"buckets\":{}}", "{\"type\":\"a\",\"client\":\"b\",\"hostname\":\"c\"}",
    "BEGIN:VCARD", "inc", "inc 20240517T083000Z", "inc today", "increment 20240517T083000Z",
    "{\"start\":\"20240517T083000Z\"}", "exc monday <8:00\n",
    "Some notes\ninc 20240517T083000Z\n", "[[1,2,\"a\",\"b\"]]", "[[]]", "[[1,2,3]]",
    "[[1,2,\"a\"]]", "[[1,2,3,4]]", "{\"project\":\"apollo\"}",
    "[[\"start\",\"stop\",\"project\",\"id\"]]", "[[1,2,\"a\",\"b\",\"tags\",3]]",
    "[{\"id\":\"1\",\"project\":\"a\",\"start\":\"x\",\"stop\":\"y\",\"tags\":[]}]",
    "[{\"id\":1,\"start\":\"20240517T083000Z\",\"end\":\"20240517T090000Z\",\"tags\":[\"Work\"]}]",
  ])
  func `a similar text isn't taken for a file of a format`(_ text: String) throws {
    let sample = try FileSample(ImportFile(name: "file", bytes: Array(text.utf8)))
    let found = ImportFormats.all.filter { $0.recognizes(sample) }.map { $0.name }
    let isTimewarrior = text == "inc 20240517T083000Z" || text.hasPrefix("[{\"id\":1,")
    let isWatson = text == "[[1,2,\"a\",\"b\"]]"
    #expect(found == (isTimewarrior ? ["timewarrior"] : isWatson ? ["watson"] : []))
  }

  @Test(arguments: ["csv", "html", "markdown"], [["Date", "STARTUTC", "price"], [""], []])
  func `an unknown column, and an empty list of columns, are refused`(
    _ name: String,
    _ columns: [String]
  ) throws {
    let format = try #require(ExportFormats.named(name))
    var options = ExportOptions(days: Exchange.days)
    options.columns = columns
    let known = RecordColumn.allCases.map(\.rawValue)
    #expect(throws: FormatError.unknownColumn(columns.last ?? "", known: known)) {
      try format.writer(options)
    }
  }
}
