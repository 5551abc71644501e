import Foundation
import JSONText
import MinutaCore
import MinutaExport
import MinutaTestSupport
import Testing

/// Tests with `timew`, each in its own data folder.
@Suite(.requires("timew"))
struct TimewarriorProgramTests {
  private typealias Format = TimewarriorImportFormat

  @Test func `Timewarrior's export is the same before and after Minuta`() async throws {
    var history = TimewarriorHistory(seed: 11)
    let before = try Timewarrior()
    try before.write(history.intervals(5000))
    let exported = try await before.export()
    let records = try Exchange.records(in: Array(exported.utf8), as: Format.self)
    #expect(records.count == 5000)
    let file = try Exchange.file(Exchange.exported(records), as: .timewarrior)
    #expect(file.omissions == Omissions())
    let after = try Timewarrior()
    try after.write(Timewarrior.intervals(file.text))
    #expect(try await after.export() == exported)
  }

  @Test(.requires("jq"))
  func `the example writes data files in which Timewarrior finds its intervals`() async throws {
    var history = TimewarriorHistory(seed: 13)
    let before = try Timewarrior()
    try before.write(history.intervals(1000))
    let exported = try await before.export()
    let after = try Timewarrior()
    try after.folder.write(exported, to: "timew.json")
    let example = "\(PackageDirectory.path)/Examples/timewarrior-data.jq"
    let script =
      #"jq -r -f "$0" timew.json"#
      + #" | awk '{ f = "data/" $1 ".data"; sub(/^[^ ]+ /, ""); print > f }'"#
    try after.folder.write("", to: "data/tags.data")
    let result = try await TestPrograms.run(
      "/bin/sh",
      ["-c", "cd '\(after.folder.path)' && \(script)", example],
      environment: ["TZ": "Europe/Berlin", "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
    )
    #expect(result.status == 0 && result.errors == "")
    #expect(try await after.export() == exported)
    try await after.run(["tag"] + (1...20).map { "@\($0)" } + ["more"])
    try await after.run(["untag"] + (1...20).map { "@\($0)" } + ["more"])
    #expect(try await after.export() == exported)
  }

  @Test func `data files are read as Timewarrior reads them`() async throws {
    let timewarrior = try Timewarrior()
    let lines = [
      #"inc 20240502T063000Z - 20240502T080000Z # "a\nb" "c\\d" "caf\u00e9" "U+00e9" "\q""#,
      #"inc 20240502T083000Z - 20240502T090000Z # 'single quotes' x"y it's # a "b  c" d"#,
      ##"inc 20240502T093000Z - 20240502T100000Z # z a a "te st"x # "#" "x # y""##,
      #"inc 20240502T103000Z - 20240502T110000Z # # "only \"a\" note""#,
      #"inc 20240502T113000Z - 20240502T113000Z"#,
      #"inc 20240502T120000Z # running"#,
    ]
    let data = lines.map { "\($0)\n" }.joined()
    try timewarrior.folder.write(data, to: "data/2024-05.data")
    let expected = try Exchange.records(
      in: Array(try await timewarrior.export().utf8),
      as: Format.self
    )
    let records = try Exchange.records(in: Array(data.utf8), as: Format.self)
    #expect(records.map(\.start) == expected.map(\.start))
    #expect(records.map(\.end) == expected.map(\.end))
    #expect(records.map(\.tag) == expected.map(\.tag))
    #expect(records.map(\.comment) == expected.map(\.comment))
    #expect(records.count == 5)
  }

  @Test func `Timewarrior's totals of tags and days are those of Minuta`() async throws {
    var history = RandomHistory(seed: 12)
    let records = history.records(1500)
    let file = try Exchange.file(records, as: .timewarrior)
    let timewarrior = try Timewarrior()
    try timewarrior.write(Timewarrior.intervals(file.text))
    #expect(try await timewarrior.dayTotals() == DayTotals.of(records))
    for tag in ["Work", "Acme", "Acme/Website/Design", "Büro", "a b  c"] {
      let expected = DayTotals.of(records.filter { $0.tag == tag })
      #expect(expected.count > 50)
      #expect(try await timewarrior.dayTotals(tag) == expected, "\(tag)")
    }
  }

  @Test func `text that Minuta writes can be stored by Timewarrior`() async throws {
    let texts = ["C:\\dir\\", "U+00E9 x", "\"q\" 'p'", "# x #y", "two\nlines", "tab\there", "é 🙂"]
    let records = texts.enumerated().map { index, text in
      let start = 1_715_934_600 + index * 3600
      let record = TimeRecord(
        id: UUID(),
        startTime: Date(timeIntervalSince1970: Double(start)),
        endTime: Date(timeIntervalSince1970: Double(start + 60)),
        comment: CommentParts(text: text, labels: [Label("tag", text)]).comment
      )
      return ExportedRecord(record, tag: "Work", seconds: 60)
    }
    let file = try Exchange.file(records, as: .timewarrior)
    let timewarrior = try Timewarrior()
    let intervals = try Timewarrior.intervals(file.text)
    try timewarrior.write(intervals)
    // Timewarrior stores no interval that it would read differently.
    let numbers = intervals.indices.map { "@\($0 + 1)" }
    try await timewarrior.run(["tag"] + numbers + ["more"])
    try await timewarrior.run(["untag"] + numbers + ["more"])
    let exported = try Timewarrior.intervals(try await timewarrior.export())
    #expect(exported.map(\.line) == intervals.map(\.line))
  }
}

/// The program `timew` with a data folder of its own.
private struct Timewarrior {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write("", to: "timewarrior.cfg")
  }

