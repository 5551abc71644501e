import Foundation
import MinutaCore
import MinutaExport
import MinutaTestSupport
import Testing

/// Formats for people and calendars, compared with golden files.
struct ReportExportTests {
  @Test func `a table has the chosen columns, decimal hours and UTC`() throws {
    var options = ExportOptions(days: Exchange.days)
    options.columns = ["start", "End", "duration", "labels", "timezone", "id", "seconds"]
    options.usesDecimalHours = true
    options.usesUTC = true
    let records = Array(OddRecords.all.prefix(2))
    let text = try Exchange.file(records, as: .markdown, options: options).text
    let id = "01020304-0506-4708-890A-0B0C0D0E0F0"
    #expect(
      text == """
        | Start Time | End Time | Duration | Labels | Time Zone | Id | Seconds |
        | --- | --- | ---: | --- | --- | --- | ---: |
        | 2024-03-30 00:00 | 2024-03-30 00:00:01 | 0.00 |  | Europe/Berlin | \(id)0 | 1 |
        | 2024-03-30 05:33:20 | 2024-03-30 05:34:50 | 0.03 | \\#ticket=R-12 \\#billable \
        | America/New\\_York | \(id)1 | 90 |

        | Tag | Duration |
        | --- | ---: |
        | Acme/Website | 0.03 |
        | (untagged) | 0.00 |
        | **Total** | **0.03** |

        """
    )
  }

  @Test(arguments: [
    ("daysheet", "columns"), ("klog", "columns"), ("json", "decimal"), ("csv", "user"),
    ("markdown", nil), ("toggl", nil),
  ])
  func `an option that would change nothing is refused`(_ name: String, _ option: String?) throws {
    let format = try #require(ExportFormats.named(name))
    var options = ExportOptions(days: Exchange.days)
    if option == "columns" || name == "markdown" { options.columns = ["date"] }
    options.usesDecimalHours = option == "decimal" || name == "markdown"
    if option == "user" || name == "toggl" { options.user = .init("Ann <ann@example.com>") }
    var refused: String?
    do {
      try format.check(options)
    } catch {
      if case .unusedOption(let option, _, _) = error { refused = option }
    }
    #expect(refused == option)
  }

  @Test(arguments: ["markdown", "html"], [nil, ["tag", "hours"]])
  func `decimal hours add up as they are printed`(_ name: String, _ columns: [String]?) throws {
    var options = ExportOptions(days: Exchange.days)
    options.usesDecimalHours = columns == nil
    options.columns = columns
    let records = (0..<30).map { index in
      let end = "2024-05-17 \((index / 2).padded(to: 2)):\((index % 2 * 30 + 20).padded(to: 2))"
      let start = "2024-05-17 \((index / 2).padded(to: 2)):\((index % 2 * 30).padded(to: 2))"
      return ExportSample.record(start, end, ["A", "B", "C"][index % 3])
    }
    let text = try Exchange.file(records, as: name, options: options).text
    let hundredths = text.matches(of: /[>|* ](\d+)\.(\d\d)[<|* ]/).compactMap {
      Int("\($0.1)\($0.2)")
    }
    #expect(hundredths.count == 34)
    let (rows, tags) = (hundredths.prefix(30), hundredths[30..<33])
    #expect(rows.reduce(0, +) == 1000 && tags.reduce(0, +) == 1000 && hundredths[33] == 1000)
    #expect(rows.allSatisfy { [33, 34].contains($0) })
  }

  @Test(arguments: ["daysheet", "html", "icalendar", "markdown"])
  func `reports leave running timers and images out and count them`(_ name: String) throws {
    var running = OddRecords.all[1].record
    running.endTime = nil
    var text = try Exchange.file([], as: name).text
    let file = try Exchange.file([ExportedRecord(running, tag: "x", seconds: 60)], as: name)
    #expect(file.text == text)
    #expect(file.omissions.counts == [.running: 1])
    if name == "daysheet" { return }
    var record = OddRecords.all[1].record
    record.images = ["a.png", "b.png"]
    record.comment = "nul\u{0}"
    let other = try Exchange.file([ExportedRecord(record, tag: "x", seconds: 60)], as: name)
    text = other.text
    var expected: [Omissions.Kind: Int] = [.images: 1, .characters: 1]
    // Only a calendar has the time zone.
    if name != "icalendar" { expected[.timeZones] = 1 }
    #expect(other.omissions.counts == expected)
    #expect(!text.utf8.contains(0))
  }

  @Test(arguments: [
    ("daysheet", "Date,Start,End,Breaks,Worked\r\n1926-01-17,10:30,24:00,0:00,876600:00\r\n"),
    ("klog", "1926-01-17\n    876600h #project=Acme\n"),
  ])
  func `a record of a century counts on its first day`(_ name: String, _ content: String) throws {
    let record = ExportSample.record("1926-01-17 10:30", "2026-01-17 10:30", "Acme", zone: nil)
    let (text, omissions) = try Exchange.file([record], as: name)
    #expect(text == content)
    #expect(omissions.counts == [.longRecords: 1])
  }

  @Test(arguments: ["daysheet", "klog"])
  func `a record of a leap year is split into its days`(_ name: String) throws {
    let record = ExportSample.record("2024-01-01 10:30", "2025-01-01 10:30", "Acme", zone: nil)
    let (text, omissions) = try Exchange.file([record], as: name)
    #expect(text.split(whereSeparator: \.isNewline).count > 300)
    #expect(omissions.counts[.longRecords] == nil)
  }

  @Test(arguments: ExportFormats.all.map(\.name))
  func `a record from the first to the last possible day is a small file`(_ name: String) throws {
    let record = ExportSample.record("1601-01-01 00:00", "9999-12-30 00:00", "Acme")
    #expect(try Exchange.file([record], as: name).text.utf8.count < 10_000)
  }
}
