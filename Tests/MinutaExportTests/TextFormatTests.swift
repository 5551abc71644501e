import Foundation
import MinutaCore
import MinutaExport
import MinutaTestSupport
import Testing

/// The formats that are texts with a line for each time: klog, Org and timeclock.
struct TextFormatTests {
  @Test(arguments: ["klog", "org", "timeclock"])
  func `a history comes back from its file`(_ name: String) throws {
    var history = RandomHistory(seed: 7)
    let records = history.records(2000).filter { Self.shown($0).start <= Self.shown($0).end }
    let (again, _) = try roundTrip(records, as: name)
    let unit = name == "timeclock" ? 1 : 60
    // The names of accounts can't have semicolons, colons and double blanks.
    let tag = { (tag: String?) in name == "timeclock" ? tag.map(Self.account) : tag }
    let expected = records.map { record in
      let (start, end) = Self.shown(record)
      let (from, to) = (start - start % unit, end - end % unit)
      return Self.content(from, to, tag(record.tag), record.record.comment)
    }
    let found = again.map { copy in
      let (start, end) = Self.shown(Exchange.exported([copy])[0])
      return Self.content(start, end, copy.tag, copy.comment)
    }
    #expect(found.sorted() == expected.sorted())
  }

  @Test(arguments: ["klog", "timeclock", "org"])
  func `lengths across a clock change are omitted by formats that have times only`(
    _ name: String
  ) throws {
    let nights = [("2024-03-30", "2024-03-31"), ("2024-10-26", "2024-10-27")].map { first, second in
      ExportSample.record("\(first) 22:00", "\(second) 06:00", "Night")
    }
    let day = ExportSample.record("2024-05-17 08:30", "2024-05-17 09:00", "Day")
    let (_, omissions) = try Exchange.file(nights + [day], as: name)
    // An Org clock has its length.
    #expect(omissions.counts[.clockChanges] == (name == "org" ? nil : 2))
  }

  /// Returns the tag that comes back from an account.
  private static func account(_ tag: String) -> String {
    let account = tag.replacing(";", with: ",").replacing(":", with: "-").replacing("  ", with: " ")
    return account == "[[a][b]]" ? "{[a][b]}" : account
  }

  private static func content(_ start: Int, _ end: Int, _ tag: String?, _ text: String?) -> String {
    "\(start) \(end) \(tag ?? "") \(text ?? "")"
  }

  /// Returns the times that the local clock shows, as the seconds that they would have in UTC.
  private static func shown(_ record: ExportedRecord) -> (start: Int, end: Int) {
    let clock = LocalTimeConverter(timeZone: Exchange.days.timeZone)
    let end = record.record.endTime ?? record.record.startTime
    return (clock.time(at: record.record.startTime).utcSeconds, clock.time(at: end).utcSeconds)
  }

  @Test(arguments: ["klog", "org", "timeclock"], hostile)
  func `hostile text stays text`(_ name: String, _ text: String) throws {
    let clean = text.filter { !["\u{0}", "\u{1B}", "\u{202E}", "\u{202C}"].contains($0) }
    let records = [
      ExportSample.record("2024-05-17 08:00", "2024-05-17 09:00", "Acme", text),
      ExportSample.record("2024-05-17 09:00", "2024-05-17 10:00", text, "second"),
      ExportSample.record("2024-05-17 10:00", "2024-05-17 11:00", "Acme", "\(text)\n\(text)"),
    ]
    let (again, _) = try roundTrip(records, as: name)
    try #require(again.count == 3)
    #expect(again.map(\.seconds) == [3600, 3600, 3600])
    #expect(Self.words(again[0].comment) == Self.words(clean))
    #expect(again[0].tag == "Acme")
    #expect(again[1].comment?.hasPrefix("second") == true)
    #expect(again[1].tag != nil)
    #expect(Self.words(again[2].comment) == Self.words("\(clean)\n\(clean)"))
  }

  static let hostile: [String] = [
    "=1+1", "@SUM(1)", "</script>", "a\r\no 2024-05-17 08:30:00", "a\ni 2024-05-17 08:30:00 x",
    "* heading", "x\n* heading\n** next", ":END:", "x\n:END:\nCLOCK: [2024-05-17 Fri 08:30]",
    "CLOCK: [2024-05-17 Fri 08:30]--[2024-05-17 Fri 09:00] =>  0:30", "nul\u{0}l", "esc\u{1B}[31m",
    "\u{202E}abc\u{202C}", ":MINUTA: comment", "2024-05-17", "a\n\n2024-05-17\n    1h", "    1h x",
    "x\r1h", "- ?", "x\n    8:00 - 9:00", "#+TODO: Acme", "x\n#+FILETAGS: :a:", "; x", "x ; y",
    "x  y", "\"", "'", "\"'", "a:b", ":a:", "[#A] x", "TODO", "DONE x", "COMMENT x", "x \u{2028} y",
    String(repeating: "long", count: 2500), "a/\(String(repeating: "b/", count: 2000))c",
  ]

  /// The words of a text, because blank lines and blanks around lines may get lost.
  private static func words(_ text: String?) -> [Substring] {
    (text ?? "").split { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
  }

  /// Returns the records of a file with these records, sorted by start.
  private func roundTrip(
    _ records: [ExportedRecord],
    as name: String
  ) throws -> ([RecordToImport], Omissions) {
    let imported = try #require(ImportFormats.named(name))
    let (text, omissions) = try Exchange.file(records, as: name)
    let again = try Exchange.records(in: Array(text.utf8), as: imported)
    let sorted = again.enumerated().sorted { ($0.1.start, $0.0) < ($1.1.start, $1.0) }
    return (sorted.map(\.element), omissions)
  }
}
