import Foundation
import MinutaCore
import MinutaExport
import MinutaTestSupport
import Testing

/// Files that Minuta writes are read without any loss.
struct OwnFormatTests {
  static let formats = ["icalendar", "json", "jsonl"]

  @Test(arguments: formats)
  func `a long history is the same after an export and an import`(_ name: String) throws {
    var history = RandomHistory(seed: 7)
    let records = history.records(5000)
    try expectSameAfterImport(records, name)
  }

  @Test(arguments: formats)
  func `odd texts and time zones are the same after an export and an import`(
    _ name: String
  ) throws {
    let records = OddRecords.all.enumerated().filter { index, exported in
      name != "icalendar" || OddRecords.isExpressibleInXML[index]
    }
    try expectSameAfterImport(records.map(\.element), name)
  }

  private func expectSameAfterImport(_ records: [ExportedRecord], _ name: String) throws {
    let importer = try #require(ImportFormats.named(name))
    let (text, omissions) = try Exchange.file(records, as: name)
    #expect(omissions == Omissions())
    let imported = try Exchange.records(in: Array(text.utf8), as: importer)
    #expect(imported.map(\.id) == records.map(\.record.id))
    #expect(imported.map(\.start) == records.map(\.record.startTime))
    #expect(imported.map(\.end) == records.map(\.record.endTime))
    #expect(imported.map(\.timeZone) == records.map(\.record.timeZone))
    for (new, old) in zip(imported, records) {
      #expect(new.tag.isByteEqual(to: old.tag))
      #expect(new.comment.isByteEqual(to: old.record.comment))
    }
    #expect(try Exchange.file(Exchange.exported(imported), as: name).text == text)
  }

  @Test(arguments: [
    (["date", "start", "end", "tag", "labels"], "#billable #ref=A1"),
    (["date", "start", "end", "id", "comment"], "- fix #billable #ref=A1"),
    (["date", "start", "end", "timeZone", "comment"], "- fix #billable #ref=A1"),
  ])
  func `a table with some of our columns has what it holds`(
    _ columns: [String],
    _ comment: String
  ) throws {
    let exported = ExportSample.record(
      "2024-05-17 08:00",
      "2024-05-18 09:00",
      "Work",
      "- fix #billable #ref=A1"
    )
    let text = try Exchange.file([exported], as: "csv", columns: columns).text
    let records = try Exchange.records(in: Array(text.utf8), as: CSVImportFormat.self)
    #expect(records.map(\.comment) == [comment])
    #expect(records.map(\.seconds) == [90_000])
  }

  @Test func `running timers are left out of an import`() throws {
    var record = OddRecords.all[0].record
    record.endTime = nil
    let exported = ExportedRecord(record, tag: nil, seconds: 600)
    let text = try Exchange.file([exported], as: .json).text
    var reader = JSONImportFormat.reader(
      of: ImportFile(name: "file", bytes: Array(text.utf8)),
      ImportOptions()
    )
    #expect(try reader.next() == .skipped(line: 2, .running))
    #expect(try reader.next() == nil)
  }

  @Test func `events keep records without length, and control characters, out of a calendar`()
    throws
  {
    let start = Date(timeIntervalSince1970: 1_715_934_600)
    let empty = TimeRecord(id: UUID(), startTime: start, endTime: start)
    var texts = empty
    texts.endTime = start + 60
    texts.comment = "bell\u{7} nul\u{0} CR\rLF\r\nend"
    texts.images = ["a.png"]
    let records = [empty, texts].map { ExportedRecord($0, tag: nil, seconds: 0) }
    let (text, omissions) = try Exchange.file(records, as: .iCalendar)
    #expect(omissions.counts == [.empty: 1, .characters: 1, .images: 1])
    let imported = try Exchange.records(in: Array(text.utf8), as: ICalendarImportFormat.self)
    #expect(imported.map(\.comment) == ["bell nul CR\nLF\nend"])
  }

  @Test func `lines of a calendar end with CRLF and have at most 75 bytes`() throws {
    let text = try Exchange.file(OddRecords.all, as: .iCalendar).text
    let lines = Array(text.utf8).split(separator: 0x0A, omittingEmptySubsequences: false)
    #expect(lines.last?.isEmpty == true)
    for line in lines.dropLast() {
      #expect(line.last == 0x0D && line.count <= 76 && !line.dropLast().contains(0x0D))
      #expect(String(validating: line, as: UTF8.self) != nil)
    }
  }
}
