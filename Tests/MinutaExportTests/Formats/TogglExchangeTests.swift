import Foundation
import MinutaCore
import MinutaExport
import MinutaTestSupport
import Testing

struct TogglExchangeTests {
  /// Returns a file of 5,000 entries, as Toggl Track would write it.
  private func history(seed: UInt64) -> String {
    var generator = SeededGenerator(seed: seed)
    let clock = LocalTimeConverter(timeZone: Exchange.days.timeZone)
    var end = 1_709_280_000
    var output: [UInt8] = []
    CSVWriter.append(
      [
        "User", "Email", "Client", "Project", "Task", "Description", "Billable", "Start date",
        "Start time", "End date", "End time", "Duration", "Tags",
      ],
      to: &output
    )
    for _ in 0..<5000 {
      let start = end + [0, 1, 900, 21_613].randomElement(using: &generator, or: 0)
      let seconds = [0, 1, 59, 1800, 3661, 90_000].randomElement(using: &generator, or: 0)
      end = start + seconds
      let first = clock.time(at: Date(timeIntervalSince1970: Double(start)))
      let last = clock.time(at: Date(timeIntervalSince1970: Double(end)))
      let path = Self.paths.randomElement(using: &generator, or: ["", "", ""])
      let cells =
        ["Ann", "ann@example.com"] + path + [
          Self.texts.randomElement(using: &generator, or: ""),
          Bool.random(using: &generator) ? "Yes" : "No",
          first.dateText, clockText(first), last.dateText, clockText(last),
          "\(two(seconds / 3600)):\(two(seconds % 3600 / 60)):\(two(seconds % 60))",
          Self.tags.randomElement(using: &generator, or: ""),
        ]
      CSVWriter.append(cells, to: &output)
    }
    return String(decoding: output, as: UTF8.self)
  }

  private func two(_ number: Int) -> String { number.padded(to: 2) }

  private func clockText(_ time: CivilTime) -> String {
    "\(two(time.hour)):\(two(time.minute)):\(two(time.second))"
  }

  @Test func `a file of Toggl Track is the same after an import and an export`() throws {
    let file = history(seed: 3)
    let records = try Exchange.records(in: Array(file.utf8), as: TogglImportFormat.self)
    #expect(records.count == 5000)
    var options = ExportOptions(days: Exchange.days)
    options.user = .init("Ann <ann@example.com>")
    let (text, omissions) = try Exchange.file(
      Exchange.exported(records),
      as: .toggl,
      options: options
    )
    #expect(omissions == Omissions())
    // Entries within the hour that the clock repeats are sorted as if in its first run.
    #expect(text.split(separator: "\r\n").sorted() == file.split(separator: "\r\n").sorted())
  }

  @Test func `what Minuta exports for Toggl Track is imported again`() throws {
    var history = RandomHistory(seed: 4)
    let records = history.records(2000)
    let (text, _) = try Exchange.file(records, as: .toggl)
    let read = try Exchange.records(in: Array(text.utf8), as: TogglImportFormat.self)
    #expect(read.map(\.seconds) == records.map(\.seconds))
    #expect(read.map { $0.tag ?? "" } == records.map { $0.path.joined(separator: "/") })
  }

  @Test func `texts that were guarded against formulas come back as they were`() throws {
    let record = ExportSample.record("2024-05-17 08:00", "2024-05-17 09:00", "=A/+B", "-30m #x")
    let (text, _) = try Exchange.file([record], as: .toggl)
    #expect(text.contains("'=A,'+B,,'-30m,"))
    let read = try Exchange.records(in: Array(text.utf8), as: TogglImportFormat.self)
    #expect(read.map(\.tag) == ["=A/+B"] && read.map(\.comment) == ["-30m #x"])
  }

  @Test func `a tag of Toggl Track that is named like its project comes back`() throws {
    let file =
      "User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,"
      + "End time,Duration,Tags\r\nAnn,a@b.example,,Client work,,,No,2024-05-17,08:00:00,"
      + "2024-05-17,09:00:00,01:00:00,\"Client work, two words\"\r\n"
    let records = try Exchange.records(in: Array(file.utf8), as: TogglImportFormat.self)
    var options = ExportOptions(days: Exchange.days)
    options.user = .init("Ann <a@b.example>")
    let exported = Exchange.exported(records)
    let text = try Exchange.file(exported, as: .toggl, options: options).text
    #expect(text == file)
  }

  @Test func `the end follows from a rounded length`() throws {
    let exact = ExportSample.record("2024-05-17 08:00", "2024-05-17 10:00", "Acme")
    let rounded = ExportedRecord(exact.record, tag: "Acme", seconds: 8100)
    let toggl = try Exchange.file([rounded], as: .toggl).text
    #expect(toggl.contains(",2024-05-17,08:00:00,2024-05-17,10:15:00,02:15:00,"))
    let kimai = try Exchange.file([rounded], as: .kimai).text
    #expect(kimai.contains("2024-05-17,08:00:00,10:15:00,8100,"))
  }

  @Test func `Kimai's profile reads what Minuta exports for Kimai`() throws {
    var history = RandomHistory(seed: 5)
    let records = history.records(2000)
    let (text, omissions) = try Exchange.file(records, as: .kimai)
    var options = ImportOptions()
    options.profile = try ImportProfileTests.profile("kimai")
    let read = try Exchange.records(
      in: Array(text.utf8),
      as: CSVImportFormat.self,
      options: options
    )
    #expect(read.map(\.seconds) == records.map(\.seconds))
    // Two levels become a customer and a project, and one level a project.
    #expect(zip(records, read).allSatisfy { $0.0.path.joined(separator: "/") == $0.1.tag ?? "" })
    let incomplete = records.count { $0.path.count < 3 }
    #expect(incomplete > 0 && omissions.counts[.emptyNames] == incomplete)
  }

  private static let paths = [
    ["", "", ""], ["", "Website", ""], ["Acme", "Website", ""], ["Acme", "Website", "Design"],
    ["Büro & Co.", "\"quoted\", 仕事", "a; b|c"],
  ]

  private static let texts = [
    "", "Plan", "say \"hi\", then go", "\\\\server\\share\\", "Fix #12 in C# soon", "🙂 é e\u{301}",
    "semi;colon\ttab", "</script>", "0123456789",
    String(repeating: "long text, ", count: 900) + "end",
  ]

  private static let tags = [
    "", "draft", "first draft", "one, two words, three", "client=Acme", "#hash", "a \"b\"", "C#",
    "billable", "ümlaut", "100%",
  ]
}

extension Array {
  fileprivate func randomElement(
    using generator: inout SeededGenerator,
    or other: Element
  ) -> Element {
    randomElement(using: &generator) ?? other
  }
}
