import Foundation
import MinutaCore
import MinutaExport
import MinutaTestSupport
import Testing

struct CSVExportTests {
  private static func record(
    _ start: Int,
    _ seconds: Int?,
    tag: String? = nil,
    comment: String? = nil,
    zone: String? = nil,
    number: UInt8 = 16
  ) -> ExportedRecord {
    let date = Date(timeIntervalSince1970: Double(start))
    let record = TimeRecord(
      id: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, number)),
      startTime: date,
      endTime: seconds.map { date.addingTimeInterval(Double($0)) },
      comment: comment,
      timeZone: zone
    )
    return ExportedRecord(record, tag: tag, seconds: seconds ?? 600)
  }

  /// Records with texts that spreadsheets take for formulas, and days that a clock has changed.
  static var examples: [ExportedRecord] {
    [
      record(1_705_307_400, 8100, tag: "Work", comment: "Working on feature X"),
      record(1_705_318_200, 5400, tag: "A/B/Design/Logo", comment: "a, \"b\"\nc #billable"),
      record(1_705_357_800, 2707, comment: "=SUM(A1)", zone: "Asia/Kathmandu"),
      record(1_705_400_000, 90_000, tag: "=1+1/x", comment: "one #tag=\"a, b\" #ticket=R-12"),
      record(1_729_990_800, 3600, tag: "Acme/Website", comment: "#billable #draft"),
      record(1_730_000_000, nil, tag: "Work"),
    ]
  }

  @Test(arguments: [
    ("utc-decimal", nil, true, true),
    ("all", RecordColumn.allCases.map(\.rawValue), false, false),
  ])
  func `a CSV file has the selected columns`(
    _ name: String,
    _ columns: [String]?,
    _ usesUTC: Bool,
    _ usesDecimalHours: Bool
  ) throws {
    var options = ExportOptions(days: Exchange.days)
    options.columns = columns
    options.usesUTC = usesUTC
    options.usesDecimalHours = usesDecimalHours
    let (text, omissions) = try Exchange.file(Self.examples, as: .csv, options: options)
    try expectSnapshot(text, "export/csv-\(name).csv")
    let expected: [Omissions.Kind: Int] = columns == nil ? [.seconds: 3, .timeZones: 1] : [:]
    #expect(omissions.counts == expected)
  }

  @Test(arguments: ["kimai", "toggl"])
  func `a CSV file for another program has the name of its user`(_ name: String) throws {
    var options = ExportOptions(days: Exchange.days)
    options.user = .init("Ann Lee <ann@example.com>")
    let named = try Exchange.file(Self.examples, as: name, options: options)
    let rows = named.text.split(whereSeparator: \.isNewline).dropFirst()
    #expect(named.text.matches(of: /Ann Lee,ann@example.com,/).count == 5 && rows.count >= 5)
    #expect(named.omissions.counts[.user] == nil)
  }

  @Test(arguments: ["", "Ann", "<ann@example.com>", "Ann <ann>", "Ann <ann@example.com", "a@b"])
  func `a user has a name and an email address`(_ text: String) {
    #expect(ExportOptions.User(text) == nil)
  }

  @Test func `a file with the lossless columns loses nothing`() throws {
    var history = RandomHistory(seed: 1)
    var records = history.records(5000)
    records += Self.hostileComments.filter { $0 == Self.harmless($0) }.enumerated().map {
      index,
      text in
      let zone = "Asia/Kathmandu"
      let start = 1_600_000_000 + index
      let record = Self.record(start, index, comment: text, zone: zone, number: UInt8(index)).record
      return ExportedRecord(record, tag: text.contains("/") ? "T" : text, seconds: index)
    }
    let columns = ["id", "startUTC", "endUTC", "timeZone", "tag", "comment"]
    let (text, omissions) = try Exchange.file(records, as: "csv", columns: columns)
    #expect(omissions == Omissions())
    let read = try Exchange.records(in: Array(text.utf8), as: CSVImportFormat.self)
    #expect(read.count == records.count)
    for (record, read) in zip(records, read) {
      let stored = record.record
      let isEqual =
        read.start == stored.startTime && read.end == stored.endTime
        && read.timeZone == stored.timeZone && read.comment.isByteEqual(to: stored.comment)
        && read.tag == record.tag?.trimmingCharacters(in: .whitespacesAndNewlines)
      #expect(isEqual, "\(record) became \(read)")
    }
    #expect(Set(read.map(\.id)) == Set(records.map(\.record.id)))
  }

  @Test(arguments: [
    ["date", "start", "end"], ["start", "end"], ["start", "duration"], ["date", "start", "hours"],
    ["date", "start", "end", "seconds"], ["startUTC", "end"], ["start", "endUTC"],
  ])
  func `columns with times give records over midnight and over several days back`(
    _ columns: [String]
  ) throws {
    let records = [
      Self.record(1_715_934_600, 1800), Self.record(1_715_979_600, 20_700),
      Self.record(1_716_060_000, 86_400),
      Self.record(1_716_200_000 / 60 * 60, 270_000),
    ]
    let (text, _) = try Exchange.file(records, as: "csv", columns: columns + ["tag"])
    let read = try Exchange.records(in: Array(text.utf8), as: CSVImportFormat.self)
    #expect(read.map(\.start) == records.map(\.record.startTime), "\(text)")
    #expect(read.map(\.end) == records.map(\.record.endTime), "\(text)")
  }

  @Test func `a file doesn't begin like one that Excel takes for another format`() throws {
    let columns = ["id", "startUTC", "endUTC"]
    let (text, _) = try Exchange.file(Self.examples, as: "csv", columns: columns)
    #expect(text.hasPrefix("Id,Start UTC,End UTC\r\n"))
    for file in [text, "ID" + text.dropFirst(2)] {
      let read = try Exchange.records(in: Array(file.utf8), as: CSVImportFormat.self)
      #expect(Set(read.map(\.id)) == [Self.examples[0].record.id])
    }
  }

  @Test(arguments: ["markdown", "html", "csv"])
  func `the time zones of records are counted unless a column has them`(_ name: String) throws {
    let counts = try [nil, ["start", "end", "timeZone"]].map { columns in
      try Exchange.file(Self.examples, as: name, columns: columns).omissions.counts[.timeZones]
    }
    #expect(counts == [1, nil])
  }

  @Test func `the usual columns keep whole minutes, also when the clock is set back`() throws {
    var history = RandomHistory(seed: 2)
    let records = history.records(3000).map { record in
      let start = record.record.startTime.unixSeconds / 60 * 60
      return Self.record(start, record.seconds / 60 * 60, tag: record.tag)
    }
    let (text, _) = try Exchange.file(records, as: .csv)
    let read = try Exchange.records(in: Array(text.utf8), as: CSVImportFormat.self)
    #expect(read.map(\.seconds) == records.map(\.seconds))
    let (again, _) = try Exchange.file(Exchange.exported(read), as: .csv)
    #expect(again.split(separator: "\r\n").sorted() == text.split(separator: "\r\n").sorted())
  }

  @Test(arguments: ["csv", "kimai", "toggl"])
  func `a hostile comment stays in its cell`(_ name: String) throws {
    let records = Self.hostileComments.map { Self.record(1_600_000_000, 60, tag: "T", comment: $0) }
    let (text, _) = try Exchange.file(records, as: name)
    var reader = CSVReader(
      ImportFile(name: "file", bytes: Array(text.utf8)),
      separator: UInt8(ascii: ",")
    )
    var rows: [[String]] = []
    while case .row(let row)? = try reader.next() { rows.append(row.cells) }
    #expect(rows.count == Self.hostileComments.count + 1)
    #expect(rows.allSatisfy { $0.count == rows[0].count })
    for (row, comment) in zip(rows.dropFirst(), Self.hostileComments) {
      #expect(row.contains { FormulaText.unescaped($0) == Self.harmless(comment) })
      #expect(row.allSatisfy { !FormulaText.isFormula($0) || $0.hasPrefix("'") })
    }
  }

  /// Returns a text without the characters that no CSV file has.
  private static func harmless(_ text: String) -> String {
    text.filter { !["\u{0}", "\u{1}", "\u{7F}", "\u{202E}", "\u{2066}"].contains($0) }
  }

  @Test(
    arguments: [
      "csv", "kimai", "toggl", "markdown", "html", "klog", "org", "timeclock", "icalendar",
    ]
  )
  func `a file has no control characters, and says that they were left out`(
    _ name: String
  ) throws {
    let (tag, comment) = ("a\u{1}b\u{202E}c/\u{2066}d", "e\u{0}f\u{202E}g\u{7F} #h=\"i\u{202B}j\"")
    let records = [
      Self.record(1_600_000_020, 60, tag: tag, comment: comment, zone: "Europe/Berlin")
    ]
    let (text, omissions) = try Exchange.file(records, as: name)
    let isHarmful = { (scalar: Unicode.Scalar) in
      scalar.value < 9 || [0x7F, 0x202B, 0x202E, 0x2066].contains(scalar.value)
    }
    #expect(!text.unicodeScalars.contains(where: isHarmful))
    #expect(omissions.counts[.characters] == 1)
    // The characters of an account get blanks between them.
    let path = name == "timeclock" ? "a b c" : "abc"
    for part in [path, "efg", "ij"] { #expect(text.contains(part), "\(part) is missing") }
  }

  private static let hostileComments = [
    "=1+1", "\t=1+1", "\r\n@SUM(A1)", "'=1", "+1", "</script><b>", "a\r\nb,c\r\n\"d\"", "\u{0}x",
    "\u{202E}bidi\u{2066}", "\"", "'", ",,,", "\"\"\"", "a\nb\rc", "🙂",
    String(repeating: "long, \"text\" ", count: 1000) + "end",
  ]
}
