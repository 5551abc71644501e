import Foundation
import MinutaCore
import MinutaExport
import MinutaTestSupport
import Testing

/// klog's specification 1.4 and files as klog's users write them.
struct KlogTests {
  @Test(arguments: [
    ("8:30 - 12:00", "08:30 12:00"), ("8:30-12:00", "08:30 12:00"),
    ("08:30   -   12:00", "08:30 12:00"), ("8:30am - 1:05pm", "08:30 13:05"),
    ("12:00am - 12:00pm", "00:00 12:00"), ("<23:40 - 3:12", "<23:40 03:12"),
    ("<22:00 - <24:00", "<22:00 00:00"), ("22:00 - 24:00", "22:00 >00:00"),
    ("0:30> - 4:00>", ">00:30 >04:00"), ("9:00 - 9:00", "09:00 09:00"),
  ])
  func `a range has a start and an end`(_ entry: String, _ expected: String) throws {
    let record = try #require(try Self.records("2024-05-17\n    \(entry) text").first)
    let date = try #require(CivilTime(year: 2024, month: 5, day: 17))
    let times = try expected.split(separator: " ").map { text in
      var scanner = TextScanner(text.filter { $0 != "<" && $0 != ">" })
      let clock = scanner.clock(on: date)
      let time = try #require(clock)
      let shift = text.first == "<" ? -86_400 : text.first == ">" ? 86_400 : 0
      let local = CivilTime(utcSeconds: time.utcSeconds + shift)
      return "\(local.dateText) \(local.clockText)"
    }
    #expect(LocalHistory.interval(record) == times.joined(separator: " "))
    #expect(record.comment == "text")
  }

  @Test(arguments: [
    ("1h", 60), ("45m", 45), ("+2h30m", 150), ("0m", 0), ("50h", 3000), ("119m", 119),
  ])
  func `a duration is a record of a day at most without a time of day`(
    _ entry: String,
    _ minutes: Int
  ) throws {
    let records = try Self.records("2024-05-17\n\t\(entry)\n\t\tnext line")
    #expect(records.reduce(0) { $0 + $1.seconds } == minutes * 60)
    #expect(records.count == max(1, (minutes + 1439) / 1440))
    #expect(records.allSatisfy { $0.comment == "next line #unplaced" })
  }

  @Test(arguments: [
    ("8:00 - 17:00 work|-30m lunch", [510]), ("8:00 - 12:00|13:00 - 17:00|-30m", [240, 210]),
    ("2h|1h|-1h30m", [90, 0]), ("8:00 - 9:00|-20m|-50m", [0]), ("-30m|8:00 - 9:00", [30]),
    ("8:00 - 8:15|-30m|8:15 - 17:00", [0, 510]),
    ("8:00 - 9:00 #project=A|9:00 - 10:00|-15m #project=A", [45, 60]),
    ("8:00 - 9:00 #project=A|9:00 - 10:00|-1h15m #project=A", [0, 45]),
    ("9:00 - 8:30|8:00 - 9:00|-1h", [0]), ("8:00 - ?|-1h", []), ("8:00 - 9:00|-0m", [60, 0]),
  ])
  func `a break shortens the entries before it, of its project first, and then those after it`(
    _ entries: String,
    _ minutes: [Int]
  ) throws {
    let lines = entries.split(separator: "|").map { "    \($0)\n" }.joined()
    let file = ImportFile(name: "a.klg", bytes: Array("2024-05-17\n\(lines)".utf8))
    var request = ImportRequest(files: [file], days: Exchange.days)
    (request.format, request.skipsInvalid) = (KlogImportFormat.self, true)
    var sequence = FileImportService().records(of: request, as: KlogImportFormat.self)
    var seconds: [Int] = []
    while let record = try sequence.next() { seconds.append(record.seconds) }
    #expect(seconds == minutes.map { $0 * 60 })
  }

