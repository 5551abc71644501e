import MinutaCore
import MinutaExport
import Testing

/// The sentences about parts of files that can't be imported.
struct ImportProblemTests {
  private func preview(
    _ name: String,
    _ text: String,
    _ options: ImportOptions = ImportOptions()
  ) throws -> [String] {
    let file = ImportFile(name: name, bytes: Array(text.utf8))
    var request = ImportRequest(files: [file], days: Exchange.days)
    request.options = options
    request.skipsInvalid = true
    let preview = try FileImportService().preview(of: request)
    return preview.invalid.map { "line \($0.problem.line): \($0.problem.reason.clause)" }
      + preview.skipped.map { "line \($0.line): \($0.reason.clause)" }
  }

  @Test(
    arguments: [
      (
        "2024-05.data", "inc 20241317T083000Z - 20240517T090000Z\n",
        ["line 1: '20241317T083000Z' isn't a time"]
      ),
      (
        "2024-05.data", "incl\ninc 20240517T083000Z - 20240517T090000Z\n",
        ["line 1: it doesn't follow the format; expected 'inc START - END'"]
      ),
      (
        "a.klg", "2024-13-17\n  8:00 - 9:00\n",
        [
          "line 1: it doesn't follow the format; expected 'YYYY-MM-DD'",
          "line 2: it belongs to line 1, which can't be read",
        ]
      ),
      (
        "a.klog", "2024-05-17\n  8:00 - 9:70\n",
        ["line 2: it doesn't follow the format; expected '8:00 - 9:30'"]
      ),
      (
        "x.txt", "i 2024-13-17 08:00 a\ni 2024-05-17 08:00 a\no 2024-05-17 09:00\n",
        ["line 1: it doesn't follow the format; expected 'i DATE TIME ACCOUNT'"]
      ),
      (
        "x.timeclock", "i 2024-05-17 08:00 a\ni 2024-05-17 09:00 b\no 2024-05-17 10:00 b\n",
        ["line 1: it has no clock-out before the clock-in in line 2"]
      ), ("x.timeclock", "i 2024-05-17 08:00 a\n", ["line 1: it is still running"]),
      (
        "x.ics", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20240517T083000Z\n",
        ["line 2: 'END:VEVENT' is missing"]
      ),
      (
        "x.ics",
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20240517T083000Z\nDURATION:PT1H\nEND:VEVENT\n",
        ["line 5: 'END:VCALENDAR' is missing"]
      ),
      (
        "2024-05.data", "inc 20240517T083000Z - 20240517T090000Z # Work # \"aaa bbb",
        ["line 1: a quotation mark isn't closed"]
      ), ("2024-05.data", "inc 20240517T083000Z - 20240517T090000Z # 'tis \"a b\"\n", []),
      (
        "a.csv", "Start,End,Tag\n2024-05-17 8:30,2024-05-17 9:00,Work\n2024-05-17 9:30,2024-05-1",
        ["line 3: the file ends in the middle of an entry"]
      ), ("a.csv", "Start,End,Tag\n2024-05-17 8:30,2024-05-17 9:00,Work", []),
      ("a.csv", "Start,End,Tag\n2024-05-17 8:30,2024-05-17 9:00\n", []),
      (
        "a.csv", "Day,From,To,Job\n2024-05-17,22:00,14:00,a\n2024-05-17,13:00,12:00,a\n",
        ["line 3: the end is before the start"]
      ),
      (
        "x.org", "* A\nCLOCK: =>  2:00\nCLOCK: [2024-05-17]\n",
        [
          "line 3: it doesn't follow the format; expected 'CLOCK: [START]--[END]'",
          "line 2: it has no date",
        ]
      ),
      (
        "frames", "[[1714636800,1714640400,\"a\",\"3f\",[],1714640400],\n[1714636",
        ["line 2: the file ends in the middle of an entry"]
      ),
      (
        "frames", "[[1714636800,1714640400,\"a\",\"3f\",[],1714640400],\n",
        ["line 2: the file ends in the middle of an entry"]
      ),
      (
        "a.csv", "Start,Duration,Tag\n2024-05-17 8:30,90,a\n",
        ["line 2: '90' has no unit; put it into the column's name, such as 'duration (minutes)'"]
      ),
      ("frames", "{\"broken\": [}", ["line 1: it doesn't follow the format"]),
      (
        "a.json",
        "[{\"startTime\":\"2024-05-17T08:30:00Z\",\"endTime\":\"2024-05-17T09:00:00Z\","
          + "\"durationSeconds\":1800},\n{\"startTime\":",
        ["line 2: the file ends in the middle of an entry"]
      ),
      (
        "a.csv", "Date,From,To,Duration,Tag\n2024-05-17,9:00,9:30,1800,a\n2024-05-17,11:00,,x,a\n",
        ["line 3: 'x' isn't a duration"]
      ),
      (
        "x.org", "CLOCK: [2024-05-17]\n* A\n",
        ["line 1: it doesn't follow the format; expected 'CLOCK: [START]--[END]'"]
      ),
      (
        "h.csv",
        "Date,Client,Project,Task,Notes,Hours,First Name,Last Name\n2024-05-17,a,b,c,d,1000.5,e,f\n",
        ["line 2: its duration of 1000h 30m is longer than a day"]
      ),
    ] as [(String, String, [String])]
  )
  func `a broken part is named with its line and what is wrong`(
    _ name: String,
    _ text: String,
    _ expected: [String]
  ) throws {
    #expect(try preview(name, text) == expected)
  }

