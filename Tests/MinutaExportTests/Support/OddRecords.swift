import Foundation
import MinutaCore
import MinutaExport
import MinutaTestSupport

/// A few records with hostile texts, long texts, and difficult times.
enum OddRecords {
  /// The records, sorted by start.
  static let all: [ExportedRecord] = texts.enumerated().map { index, texts in
    let start = 1_711_756_800 + index * 20_000
    let seconds = [1, 90, 5400, 30_000][index % 4]
    let record = TimeRecord(
      id: UUID(uuid: (1, 2, 3, 4, 5, 6, 0x47, 8, 0x89, 10, 11, 12, 13, 14, 15, UInt8(index))),
      startTime: Date(timeIntervalSince1970: Double(start)),
      endTime: Date(timeIntervalSince1970: Double(start + seconds)),
      comment: texts.comment,
      timeZone: ["Europe/Berlin", "America/New_York", "Asia/Kolkata"][index % 3]
    )
    return ExportedRecord(record, tag: texts.tag, seconds: seconds)
  }

  /// Whether files in XML and iCalendar have all characters of a record.
  static let isExpressibleInXML: [Bool] = texts.map { tag, comment in
    !(comment ?? "").unicodeScalars.contains {
      ["\u{0}", "\r", "\u{1B}", "\u{7F}", "\u{202E}"].contains($0)
    }
  }

  private static let texts: [(tag: String?, comment: String?)] = [
    (nil, nil),
    ("Acme/Website", "Fix the login #ticket=R-12 #billable"),
    ("=SUM(A1:A9)", "=1+1"),
    ("@tag", "-5+\tcmd|' /C calc'!A0"),
    ("</td><script>alert(1)</script>", "]]></text:p><script>alert(1)</script>&amp;&#x3C;"),
    ("| pipe | pipe |", "| a | b |\n|---|---|\n`code` **bold** _it_ [link](http://e.org) <b> ~x~"),
    ("a;b,c\\n:d", "END:VEVENT\r\nEND:VCALENDAR\r\nBEGIN:VEVENT"),
    ("tag", "END:VEVENT\nBEGIN:VEVENT\nUID:x\\n\\,\\;"),
    ("tag", "nul\u{0} escape\u{1B}[31m delete\u{7F}"),
    ("\u{202E}gat", "\u{202E}right to left\u{202C} \u{200F}mark\u{2028}line\u{2029}para\u{85}next"),
    ("\u{200F}gat", "\u{200F}mark\u{200E}\u{2028}line\u{2029}para\u{85}next"),
    ("Büro 仕事 🙂", "e\u{301} is é, 👩‍👩‍👧 family, \u{FEFF}mark"),
    ("  many   spaces".trimmingCharacters(in: .whitespaces), "  two  spaces \n\n tab\tend  "),
    ("long", String(repeating: "äöü, \"x\" 🙂; ", count: 800) + "#billable"),
    ("Sprint [50%] [[x][y]]", "[#A] [2/5] [[x]] #1st :x:"),
    (":x:", ":x: #able"),
    ("quotes", "#client=\"Acme, Inc.; #1\" \"double\" 'single' \\ back\\\\slash"),
    (String(repeating: "tag", count: 60), "#a #b=c #d=\"e f\""),
  ]
}
