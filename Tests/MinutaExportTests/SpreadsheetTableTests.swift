import Foundation
import JSONText
import MinutaCore
import MinutaExport
import Testing

/// Tables with the marks that spreadsheets need or write.
struct SpreadsheetTableTests {
  private func records(
    _ text: String,
    _ options: ImportOptions = ImportOptions()
  ) throws -> [String] {
    let bytes = Array(text.utf8)
    return try Exchange.records(in: bytes, as: CSVImportFormat.self, options: options).map {
      "\(Timestamp.text($0.start)) \($0.seconds) s | \($0.tag ?? "")"
    }
  }

  @Test(arguments: ["sep=;\r\n", "sep=;\n", "\u{FEFF}sep=;\r"])
  func `a first line of Excel gives the separator`(_ line: String) throws {
    let text = "\(line)Start;End;Project;a,b,c,d,e\n2024-05-17 8:30;2024-05-17 9:00;\"x;y\"\n"
    let sample = try FileSample(ImportFile(name: "file", bytes: Array(text.utf8)))
    #expect(ImportFormats.recognized(sample)?.name == "csv")
    #expect(try records(text) == ["2024-05-17T06:30:00Z 1800 s | x;y"])
    let broken = text + "2024-05-17 8:30;nine;\n"
    var reader = try CSVImportFormat.reader(
      of: ImportFile(name: "file", bytes: Array(broken.utf8)),
      ImportOptions()
    )
    _ = try reader.next()
    #expect(try reader.next() == .invalid(line: 4, .invalidTime("nine")))
  }

  @Test func `only a program that guards formulas has an apostrophe before them`() throws {
    let row = "2024-05-17 8:30,2024-05-17 9:00,'-x\n"
    #expect(try records("Start,End,Project\n\(row)") == ["2024-05-17T06:30:00Z 1800 s | '-x"])
    #expect(try records("Start UTC,End UTC,Tag\n\(row)").map { $0.hasSuffix("| -x") } == [true])
    var options = ImportOptions()
    for guards in [true, false] {
      let json =
        #"{"name": "a", "title": "A", "guardsFormulas": \#(guards), "columns": "#
        + #"{"start": "Start", "end": "End", "tag": "Project"}}"#
      options.profile = try JSONValue(parsing: json).decode()
      let expected = "2024-05-17T06:30:00Z 1800 s | \(guards ? "" : "'")-x"
      #expect(try records("Start,End,Project\n\(row)", options) == [expected])
    }
  }
}
