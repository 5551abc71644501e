import Foundation
import MinutaCore
import MinutaExport
import MinutaTestSupport
import Testing

/// hledger and Ledger read the files that we write, and count the same time.
struct HledgerProgramTests {
  @Test(.requires("hledger")) func `hledger counts a timeclock file by account and day`()
    async throws
  {
    let records = Self.history
    let (text, _) = try Exchange.file(records, as: .timeclock)
    let totals = try await Self.hledgerTotals(text, "hours.timeclock")
    let expected = Self.totals(records, Self.sessionsByDay)
    #expect(Set(totals.keys) == Set(expected.filter { $0.value.hours >= 0.005 }.keys))
    for (key, total) in expected {
      // hledger rounds each session, and leaves out the second before midnight.
      let difference = abs(totals[key, default: 0] - total.hours)
      #expect(difference <= 0.0053 * Double(total.count), "\(key)")
    }
  }

  @Test func `hours on a local clock are wrong only where the clock is changed`() {
    let shown = Self.totals(Self.history, Self.sessionsByDay)
    let known = Self.totals(Self.history, Self.partsByDay)
    for (key, total) in shown {
      let difference = abs(total.hours - known[key, default: (0, 0)].hours) * 3600
      let isChangeDay = key.hasPrefix("2024-03-31") || key.hasPrefix("2024-10-27")
      #expect(isChangeDay || difference <= Double(total.count), "\(key)")
    }
  }

  @Test(.requires("hledger")) func `hledger counts overlapping sessions in full`() async throws {
    let (text, omissions) = try Exchange.file(Self.overlapping, as: .timeclock)
    #expect(omissions.counts.isEmpty)
    let totals = try await Self.hledgerTotals(text, "hours.timeclock")
    #expect(totals == ["2024-05-17 Acme": 4.5, "2024-05-17 Büro": 1])
  }

