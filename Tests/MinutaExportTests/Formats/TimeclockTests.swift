import Foundation
import MinutaCore
import MinutaExport
import MinutaTestSupport
import Testing

struct TimeclockTests {
  private static let malformed = InvalidReason.expected("i DATE TIME ACCOUNT")

  @Test(
    arguments: [
      ("Acme:Website", "Acme/Website", nil), ("Acme:Website  text", "Acme/Website", "text"),
      ("a b\tc d", "a b", "c d"), ("a;b", "a", "b"), ("a ; b", "a", "b"),
      ("a  b ; c", "a", "b ; c"),
      ("", nil, nil), ("untagged  x", nil, "x"), (" : :x::", "x", "#tag=\": :x::\""),
      ("  a   b  c ", "a", "b  c"),
    ] as [(String, String?, String?)]
  )
  func `a clock-in has an account and a text`(
    _ rest: String,
    _ tag: String?,
    _ comment: String?
  ) throws {
    let records = try Self.records("i 2024-05-17 08:00 \(rest)\no 2024-05-17 09:00\n")
    #expect(records.map(\.tag) == [tag])
    #expect(records.map(\.comment) == [comment])
    #expect(try Self.records(try Self.file(records)).map(\.content) == records.map(\.content))
  }

  @Test(
    arguments: [
      ("lunch with Ann", "lunch with Ann"), ("b", nil), ("done ; late", "done\nlate"),
    ] as [(String, String?)]
  )
  func `a text after a clock-out is an open account, or a comment`(
    _ rest: String,
    _ comment: String?
  ) throws {
    let text = "i 2024-05-17 08:00 b\no 2024-05-17 09:00 \(rest)\n"
    #expect(try Self.records(text).map(\.comment) == [comment])
  }

  @Test(arguments: ["timeclock", "org"], ["untagged", "untagged_", "untagged/x", "Untagged"])
  func `a tag named like the account of records without one comes back`(
    _ name: String,
    _ tag: String
  ) throws {
    let records = [
      ExportSample.record("2024-05-17 08:00", "2024-05-17 09:00", tag),
      ExportSample.record("2024-05-17 09:00", "2024-05-17 10:00", nil),
    ]
    let file = try Exchange.file(records, as: name)
    let format = try #require(ImportFormats.named(name))
    let again = try Exchange.records(in: Array(file.text.utf8), as: format)
    #expect(again.sorted { $0.start < $1.start }.map(\.tag) == [tag, nil])
    #expect(file.omissions.counts.isEmpty)
  }

  @Test(arguments: [
    "i 2024-05-17", "i 2024-05-17 8h a", "i 24-05-17 08:00 a", "i 2024-13-17 08:00 a", "p x",
    "i 2024-05-17 08:00:00+2 a", "i 2024-05-17 24:00 a", "i2024-05-17 08:00 a", "o", "P 1 2",
  ])
  func `a line of another form is invalid`(_ line: String) throws {
    let text = "\(line)\ni 2024-05-17 08:00:00 a"
    #expect(
      try Self.items(text) == [.invalid(line: 1, Self.malformed), .skipped(line: 2, .running)]
    )
  }

  @Test func `more open sessions than a file can have are named in their order`() throws {
    let text = String(repeating: "i 2024-05-17 08:00:00 a\n", count: 3000)
    let items = try Self.items(text)
    #expect(items.count == 3000)
    let unended = (1...2999).map { ImportedItem.invalid(line: $0, .noEnd(nextLine: $0 + 1)) }
    #expect(items == unended + [.skipped(line: 3000, .running)])
  }

  @Test func `a history of timeclock is the same after import and export`() throws {
    var history = LocalHistory(seed: 4)
    var (text, expected): (String, [String]) = ("", [])
    for number in 0..<5000 {
      let entry = history.next()
      let account = ["Acme", "Acme:Website", "Büro 読む", "untagged", "=1+1", "untagged_"][number % 6]
      let tag = ["Acme", "Acme/Website", "Büro 読む", "", "=1+1", "untagged"][number % 6]
      let comment = entry.text.map { "  \($0)" } ?? ""
      text += "i \(Self.text(entry.start)) \(account)\(comment)\n"
      if number % 7 == 0 { text += "; a second line ; of it\n" }
      text += "o \(Self.text(entry.end))\n"
      let more = number % 7 == 0 ? (entry.text == nil ? "" : "\n") + "a second line ; of it" : ""
      expected.append("\(entry.interval) | \(tag) | \(entry.text ?? "")\(more)")
    }
    let records = try Self.records(text)
    #expect(records.map(\.content) == expected)
    let file = try Self.file(records)
    #expect(try Self.records(file).map(\.content).sorted() == expected.sorted())
    #expect(try Self.file(Self.records(file)) == file)
  }

  private static func text(_ time: CivilTime) -> String {
    "\(time.dateText) \(time.hour.padded(to: 2)):\(time.minute.padded(to: 2)):00"
  }

  private static func items(_ text: String) throws -> [ImportedItem] {
    let file = ImportFile(name: "file.timeclock", bytes: Array(text.utf8))
    var reader = try TimeclockImportFormat.reader(of: file, ImportOptions())
    var items: [ImportedItem] = []
    while let item = try reader.next() { items.append(item) }
    return items
  }

  private static func records(_ text: String) throws -> [RecordToImport] {
    try Exchange.records(in: Array(text.utf8), as: TimeclockImportFormat.self)
  }

  private static func file(_ records: [RecordToImport]) throws -> String {
    try Exchange.file(Exchange.exported(records), as: .timeclock).text
  }
}