  @Test(
    arguments: [
      (["23/11/2026"], .monthDayYear, "line 2: '23/11/2026' doesn't fit mdy; try --date-order dmy"),
      (["11/23/2026"], .dayMonthYear, "line 2: '11/23/2026' doesn't fit dmy; try --date-order mdy"),
      (
        ["13/11/2026", "11/14/2026"], nil,
        "line 3: '11/14/2026' doesn't fit dmy, the order of the date in line 2"
      ), (["13/13/2026"], .monthDayYear, "line 2: '13/13/2026 8:30' isn't a time"),
    ] as [([String], DateOrder?, String)]
  )
  func `a date that fits another order is named with it`(
    _ dates: [String],
    _ order: DateOrder?,
    _ expected: String
  ) throws {
    var options = ImportOptions()
    options.dateOrder = order
    let rows = dates.map { "\($0) 8:30,\($0) 9:00,a\n" }
    #expect(try preview("a.csv", "Start,End,Tag\n" + rows.joined(), options) == [expected])
  }

  @Test(arguments: [
    ("", "it is empty"), (" \n\n", "it has no records"), ("[\n]\n", "it has no records"),
  ])
  func `a file without text has no records`(_ text: String, _ reason: String) {
    #expect(throws: FormatError.unreadable(file: "a.klg", reason: reason)) {
      try preview("a.klg", text)
    }
  }

  @Test func `a row of a known program has all cells, unlike one that people wrote`() throws {
    let toggl = """
      User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,\
      Duration,Tags
      Ann,a@b.example,,Work,,,No,2024-05-17,08:30:00,2024-05-17,09:00:00,00:30:00,
      this is broken

      """
    #expect(try preview("toggl.csv", toggl) == ["line 3: it has fewer cells than the header"])
    let table = "Date,Start,End,Project,Comment\n2024-05-17,08:30,09:00,Work\n"
    #expect(try preview("hours.csv", table) == [])
  }

  @Test func `a day sheet has no records`() throws {
    let record = ExportSample.record("2024-05-17 08:00", "2024-05-17 09:00", "Work")
    let sheet = try Exchange.file([record], as: .daySheet).text
    let reason = "it is a day sheet, which has no records"
    #expect(throws: FormatError.unreadable(file: "sheet.csv", reason: reason)) {
      try preview("sheet.csv", sheet)
    }
  }

  @Test func `a file of KTimeTracker is refused with a way to import it`() {
    let text = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nX-KDE-ktimetracker-duration:60\n"
    let reason = "it is a file of KTimeTracker; export its history as CSV and import that"
    #expect(throws: FormatError.unreadable(file: "a.ics", reason: reason)) {
      try preview("a.ics", text)
    }
  }

  @Test(arguments: [TextEncoding.windows1252, .cp1252, .latin1, .iso8859part1])
  func `a line in UTF-8 among others in Windows-1252 is refused`(_ encoding: TextEncoding) throws {
    let start = Array("Start,End,Tag\n2024-05-17 8:30,2024-05-17 9:00,".utf8)
    func tags(_ names: [UInt8]) throws -> [String?] {
      var request = ImportRequest(
        files: [ImportFile(name: "a.csv", bytes: start + names)],
        days: Exchange.days
      )
      request.options.encoding = encoding
      return try FileImportService().preview(of: request).first.map(\.tag)
    }
    #expect(try tags([0x42, 0xFC, 0x0A]) == ["Bü"])
    let reason = "line 2 is UTF-8, not Windows-1252; leave out --encoding"
    #expect(throws: FormatError.unreadable(file: "a.csv", reason: reason)) {
      try tags([0x42, 0xC3, 0xBC, 0x0A])
    }
  }
}