  @Test func `a day can have more than 24 hours, also in one entry`() throws {
    let text = "2024-05-17\n    25h\n    1h\n\n2024-05-18\n    49h\n    -2h\n"
    let records = try Self.records(text)
    let days = records.map { Exchange.days.day(at: $0.start.unixSeconds) }
    let totals = zip(days, records).reduce(into: [:]) { $0[$1.0, default: 0] += $1.1.seconds }
    #expect(totals.sorted { $0.key < $1.key }.map(\.value) == [26 * 3600, 47 * 3600])
    #expect(
      records.allSatisfy { record in
        let day = Exchange.days.dayBounds(at: record.start.unixSeconds)
        return record.end.unixSeconds <= day.end
      }
    )
    #expect(Set(records.map(\.id)).count == records.count)
  }

  @Test func `an entry that is longer than a month is invalid`() throws {
    let items = try Self.items("2024-05-17\n    99999h\n")
    #expect(items == [.invalid(line: 2, .longerThanDay(seconds: 99_999 * 3600))])
  }

  @Test func `a break is named with what it takes off, also if that is too much`() throws {
    let items = try Self.items("2024-05-17\n    8:00 - 8:20 a\n    -30m lunch\n\n2024-05-18\n  -1h")
    #expect(
      items.dropFirst() == [
        .skipped(line: 3, .cut(seconds: 1200)), .skipped(line: 3, .negative(seconds: -600)),
        .skipped(line: 6, .negative(seconds: -3600)),
      ]
    )
  }

  @Test func `a break shortens entries of all records of its day`() throws {
    let text = "2024-05-17\n  8:00 - 12:00\n\n2024-05-17\n  -30m\n\n2024-05-18\n  1h\n  -10m\n"
    #expect(try Self.records(text).map(\.seconds) == [210 * 60, 50 * 60])
  }

  @Test func `a break that is added later doesn't change the id of the entry before it`() throws {
    let entry = "2024-05-17\n    8:00 - 17:00 work\n"
    let ids = try [entry, entry + "    -30m lunch\n"].map { try Self.records($0).map(\.id) }
    #expect(ids[0] == ids[1])
  }

  @Test(arguments: [
    "24:01 - 25:00", "8:5 - 9:00", "8:30", "1h60m", "h", "m", "13:00pm - 14:00",
    "0:00am - 1:00", "8:00 - 24:00>", "<8:00> - 9:00", "8:00 - ?x", "foo", "-", "1.5h", "8:00 -",
    "99999999999h", "١h",
  ])
  func `an entry of another form is invalid`(_ entry: String) throws {
    #expect(
      try Self.items("2024-05-17\n  \(entry)") == [.invalid(line: 2, .expected("8:00 - 9:30"))]
    )
  }

  @Test(arguments: [
    "Hello 123", " 2020-01-01", "2020-01-01 ()", "2020-01-01 (asdf)", "2020-01-01 5h30m!",
    "2020-01-01 (5h!) foo", "2020-01/01", "2020-1-1", "2021-02-29", "2020-01-01 (5h!!)",
  ])
  func `a record with another first line is invalid and skipped`(_ line: String) throws {
    let items = try Self.items("\(line)\n    1h\n\n2024-05-17\n    8:00 - ?")
    #expect(
      items == [
        .invalid(line: 1, .expected("YYYY-MM-DD")), .invalid(line: 2, .afterInvalidLine(1)),
        .skipped(line: 5, .running),
      ]
    )
  }

  @Test(
    arguments: [
      ("#project=Acme call", "Acme", "call"), ("#project=\"A/B c\"", "A/B c", nil),
      ("#project='A \"B\"' x", "A \"B\"", "x"), ("a #project=Acme b", "Acme", "a #project=Acme b"),
      ("#project x", nil, "#project x"), ("#Project=Acme x", "Acme", "x"),
      ("#project=A #project=B x", "A", "#project=B x"), ("C#project=x", nil, "C#project=x"),
      ("#projects=x", nil, "#projects=x"), ("#project=A/B x", "A", "#project=A/B x"),
    ] as [(String, String?, String?)]
  )
  func `the label project gives the tag`(_ text: String, _ tag: String?, _ rest: String?) throws {
    let records = try Self.records("2024-05-17\n    8:00 - 9:00 \(text)")
    #expect(records.map(\.tag) == [tag])
    #expect(records.map(\.comment) == [rest])
    #expect(try Self.records(try Self.file(records)).map(\.content) == records.map(\.content))
  }

  @Test func `the labels of a record hold for its entries`() throws {
    let text = """
      2024-05-17
      Day at #acme for #project="Acme Inc." (#billable)
          8:00 - 9:00 call #billable
          9:00 - 10:00 #project=Other
      """
    let records = try Self.records(text)
    #expect(records.map(\.comment) == ["call #billable #acme", "#acme #billable"])
    #expect(records.map(\.tag) == ["Acme Inc.", "Other"])
  }

  @Test func `a history of klog is the same after import and export`() throws {
    var history = LocalHistory(seed: 3)
    var (text, expected): (String, [String]) = ("", [])
    for number in 0..<5000 {
      let entry = history.next()
      let tag = ["", "#project=Acme ", "#project=\"Acme/Büro R2\" "][number % 3]
      let days = (entry.end.daysSince1970 - 1)...(entry.start.daysSince1970 + 1)
      let date = history.number(days.lowerBound..<days.upperBound + 1)
      let line = Self.range(entry, date, history.number(0..<3)) + " \(tag)\(entry.text ?? "")"
      let indentation = ["    ", "   ", "  ", "\t"][number % 4]
      let day = CivilTime(day: date).dateText.replacing("-", with: number % 5 == 0 ? "/" : "-")
      text += "\(day)\n\(indentation)\(line)\n\n"
      let name = ["", "Acme", "Acme/Büro R2"][number % 3]
      expected.append("\(entry.interval) | \(name) | \(entry.text ?? "")")
    }
    let records = try Self.records(text)
    #expect(records.map(\.content) == expected)
    let file = try Self.file(records)
    #expect(try Self.records(file).map(\.content).sorted() == expected.sorted())
    #expect(try Self.file(Self.records(file)) == file)
  }

  /// Returns the range of an entry that is at most a day before the end of the date after `day`.
  private static func range(_ entry: LocalHistory.Entry, _ day: Int, _ style: Int) -> String {
    [entry.start, entry.end].map { time in
      let shift = time.daysSince1970 - day
      let hour = style == 1 ? (time.hour + 11) % 12 + 1 : time.hour
      let half = style == 1 ? (time.hour < 12 ? "am" : "pm") : ""
      let text = "\(hour):\(time.minute.padded(to: 2))\(half)"
      return (shift < 0 ? "<" : "") + text + (shift > 0 ? ">" : "")
    }.joined(separator: style == 0 ? " - " : "-")
  }

  private static func items(_ text: String) throws -> [ImportedItem] {
    let file = ImportFile(name: "file.klg", bytes: Array(text.utf8))
    var reader = try KlogImportFormat.reader(of: file, ImportOptions())
    var items: [ImportedItem] = []
    while let item = try reader.next() { items.append(item) }
    return items
  }

  private static func records(_ text: String) throws -> [RecordToImport] {
    try Exchange.records(in: Array(text.utf8), as: KlogImportFormat.self)
  }

  private static func file(_ records: [RecordToImport]) throws -> String {
    try Exchange.file(Exchange.exported(records), as: .klog).text
  }
}
