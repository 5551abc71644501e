import Foundation
import MinutaCore
import MinutaExport
import MinutaTestSupport
import Testing

struct OrgTests {
  @Test func `a clock may be in lower case`() throws {
    let text = "* Work\n  clock: [2024-05-17 Fri 08:30]--[2024-05-17 Fri 09:00]\n"
    let records = try Exchange.records(in: Array(text.utf8), as: OrgImportFormat.self)
    #expect(records.map(\.seconds) == [1800])
  }

  @Test(arguments: [
    ("[2024-05-17 Fri 02:30pm]--[2024-05-17 Fri 03:45pm]", "14:30", 75),
    ("[2024-05-17 Fri 11:45 PM]--[2024-05-18 Sat 12:15 am]", "23:45", 30),
    ("[2024-05-17T14:30]--[2024-05-17T15:00]", "14:30", 30),
    ("[2024-05-17 vr. 14:30:00]--[2024-05-17 vr. 15:00:00]", "14:30", 30),
    ("<2024-05-17 14:30>--<2024-05-17 24:00>", "14:30", 570),
  ])
  func `a clock may be in AM and PM or in the form of ISO 8601`(
    clock: String,
    start: String,
    minutes: Int
  ) throws {
    let usual = "[2024-05-17 Fri \(start)]--[2024-05-17 Fri 23:59]"
    let records = try Self.records("* Work\nCLOCK: \(usual)\nCLOCK: \(clock)\n")
    #expect(records.count == 2 && records.map(\.start) == [records[0].start, records[0].start])
    #expect(records.last?.seconds == minutes * 60)
  }

  @Test func `headings give the tag and their Org tags the labels`() throws {
    let text = """
      #+FILETAGS: :all:
      * Acme :client:
      ** DONE [#B] Website [2/3] [66%] :web:@home:
      CLOCK: [2024-05-17 Fri 08:30]--[2024-05-17 Fri 09:00] =>  0:30
      """
    let records = try Self.records(text)
    #expect(records.map(\.tag) == ["Acme/Website"])
    #expect(records.map(\.comment) == ["#all #client #web #tag=\"@home\""])
  }

  @Test func `a heading for each set of labels keeps them apart`() throws {
    let records = [
      ExportSample.record("2024-05-17 08:00", "2024-05-17 09:00", "Acme", "#billable"),
      ExportSample.record("2024-05-17 09:00", "2024-05-17 10:00", "Acme/Website"),
      ExportSample.record("2024-05-17 10:00", "2024-05-17 11:00", "Acme", "text #billable #a=b"),
      ExportSample.record("2024-05-17 11:00", "2024-05-17 12:00", "Acme"),
    ]
    let text = try Exchange.file(records, as: .org).text
    let again = try Self.records(text).sorted { $0.start < $1.start }
    #expect(again.map(\.tag) == ["Acme", "Acme/Website", "Acme", "Acme"])
    #expect(again.map(\.comment) == ["#billable", nil, "text #a=b #billable", nil])
  }

  @Test(arguments: [
    ("Sprint [50%]", "Sprint [\u{200B}50%]"), ("[7%] x [%]", "[\u{200B}7%] x [\u{200B}%]"),
    ("See [[x]] y", "See [\u{200B}[x]] y"), ("[[[a][b]]", "[\u{200B}[\u{200B}[a][b]]"),
    ("a [\u{200B}b]", "a [\u{200B}\u{200B}b]"), ("[a] b[1]", "[a] b[1]"), (":x:", ":x:\u{200B}"),
    ("TODO [1%]", "\u{200B}TODO [\u{200B}1%]"),
  ])
  func `a tag that looks like a link or a counter comes back`(
    _ tag: String,
    _ heading: String
  ) throws {
    let records = [ExportSample.record("2024-05-17 08:00", "2024-05-17 09:00", tag, "[[x]] [1/2]")]
    let text = try Exchange.file(records, as: .org).text
    #expect(text.contains("* \(heading)\n** [[x]] [1/2]\n"), "\(text)")
    let again = try Self.records(text)
    #expect(again.map(\.tag) == [tag] && again.map(\.comment) == ["[[x]] [1/2]"])
  }

  @Test func `a history of Org is the same after import and export`() throws {
    var history = LocalHistory(seed: 5)
    var (clocks, expected): ([Int: String], [String]) = ([:], [])
    for _ in 0..<5000 {
      let entry = history.next()
      let heading = history.number(0..<Self.headings.count)
      let line = "CLOCK: \(Self.stamp(entry.start))--\(Self.stamp(entry.end)) => 99:99\n"
      clocks[heading] = line + clocks[heading, default: ""]
      expected.append("\(entry.interval) | \(Self.headings[heading].content)")
    }
    let text = Self.headings.enumerated().map { number, heading in
      "\(heading.text)\n:LOGBOOK:\n\(clocks[number] ?? ""):END:\n"
    }.joined()
    let records = try Self.records(text)
    #expect(records.map(\.content).sorted() == expected.sorted())
    let file = try Exchange.file(Exchange.exported(records), as: .org).text
    let again = try Self.records(file)
    #expect(again.map(\.content).sorted() == expected.sorted())
    let fileAgain = try Exchange.file(Exchange.exported(again), as: .org).text
    #expect(Self.sortedLines(fileAgain) == Self.sortedLines(file))
  }

  /// The outline path of a heading with a `/` and a backslash.
  private static let outline = "Acme/Website/\"quotes\" \\\\ | =1+1 <\\/b>"

  /// Headings of a file, with the tag and the comment that their clocks get.
  private static let headings: [(text: String, content: String)] = [
    ("* Acme", "Acme | "),
    ("** TODO Website", "Acme/Website | "),
    (
      "*** DONE [#C] \"quotes\" \\ | =1+1 </b>  :web:x_1:",
      "Acme/Website/\"quotes\" \\ | =1+1 </b> | #tag='\(outline)' #web #x_1"
    ),
    (
      "**** 読む 🙂 \u{200F}",
      "Acme/Website/\"quotes\" \\ | =1+1 </b>/読む 🙂 \u{200F}"
        + " | #tag='\(outline)/読む 🙂 \u{200F}' #web #x_1"
    ),
    ("*** \u{200B}TODO", "Acme/Website/TODO | "),
    ("** Website :billable:", "Acme/Website | #billable"),
    ("* [[https://example.org/x][a link]] twice", "a link twice | "),
    ("* [[https://example.org/x]]", "example.org-x | "),
    ("* TODO", " | "),
    ("* x :a:b:\n** y :b:c:", "x/y | #a #b #c"),
    (
      "* Acme\n** A comment of ours :a:\n:PROPERTIES:\n:MINUTA: comment\n:END:\n: * next",
      "Acme | A comment of ours\n* next #a"
    ),
    ("*** below it", "Acme/below it | #a"),
    ("* untagged", " | "),
  ]

  private static func sortedLines(_ text: String) -> [Substring] {
    text.split(separator: "\n").sorted()
  }

  private static func stamp(_ time: CivilTime) -> String {
    "[\(time.dateText) xyz \(time.clockText)]"
  }

  private static func records(_ text: String) throws -> [RecordToImport] {
    try Exchange.records(in: Array(text.utf8), as: OrgImportFormat.self)
  }
}
