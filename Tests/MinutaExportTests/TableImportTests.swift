import Foundation
import MinutaCore
import MinutaExport
import Synchronization
import Testing

struct TableImportTests {
  private func records(
    _ text: String,
    _ options: ImportOptions = ImportOptions(),
    as format: any ImportFormat.Type = CSVImportFormat.self
  ) throws -> [String] {
    try Exchange.records(in: Array(text.utf8), as: format, options: options).map { record in
      let times = "\(Timestamp.text(record.start)) \(record.seconds) s"
      return [times, record.tag, record.comment].compactMap { $0 }.joined(separator: " | ")
    }
  }

  private func format(_ text: String) throws -> String? {
    let sample = try FileSample(ImportFile(name: "file.txt", bytes: Array(text.utf8)))
    return ImportFormats.recognized(sample)?.name
  }

  @Test func `assigned columns go before guessed ones`() throws {
    var options = ImportOptions()
    options.columns = ["start": "Anfang", "end": "Ende", "tags": "description"]
    let text = """
      Anfang;Ende;Project;Start;Description
      17.05.2024 08:30;17.05.2024 09:00;Haus;nothing;one, two
      """
    #expect(try records(text, options) == ["2024-05-17T06:30:00Z 1800 s | Haus | #one #two"])
  }

  @Test(
    arguments: [
      ("start,end,task,user_name,,user_email", "csv", ["user_name", "user_email"]),
      ("start,end,description,notes,title", "csv", ["notes", "title"]),
      ("Start,End,Duration,Hours,Seconds,Note,Note", "csv", ["Note"]),
      ("start,end,hourly rate", "csv", ["hourly rate"]),
      ("Date,Start Time,End Time,Duration,Hours,Tag,Comment,Labels", "csv", []),
      ("Date,Start Time,End Time,Tag,Labels", "csv", []),
      (
        "User,Email,Description,Start date,Start time,End date,End time,Duration,Amount (EUR)",
        "toggl", ["User", "Email", "Amount (EUR)"]
      ),
      (
        "Project,Description,User,Start Date,Start Time,End Date,End Time,Duration (h),"
          + "Duration (decimal)", "clockify", ["User"]
      ),
    ] as [(String, String, [String])]
  )
  func `columns that aren't imported are named`(
    _ header: String,
    _ format: String,
    _ expected: [String]
  ) throws {
    let files = [header, header].map { ImportFile(name: "file", bytes: Array("\($0)\n".utf8)) }
    var request = ImportRequest(files: files, days: Exchange.days)
    request.format = ImportFormats.named(format)
    #expect(try FileImportService().preview(of: request).ignoredColumns == expected)
  }