  @Test(.requires("ledger")) func `Ledger counts a timeclock file by account and day`() async throws
  {
    let records = Self.history + Self.overlapping
    let (text, _) = try Exchange.file(records, as: .timeclock)
    let directory = try TemporaryDirectory()
    let file = try directory.write(text, to: "hours.timeclock")
    let format = "%(format_date(date, '%Y-%m-%d')) %(account)\t%(quantity(amount))\n"
    let output = try await Self.run(
      "ledger",
      ["--args-only", "-f", file, "register", "--base", "--format", format],
      in: directory
    )
    var totals: [String: Int] = [:]
    for line in output.split(separator: "\n") {
      let parts = line.split(separator: "\t")
      totals[String(try #require(parts.first)), default: 0] += Int(try #require(parts.last)) ?? 0
    }
    var expected: [String: Int] = [:]
    for record in records {
      let (start, end) = Self.shown(record)
      expected["\(start.dateText) \(Self.account(record))", default: 0] +=
        end.utcSeconds - start.utcSeconds
    }
    #expect(totals == expected)
  }

  @Test(.requires("hledger", "ledger"), arguments: TextFormatTests.hostile)
  func `hostile text changes no total`(_ text: String) async throws {
    let records = [
      ExportSample.record("2024-05-17 08:00", "2024-05-17 09:00", "Acme", text),
      ExportSample.record("2024-05-17 09:00", "2024-05-17 10:30", text, "\(text)\n\(text)"),
    ]
    let (timeclock, _) = try Exchange.file(records, as: .timeclock)
    let directory = try TemporaryDirectory()
    let file = try directory.write(timeclock, to: "hours.timeclock")
    let output = try await Self.run("hledger", ["-f", file, "print", "-O", "csv"], in: directory)
    #expect(output.split(separator: "\n").count == 3)
    let balance = try await Self.run(
      "hledger",
      ["-f", file, "balance", "--depth", "0"],
      in: directory
    )
    #expect(balance.split(whereSeparator: { " \n".contains($0) }).first?.prefix(4) == "2.50")
    // Ledger refuses longer lines.
    if text.utf8.count > 1000 { return }
    let sum = try await Self.run(
      "ledger",
      ["--args-only", "-f", file, "balance", "--base", "--depth", "1", "--collapse"],
      in: directory
    )
    #expect(sum.split(whereSeparator: { " \n".contains($0) }).contains("9000s"))
  }

  private static let history: [ExportedRecord] = {
    var history = RandomHistory(seed: 11)
    return history.records(1500)
  }()

  private static let overlapping = [
    ExportSample.record("2024-05-17 08:00", "2024-05-17 10:00", "Acme"),
    ExportSample.record("2024-05-17 08:30", "2024-05-17 09:30", "Büro"),
    ExportSample.record("2024-05-17 09:00", "2024-05-17 11:00", "Acme"),
    ExportSample.record("2024-05-17 09:00", "2024-05-17 09:30", "Acme"),
  ]

  // MARK: - Expected totals

  private typealias Total = (hours: Double, count: Int)

  /// Returns the totals by date and account.
  private static func totals(
    _ records: [ExportedRecord],
    _ parts: (ExportedRecord) -> [(day: Int, seconds: Int)]
  ) -> [String: Total] {
    var totals: [String: Total] = [:]
    for record in records {
      for (day, seconds) in parts(record) {
        let key = "\(CivilTime(day: day).dateText) \(account(record))"
        totals[key, default: (0, 0)].hours += Double(seconds) / 3600
        totals[key, default: (0, 0)].count += 1
      }
    }
    return totals
  }

  /// Returns the parts of a record by day, as a local clock measures them.
  private static func sessionsByDay(_ record: ExportedRecord) -> [(day: Int, seconds: Int)] {
    let (start, end) = shown(record)
    return (start.daysSince1970...end.daysSince1970).map { day in
      let from = max(start.utcSeconds, day * 86_400)
      return (day, min(end.utcSeconds, (day + 1) * 86_400) - from)
    }
  }

  /// Returns the parts of a record by day.
  private static func partsByDay(_ record: ExportedRecord) -> [(day: Int, seconds: Int)] {
    let (start, end) = (seconds(record.record.startTime), seconds(record.record.endTime))
    let days = Exchange.days
    return (days.day(at: start)...max(days.day(at: start), days.day(at: end))).map { day in
      let (from, to) = (days.start(ofDay: day), days.start(ofDay: day + 1))
      return (day, min(end, to) - max(start, from))
    }
  }

  private static func seconds(_ date: Date?) -> Int { Int(date?.timeIntervalSince1970 ?? 0) }

  /// Returns the times of a record on the local clock; the end isn't before the start.
  private static func shown(_ record: ExportedRecord) -> (CivilTime, CivilTime) {
    let clock = LocalTimeConverter(timeZone: Exchange.days.timeZone)
    let start = clock.time(at: record.record.startTime)
    let end = clock.time(at: record.record.endTime ?? record.record.startTime)
    if end.utcSeconds >= start.utcSeconds { return (start, end) }
    return (start, CivilTime(utcSeconds: start.utcSeconds + record.seconds))
  }

  private static func account(_ record: ExportedRecord) -> String {
    let path = record.path.map { $0.replacing(":", with: "-") }
    let account = path.isEmpty ? "untagged" : path.joined(separator: ":")
    return account.replacing("a b  c", with: "a b c").replacing(";", with: ",")
      .replacing("[[a][b]]", with: "{[a][b]}")
  }

  // MARK: - Programs

  /// Returns the hours that hledger counts, by date and account.
  private static func hledgerTotals(_ text: String, _ name: String) async throws -> [String: Double]
  {
    let directory = try TemporaryDirectory()
    let file = try directory.write(text, to: name)
    let output = try await run(
      "hledger",
      ["-f", file, "balance", "--daily", "--flat", "--no-total", "-O", "csv"],
      in: directory
    )
    let rows = output.split(separator: "\n").map(cells)
    var totals: [String: Double] = [:]
    for row in rows.dropFirst() {
      for (day, cell) in zip(try #require(rows.first), row).dropFirst() {
        let hours = try #require(Double(cell.hasSuffix("h") ? String(cell.dropLast()) : cell))
        if hours != 0 { totals["\(day) \(row[0])"] = hours }
      }
    }
    return totals
  }

  /// Returns the cells of a row, all of which are quoted.
  private static func cells(_ row: Substring) -> [String] {
    String(row.dropFirst().dropLast()).split(separator: "\",\"", omittingEmptySubsequences: false)
      .map { String($0.replacing("\"\"", with: "\"")) }
  }

  private static func run(
    _ program: String,
    _ arguments: [String],
    in directory: TemporaryDirectory
  ) async throws -> String {
    let path = try #require(TestPrograms.installed(program))
    let environment = [
      "HOME": directory.path, "PATH": "/usr/bin:/bin", "TZ": "Europe/Berlin", "LC_ALL": "C.UTF-8",
    ]
    let result = try await TestPrograms.run(path, arguments, environment: environment)
    try #require(result.status == 0, "\(result.errors)")
    return result.output
  }
}
