import Foundation
import MinutaCore
import MinutaExport
import MinutaTestSupport
import Testing

struct DaySheetTests {
  @Test(arguments: [
    Case(
      "a day with a break",
      ["2024-05-17T08:30:00+02:00 3600", "2024-05-17T10:00:00+02:00 5400"],
      ["2024-05-17,08:30,11:30,0:30,2:30"]
    ),
    Case(
      "parallel records",
      [
        "2024-05-17T08:00:00+02:00 7200", "2024-05-17T08:30:00+02:00 600",
        "2024-05-17T11:00:00+02:00 59",
      ],
      ["2024-05-17,08:00,11:00:59,1:00,2:10:59"]
    ),
    Case(
      "over midnight",
      ["2024-05-17T22:00:00+02:00 10800"],
      ["2024-05-17,22:00,24:00,0:00,2:00", "2024-05-18,00:00,01:00,0:00,1:00"]
    ),
    Case(
      "over a day without a gap",
      ["2024-05-17T22:00:00+02:00 180000"],
      [
        "2024-05-17,22:00,24:00,0:00,2:00", "2024-05-18,00:00,24:00,0:00,24:00",
        "2024-05-19,00:00,24:00,0:00,24:00",
      ]
    ),
    Case(
      "the clock is set forward",
      ["2024-03-31T00:00:00+01:00 3600", "2024-03-31T03:30:00+02:00 3600"],
      ["2024-03-31,00:00,04:30,1:30,2:00"]
    ),
    Case(
      "the clock is set back",
      ["2024-10-26T23:00:00+02:00 93600"],
      ["2024-10-26,23:00,24:00,0:00,1:00", "2024-10-27,00:00,24:00,0:00,25:00"]
    ),
    Case("no length", ["2024-05-17T08:30:00+02:00 0"], ["2024-05-17,08:30,08:30,0:00,0:00"]),
  ])
  func `a day has its first start, last end, breaks and working time`(_ test: Case) throws {
    let text = try Exchange.file(try test.exported(), as: .daySheet).text
    let rows = ["Date,Start,End,Breaks,Worked"] + test.rows
    #expect(text == rows.map { "\($0)\r\n" }.joined())
  }

  @Test func `targets add their days, and the balance`() throws {
    let records = try Case("", ["2024-05-17T08:30:00+02:00 5400"], []).exported()
    var options = ExportOptions(days: Exchange.days)
    options.targets = [19_859: 0, 19_860: 7200, 19_861: 28_800]
    options.usesDecimalHours = true
    let text = try Exchange.file(records, as: .daySheet, options: options).text
    #expect(
      text.split(separator: "\r\n") == [
        "Date,Start,End,Breaks,Worked,Target,Balance", "2024-05-16,,,,0.00,0.00,0.00",
        "2024-05-17,08:30,10:00,0.00,1.50,2.00,-0.50", "2024-05-18,,,,0.00,8.00,-8.00",
      ]
    )
  }

  @Test func `days begin at the start of the day, and a rounded duration counts on the first`()
    throws
  {
    let record = try Case("", ["2024-05-18T05:00:00+02:00 7200"], []).exported()[0].record
    let days = LocalCalendar(timeZone: Exchange.days.timeZone, dayStart: 6 * 3600)
    let text = try Exchange.file(
      [ExportedRecord(record, tag: nil, seconds: 9000)],
      as: .daySheet,
      options: ExportOptions(days: days)
    ).text
    #expect(
      text.split(separator: "\r\n").dropFirst() == [
        "2024-05-17,05:00,06:00,0:00,1:30", "2024-05-18,06:00,07:00,0:00,1:00",
      ]
    )
  }

  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let records: [String]
    let rows: [String]

    init(_ name: String, _ records: [String], _ rows: [String]) {
      testDescription = name
      self.records = records
      self.rows = rows
    }

    func exported() throws -> [ExportedRecord] {
      try records.map { text in
        let words = text.split(separator: " ")
        let start = try #require(Timestamp.date(String(words[0])))
        let seconds = try #require(Int(words[1]))
        let end = start + Double(seconds)
        let record = TimeRecord(id: UUID(), startTime: start, endTime: end)
        return ExportedRecord(record, tag: nil, seconds: seconds)
      }
    }
  }
}