  @Test(
    arguments: [
      ("Begin,Finish,Job,What", "2024-05-17T06:30:00Z 1800 s | a | b", nil),
      ("Begin,Finish,Activity,Subject", "2024-05-17T06:30:00Z 1800 s | a | b", nil),
      ("Beginn,Ende,Projekt,Beschreibung", "2024-05-17T06:30:00Z 1800 s | a | b", nil),
      ("Début,Fin,Projet,Commentaire", "2024-05-17T06:30:00Z 1800 s | a | b", nil),
      ("Inicio,Fin,Proyecto,Descripción", "2024-05-17T06:30:00Z 1800 s | a | b", nil),
      ("Von;Bis;Wo;Was", nil, ["Wo", "Was"]), ("Begin,Finish,Room,Was", nil, ["Room", "Was"]),
    ] as [(String, String?, [String]?)]
  )
  func `an unknown table is refused if its texts have no field`(
    _ header: String,
    _ expected: String?,
    _ unknown: [String]?
  ) throws {
    let mark = header.contains(";") ? ";" : ","
    let cells = ["2024-05-17 08:30", "2024-05-17 09:00", "a", "b"]
    let text = "\(header)\n\(cells.joined(separator: mark))\n"
    var options = ImportOptions()
    if header.hasPrefix("Von") { options.columns = ["start": "Von", "end": "Bis"] }
    guard let unknown else {
      #expect(try records(text, options) == [expected])
      return
    }
    #expect(throws: FormatError.unknownTexts(file: "file", columns: unknown)) {
      try records(text, options)
    }
    options.columns["tag"] = ""
    #expect(try records(text, options) == ["2024-05-17T06:30:00Z 1800 s"])
  }

  @Test func `numbers without a field don't keep a table from being read`() throws {
    let text = "Begin,Finish,Rate\n2024-05-17 08:30,2024-05-17 09:00,90.5\n"
    #expect(try records(text) == ["2024-05-17T06:30:00Z 1800 s"])
  }

  @Test func `a missing column is named`() {
    let columns = ["start": "Begin", "end": "End"]
    var options = ImportOptions()
    options.columns = columns
    #expect(
      throws: FormatError.noColumn(file: "file", name: "Begin", columns: ["Start", "End"])
    ) { try records("Start,End\n", options) }
    options.columns = ["begin": "Start"]
    #expect(throws: FormatError.unknownField("begin", known: TableField.allCases.map(\.rawValue))) {
      try records("Start,End\n", options)
    }
  }

  @Test(arguments: [
    ("Name,Text\n", "start", ["Name", "Text"]),
    ("Start,Text\n", "end", ["Start", "Text"]),
    ("Date,End\n", "start", ["Date", "End"]), ("Duration,End\n", "start", ["Duration", "End"]),
  ])
  func `a file without a start or an end is refused`(
    _ text: String,
    _ field: String,
    _ columns: [String]
  ) {
    #expect(throws: FormatError.missingColumn(file: "file", field: field, columns: columns)) {
      try records(text)
    }
  }

  @Test(arguments: ["", "\n\r\n"])
  func `a table without any row is empty`(_ text: String) {
    for format in [CSVImportFormat.self, TogglImportFormat.self] as [any ImportFormat.Type] {
      #expect(throws: FormatError.unreadable(file: "file", reason: "it is empty")) {
        try records(text, as: format)
      }
    }
  }

  @Test func `a column 'Start Time' may have the date too`() throws {
    let header = "Start Time,End Time,Tag\n"
    #expect(
      try records(header + "2024-05-17 08:30,2024-05-17 09:00,Work\n")
        == ["2024-05-17T06:30:00Z 1800 s | Work"]
    )
    #expect(
      throws: FormatError.invalid(
        file: "file",
        problems: [.init(line: 2, reason: .missing("date"))],
        count: 1
      )
    ) {
      let file = ImportFile(name: "file", bytes: Array((header + "08:30,09:00,Work\n").utf8))
      var request = ImportRequest(files: [file], days: Exchange.days)
      request.format = CSVImportFormat.self
      return try FileImportService().preview(of: request)
    }
  }

  @Test func `the order of dates is found in the whole file`() throws {
    let rows = (1...12).map { "0\($0 % 9 + 1)/\($0)/2024,8:30,9:00" }
    let text = "date,start,end\n" + rows.joined(separator: "\n") + "\n"
    let error = FormatError.ambiguousDates(
      file: "file",
      example: "02/1/2024",
      orders: [.dayMonthYear, .monthDayYear]
    )
    #expect(throws: error) {
      try records(text)
    }
    let found = try records(text + "05/13/2024,8:30,9:00\n")
    #expect(found.first?.hasPrefix("2024-02-01") == true)
    var options = ImportOptions()
    options.dateOrder = .dayMonthYear
    #expect(try records(text, options).first?.hasPrefix("2024-01-02") == true)
  }

  @Test func `a time that the clock shows twice is the one that fits the duration`() throws {
    let text = """
      start,end,duration
      2024-10-27 02:15,2024-10-27 02:30,0:15
      2024-10-27 02:15,2024-10-27 02:30,1:15
      2024-10-27 02:45,2024-10-27 02:15,
      2024-10-27 02:45,2024-10-27 03:15,0:30
      2024-10-27 02:45,2024-10-27 03:15,1:30
      2024-10-27 02:45,2024-10-27 03:15,9:59
      """
    let expected = [
      "2024-10-27T00:15:00Z 900 s", "2024-10-27T00:15:00Z 4500 s", "2024-10-27T00:45:00Z 1800 s",
      "2024-10-27T01:45:00Z 1800 s", "2024-10-27T00:45:00Z 5400 s", "2024-10-27T00:45:00Z 5400 s",
    ]
    #expect(try records(text) == expected)
  }

  @Test func `an end without a date is after the start, by days if the duration says so`() throws {
    let text = """
      date,start time,end time,duration
      2024-05-17,23:30,00:15,
      2024-05-17,09:30,10:30,25:00
      2024-05-17,09:30,08:30,23:00
      2024-10-26,12:00,12:00,25:00
      2024-10-27,02:45,02:15,0:30
      2024-05-17,09:30,09:30,0:00
      2024-05-17,09:30,11:00,90
      """
    let seconds = try records(text).map { $0.split(separator: " ")[1] }
    #expect(seconds == ["2700", "90000", "82800", "90000", "1800", "0", "5400"])
  }

  @Test func `a row without an end has its duration, and none is a running timer`() throws {
    let text = """
      Start,End,Duration,Project
      2026-10-25 12:00,,0:30,P
      2026-10-25 13:00,,0:00,P
      2026-10-25 14:00,,,P
      2026-10-25 15:00,2026-10-25 15:10,0:10,P
      """
    #expect(
      try records(text) == ["2026-10-25T11:00:00Z 1800 s | P", "2026-10-25T14:00:00Z 600 s | P"]
    )
  }

  @Test(arguments: [("Comment", 1), ("Tag", 0)])
  func `in a file of Minuta, a duration without an end is that of a running timer`(
    _ column: String,
    _ count: Int
  ) throws {
    let header = "Date,Start Time,End Time,Duration,Project,\(column)\n"
    #expect(try records(header + "2024-05-17,09:00,,1:30,Acme,Call\n").count == count)
  }

  @Test func `a break shortens a row from its end, unless the duration leaves it in`() throws {
    let text = """
      Start,End,Duration,Break (min),Project
      2024-05-17 08:00,2024-05-17 17:00,,60,P
      2024-05-17 08:00,2024-05-17 17:00,8:00,60,P
      2024-05-17 08:00,2024-05-17 17:00,9:00,60,P
      2024-05-17 22:00,2024-05-18 02:00,3:30,30,P
      2024-05-17 09:00,2024-05-18 12:00,,240,P
      2024-05-17 08:00,2024-05-17 09:00,,,P
      """
    let seconds = try records(text).map { $0.split(separator: " ")[1] }
    #expect(seconds == ["28800", "28800", "32400", "12600", "82800", "3600"])
  }

  @Test(arguments: [
    ("30", 27_000), ("0:30", 27_000), ("0.5", 27_000), ("45m", 26_100), ("0", 28_800),
    ("half an hour", nil), ("-5", nil), ("8:00", nil),
  ])
  func `a break without a unit is in whole minutes, or else in hours`(
    _ text: String,
    _ expected: Int?
  ) throws {
    let table = "start,end,break\n2024-05-17 09:00,2024-05-17 17:00,\(text)\n"
    guard let expected else {
      #expect(throws: FormatError.self) { try records(table) }
      return
    }
    #expect(try records(table) == ["2024-05-17T07:00:00Z \(expected) s"])
  }

  @Test func `a row whose type is a break is skipped`() throws {
    let text = """
      start,end,type,project
      2024-05-17 08:00,2024-05-17 10:00,work,P
      2024-05-17 10:00,2024-05-17 10:15,Break,P
      """
    var options = ImportOptions()
    options.columns = ["type": "type"]
    #expect(try records(text, options) == ["2024-05-17T06:00:00Z 7200 s | P"])
    #expect(try records(text).count == 2)
  }

  @Test(arguments: [
    (#""[""Acme, Inc"",""a ""]""#, "#tag=\"Acme, Inc\" #a"), ("[]", ""), ("null", ""),
    (#""[""a"",1,""b""]""#, "#a #b"), ("[a", "#tag=\"[a\""),
  ])
  func `a JSON list in a cell of tags is that list`(_ cell: String, _ labels: String) throws {
    let text = "start,end,tags\n2024-05-17 08:00,2024-05-17 10:00,\(cell)\n"
    let expected = ["2024-05-17T06:00:00Z 7200 s", labels].filter { !$0.isEmpty }
    #expect(try records(text) == [expected.joined(separator: " | ")])
  }

  @Test(arguments: [
    "Date de début,Heure de début,Date de fin,Heure de fin,Client,Projet,Description",
    "Startdatum,Startzeit,Enddatum,Endzeit,Kunde,Projekt,Beschreibung",
    "Fecha de inicio,Hora de inicio,Fecha de fin,Hora de fin,Cliente,Proyecto,Descripción",
  ])
  func `headers in other languages are understood`(_ header: String) throws {
    let text = header + "\n17.05.2024,08:00,17.05.2024,10:00,Acme,Web,Fix\n"
    #expect(try records(text) == ["2024-05-17T06:00:00Z 7200 s | Acme/Web | Fix"])
  }

  @Test func `a column with a UTC offset gives the times of its row`() throws {
    let text = """
      start,end,UTC offset,project
      2024-05-17 08:00,2024-05-17 10:00,+05:30,P
      2024-05-17 08:00,2024-05-17 10:00,-0400,P
      2024-05-17 08:00,2024-05-17 10:00,Europe/London,P
      """
    #expect(
      try records(text).map { String($0.prefix(20)) }
        == ["2024-05-17T02:30:00Z", "2024-05-17T12:00:00Z", "2024-05-17T07:00:00Z"]
    )
  }

  @Test func `a start that the clock skips is the one that fits the duration`() throws {
    let text = """
      start,end,duration
      2026-03-29 02:30,2026-03-29 03:30,1:00
      2026-03-29 02:30,2026-03-29 03:30,0:00
      2026-03-29 01:45,2026-03-29 02:15,0:30
      2026-03-29 02:10,2026-03-29 02:40,0:30
      2026-03-29 02:30,2026-03-29 03:15,
      2026-03-29 02:30,2026-03-29 04:00,
      """
    let expected = [
      "2026-03-29T00:30:00Z 3600 s", "2026-03-29T01:30:00Z 0 s", "2026-03-29T00:45:00Z 1800 s",
      "2026-03-29T01:10:00Z 1800 s", "2026-03-29T00:30:00Z 2700 s", "2026-03-29T01:30:00Z 1800 s",
    ]
    #expect(try records(text) == expected)
  }

  @Test func `lengths are laid end to end, hour by hour like Harvest`() throws {
    let hours = (1...400).map { $0 * 37 % 100 }
    let rows = hours.enumerated().map { index, hundredths in
      let day = CivilTime(day: 19_800 + index / 20).dateText
      let text = "\(hundredths / 100),\((hundredths % 100).padded(to: 2))"
      return "\(day),,P,,T,n,\"\(text)\",No,A,B"
    }
    let header = "Date,Client,Project,Project Code,Task,Notes,Hours,Billable?,First Name,Last Name"
    let text = ([header] + rows).joined(separator: "\n")
    let found = try Exchange.records(in: Array(text.utf8), as: HarvestImportFormat.self)
    let (seconds, expected) = (found.map(\.seconds).reduce(0, +), hours.reduce(0, +) * 36)
    #expect(seconds == expected)
    #expect(found.allSatisfy { $0.comment == "n #unplaced" && $0.tag == "P/T" })
    for (first, second) in zip(found, found.dropFirst()) { #expect(second.start >= first.end) }
  }

  @Test func `the same file twice has the same ids, and equal rows have different ones`() throws {
    let text = "start,end\n" + String(repeating: "2024-05-17 08:30,2024-05-17 09:00\n", count: 3)
    let ids = try Exchange.records(in: Array(text.utf8), as: CSVImportFormat.self).map(\.id)
    #expect(Set(ids).count == 3)
    #expect(ids == (try Exchange.records(in: Array(text.utf8), as: CSVImportFormat.self).map(\.id)))
  }

  @Test func `the first records are read before the rest of a long file`() throws {
    let header = "start,end,project\n05/17/2024 8:30,05/17/2024 9:00,Work\n"
    let row = Array("05/06/2024 8:30,05/06/2024 9:00,Work\n".utf8)
    let bytes = Array(header.utf8) + (0..<50_000).flatMap { _ in row }
    let furthest = Mutex(0)
    let file = ImportFile(name: "file") { offset, count in
      furthest.withLock { $0 = max($0, offset) }
      return Array(bytes.dropFirst(offset).prefix(count))
    }
    var reader = try CSVImportFormat.reader(of: file, ImportOptions())
    for _ in 0..<10 { #expect(try reader.next() != nil) }
    #expect(furthest.withLock { $0 } < 1 << 17)
    while try reader.next() != nil {}
    #expect(furthest.withLock { $0 } > 1 << 20)
  }

  @Test(arguments: [
    "", "\n", "Dear all,\n\nplease start, then end.\n", "start\nend\n", "start end duration\n",
    "# Start, end\n\ntext", "{\"start\": 1, \"end\": 2}", "[[1715934600, 1715936400, \"a\"]]",
    "inc 20240517T083000Z - 20240517T090000Z # Work\n", "date: 2024-05-17, start: 1, end: 2\n",
    "2024-05-17 08:30 nothing | else\n", "i 2024-05-17 08:30:00 Work\n", "\u{0}\u{1}\u{2},\u{3}",
    "BEGIN:VCALENDAR\n", "2024-05-17\n    8:30 - 9:00 Work\n", "Start,Begin\n", "Date,Name\n",
  ])
  func `other texts are no tables of records`(_ text: String) throws {
    let tables = ["clockify", "csv", "harvest", "hey", "toggl"]
    #expect(try !tables.contains(format(text) ?? ""))
  }

  @Test func `a time zone that doesn't exist is refused with its line`() {
    let text = "Start,End,Time zone\n2024-05-17 8:30,2024-05-17 9:00,Mars/Olympus\n"
    let file = ImportFile(name: "file", bytes: Array(text.utf8))
    let request = ImportRequest(files: [file], days: Exchange.days)
    let problem = FormatError.Problem(line: 2, reason: .unknownTimeZone("Mars/Olympus"))
    #expect(throws: FormatError.invalid(file: "file", problems: [problem], count: 1)) {
      try FileImportService().preview(of: request)
    }
  }

  @Test(arguments: [true, false])
  func `a UTF-16 file with a byte order mark is read`(_ isBigEndian: Bool) throws {
    let text = "Start\tEnd\tBüro 🙂\r\n2024-05-17 8:30\t2024-05-17 9:00\tx\r\n"
    let bytes = "\u{FEFF}\(text)".utf16.flatMap { unit in
      let pair = [UInt8(unit >> 8), UInt8(unit & 255)]
      return isBigEndian ? pair : pair.reversed()
    }
    let file = ImportFile(name: "file", bytes: bytes)
    var request = ImportRequest(files: [file], days: Exchange.days)
    request.options.columns = ["tag": ""]
    let preview = try FileImportService().preview(of: request)
    #expect(preview.format.name == "csv")
    #expect(preview.count == 1 && preview.seconds == 1800)
    #expect(preview.ignoredColumns == ["Büro 🙂"])
  }

  @Test func `a Windows-1252 file is read if the user names its encoding`() throws {
    // “Büro” – 5 €
    let text = Array("Start,End,Project\n2024-05-17 8:30,2024-05-17 9:00,".utf8)
    let name: [UInt8] = [0x93, 0x42, 0xFC, 0x72, 0x6F, 0x94, 0x20, 0x96, 0x20, 0x35, 0x20, 0x80]
    let file = ImportFile(name: "file", bytes: text + name + [0x0A])
    var request = ImportRequest(files: [file], days: Exchange.days)
    let problem = FormatError.Problem(line: 2, reason: .encoding)
    #expect(throws: FormatError.invalid(file: "file", problems: [problem], count: 1)) {
      try FileImportService().preview(of: request)
    }
    request.options.encoding = .windows1252
    #expect(try FileImportService().preview(of: request).first.map(\.tag) == ["“Büro” – 5 €"])
  }

  @Test func `a header in another encoding is named as such`() throws {
    let file = ImportFile(name: "file", bytes: Array("Start,End,B".utf8) + [0xFC, 0x0A])
    let request = ImportRequest(files: [file], days: Exchange.days)
    #expect(throws: FormatError.unrecognized(file: "file", .otherEncoding)) {
      try FileImportService().preview(of: request)
    }
  }
}
