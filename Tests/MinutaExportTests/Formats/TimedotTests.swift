import Foundation
import MinutaCore
import MinutaExport
import MinutaTestSupport
import Testing

struct TimedotTests {
  @Test(arguments: [
    (0, "0m"), (1, "1s"), (60, "1m"), (900, "."), (3600, "...."), (5400, ".... .."), (5460, "91m"),
    (28_800, ".... .... .... .... .... .... .... ...."), (29_700, "495m"), (3601, "3601s"),
  ])
  func `quarters of an hour are dots`(_ seconds: Int, _ amount: String) throws {
    let record = ExportSample.record("2024-05-17 08:00", "2024-05-17 17:00", "Acme").record
    let exported = ExportedRecord(record, tag: "Acme:x/Website", seconds: seconds)
    let (text, omissions) = try Exchange.file([exported], as: TimedotExportFormat.self)
    #expect(text == "2024-05-17\n    Acme-x:Website  \(amount)\n")
    #expect(omissions.counts == [.characters: 1])
  }

  @Test func `a record is split where a day starts`() throws {
    let records = [
      ExportSample.record("2024-03-30 23:00", "2024-04-01 05:00", "A"),
      ExportSample.record("2024-03-30 23:30", "2024-03-30 23:45", "B", "two\nlines"),
    ]
    #expect(
      try Exchange.file(records, as: TimedotExportFormat.self).text == """
        2024-03-30
            A  ....
            B  .  ; two lines

        2024-03-31
            A  1380m

        2024-04-01
            A  .... .... .... .... ....

        """
    )
    var options = ExportOptions(
      days: LocalCalendar(timeZone: Exchange.days.timeZone, dayStart: 14_400)
    )
    options.usesUTC = true
    let text = try Exchange.file(records, as: TimedotExportFormat.self, options: options).text
    #expect(
      text.split(separator: "\n").filter { !$0.hasPrefix(" ") } == ["2024-03-30", "2024-03-31"]
    )
  }
}
