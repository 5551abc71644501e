import Foundation
import MinutaCore
import MinutaExport
import MinutaTestSupport
import Testing

/// The names of projects, accounts and headings that aren't those of their tags.
struct TagSpellingTests {
  @Test(
    arguments: [
      (["#project=\"A / B\" text"], "A/B", "text #tag=\"A / B\""),
      (["#project=\"/usr/\""], "usr", "#tag=\"/usr/\""),
      (["#project=\"/\" text #billable"], nil, "text #tag=\"/\" #billable"),
      (["#project=\"A//B\" text", "more #x"], "A/B", "text\nmore #tag=\"A//B\" #x"),
      (["#project=\"A/B\" text"], "A/B", "text"),
    ] as [([String], String?, String)]
  )
  func `a project of klog comes back as it was`(
    _ lines: [String],
    _ tag: String?,
    _ comment: String
  ) throws {
    let entry = "2024-05-17\n    8:00 - 9:00 \(lines.joined(separator: "\n        "))\n"
    try Self.expectUnchanged(entry, tag, comment, KlogImportFormat.self, .klog)
  }

  @Test(arguments: [
    ("Acme:Web/Site", "Acme/Web/Site"), ("Acme: Website", "Acme/Website"),
    ("Acme::Website", "Acme/Website"), ("a / b", "a/b"), ("/", nil),
  ])
  func `an account comes back as it was`(_ account: String, _ tag: String?) throws {
    let label = "#tag=\"\(account)\""
    for (text, comment) in [("", label), ("  Fix it", "Fix it \(label)"), ("  #x", "\(label) #x")] {
      let session = "i 2024-05-17 08:00:00 \(account)\(text)\no 2024-05-17 09:00:00\n"
      try Self.expectUnchanged(
        session,
        tag,
        comment,
        TimeclockImportFormat.self,
        .timeclock
      )
    }
  }

  @Test(arguments: [
    ("Acme", "Design/Build", "Acme/Design/Build", "#tag=\"Acme/Design\\/Build\""),
    ("a \\ b", "a / b", "a \\ b/a/b", "#tag=\"a \\\\ b/a \\/ b\""),
    ("/", "/usr", "usr", "#tag=\"\\//\\/usr\""),
  ])
  func `a heading of Org comes back as it was`(
    _ first: String,
    _ second: String,
    _ tag: String,
    _ comment: String
  ) throws {
    let clock = "CLOCK: [2024-05-17 Fri 08:00]--[2024-05-17 Fri 09:00] =>  1:00"
    let file = """
      # -*- mode: org -*-
      * \(first)
      ** \(second)
      :LOGBOOK:
      \(clock)
      :END:

      \u{0C}

      """
    try Self.expectUnchanged(file, tag, comment, OrgImportFormat.self, .org)
  }

  @Test func `a spelling that a file can't have is written as its tag`() throws {
    let record = TimeRecord(
      id: OddRecords.all[0].record.id,
      startTime: OddRecords.all[0].record.startTime,
      endTime: OddRecords.all[0].record.endTime,
      comment: "#tag=\"Acme;  x\"",
      timeZone: nil
    )
    let exported = ExportedRecord(record, tag: "Acme;  x", seconds: 60)
    let file = try Exchange.file([exported], as: .timeclock).text
    #expect(file.contains(" Acme, x\n"))
  }

  @Test(arguments: [
    ("timewarrior", "\"tags\":[\"Acme/Design/Build\",\"urgent\"]"),
    ("watson", "\"Acme/Design/Build\",\"0102030405064708890a0b0c0d0e0f00\",[\"urgent\"]"),
    ("klog", "#project=\"Acme/Design/Build\" Fix it #urgent"),
    ("timeclock", "Acme:Design:Build  Fix it #urgent"),
    ("toggl", "Acme,Design,Build,Fix it,No"), ("org", "** Design/Build\n"),
  ])
  func `a spelling in another format isn't written`(_ format: String, _ expected: String) throws {
    let odd = OddRecords.all[0].record
    let record = TimeRecord(
      id: odd.id,
      startTime: odd.startTime,
      endTime: odd.startTime.addingTimeInterval(60),
      comment: "Fix it #tag=\"Acme/Design\\/Build\" #urgent",
      timeZone: nil
    )
    let exported = ExportedRecord(record, tag: "Acme/Design/Build", seconds: 60)
    let file = try Exchange.file([exported], as: format).text
    #expect(file.contains(expected), "\(file)")
    #expect(!file.contains("tag="))
  }

  @Test func `a heading of Org has no blanks around it`() throws {
    let record = ExportedRecord(OddRecords.all[1].record, tag: "A/B", seconds: 60)
    var spelled = record.record
    spelled.comment = "#tag=\"A / B\""
    let file = try Exchange.file(
      [ExportedRecord(spelled, tag: "A/B", seconds: 60)],
      as: .org
    ).text
    #expect(file.contains("* A\n** B\n"))
  }

  @Test(arguments: [
    ("A / B", "A / B"), ("e\u{301} / x", "\u{E9} / x"), ("A//B", "A/B"), ("/usr/", "usr"),
  ])
  func `our own files keep the name of a tag, but for empty levels`(
    _ name: String,
    _ tag: String
  ) throws {
    let record = ExportedRecord(OddRecords.all[1].record, tag: name, seconds: 60)
    for (exporter, importer) in Self.ownFormats {
      let file = try Exchange.file([record], as: exporter)
      let records = try Exchange.records(in: Array(file.text.utf8), as: importer)
      #expect(records.map(\.tag) == [tag], "\(exporter.name)")
    }
  }

  private static let ownFormats: [(ExportFormat, any ImportFormat.Type)] = [
    (.json, JSONImportFormat.self),
    (.jsonLines, JSONLinesImportFormat.self),
    (.csv, CSVImportFormat.self),
    (.iCalendar, ICalendarImportFormat.self),
  ]

  /// Expects that a file has a record with these values, and is the same after an export.
  private static func expectUnchanged(
    _ file: String,
    _ tag: String?,
    _ comment: String,
    _ importer: any ImportFormat.Type,
    _ exporter: ExportFormat
  ) throws {
    let records = try Exchange.records(in: Array(file.utf8), as: importer)
    #expect(records.map(\.tag) == [tag])
    #expect(records.map(\.comment) == [comment])
    let text = try Exchange.file(Exchange.exported(records), as: exporter).text
    #expect(text == file)
  }
}