  @discardableResult
  func run(_ arguments: [String]) async throws -> String {
    let result = try await TestPrograms.run(
      try #require(TestPrograms.installed("timew")),
      [":yes"] + arguments,
      environment: [
        "TIMEWARRIORDB": folder.path, "HOME": folder.path, "TZ": "Europe/Berlin",
        "LC_ALL": "C.UTF-8",
      ]
    )
    #expect(result.status == 0, "\(arguments): \(result.output)\(result.errors)")
    return result.output
  }

  func write(_ intervals: [TimewarriorHistory.Interval]) throws {
    for (month, intervals) in Dictionary(grouping: intervals, by: \.month) {
      try folder.write(intervals.map(\.line).joined(), to: "data/\(month).data")
    }
  }

  private static let range = ["2024-01-01", "-", "2030-01-01"]

  func export() async throws -> String {
    // The first command creates the list of tags and says so.
    try await run(["tags"])
    return try await run(["export"] + Self.range)
  }

  /// Returns the intervals of an export.
  static func intervals(_ json: String) throws -> [TimewarriorHistory.Interval] {
    try #require(JSONValue(parsing: json).array).map { element in
      func seconds(_ key: String) throws -> Int {
        let text = try #require(element[key]?.string)
        let digits = text.compactMap(\.wholeNumberValue)
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
        let time = CivilTime(
          year: number(0..<4),
          month: number(4..<6),
          day: number(6..<8),
          hour: number(8..<10),
          minute: number(10..<12),
          second: number(12..<14)
        )
        return try #require(time).utcSeconds
      }
      return TimewarriorHistory.Interval(
        start: try seconds("start"),
        end: try seconds("end"),
        tags: element["tags"]?.array?.compactMap(\.string) ?? [],
        annotation: element["annotation"]?.string ?? ""
      )
    }
  }

  /// Returns the totals of days in the summary, by their dates.
  func dayTotals(_ tag: String? = nil) async throws -> [String: Int] {
    try await run(["tags"])
    let text = try await run(["summary"] + Self.range + (tag.map { [$0] } ?? []))
    var totals: [String: Int] = [:]
    var day = ""
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count > 2, words[0].hasPrefix("W"), words[1].count == 10 { day = String(words[1]) }
      let times = words.reversed().prefix { $0.allSatisfy { $0.isNumber || $0 == ":" } }
      // The start, the end and the duration of each line, and the total on the last of a day.
      if times.count == 4, let total = times.first {
        totals[day] = total.split(separator: ":").reduce(0) { $0 * 60 + (Int($1) ?? 0) }
      }
    }
    return totals
  }
}
