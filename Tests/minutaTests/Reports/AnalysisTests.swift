import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Compares the answers of `Examples/analysis`, which DuckDB computes, with summaries of Minuta.
@Suite(.requires(pythonModule: "duckdb"), .requires("jq"), .timeLimit(.minutes(10)))
struct AnalysisTests {
  private let fixture: MinutaFixture
  private let folder = PackageDirectory.path + "/Examples/analysis"

  /// Generates the records of some people, imports them into a data folder each, and exports these.
  init() async throws {
    fixture = try MinutaFixture()
    let python = try #require(TestPrograms.python)
    try await fixture.shell(
      """
      '\(python)' '\(folder)/generate.py' --people 10 --from 2025-03-10 --days 35 > made.jsonl
      for number in 0 1 2 3 4 5 6 7 8 9; do
        grep "\\"store\\":\\"p000$number\\"" made.jsonl > part.jsonl
        minuta --store team/p000$number import part.jsonl -q
        minuta --store team/p000$number export jsonl |
          jq -c --arg store p000$number '{id, store: $store} + .' >> team.jsonl
      done
      """
    )
  }

  /// Runs `ask.py` and returns the rows of its answer.
  private func rows(of question: String, _ file: String = "team.jsonl") async throws -> [[String]] {
    let output = try await ask([
      "--csv", "--zone", fixture.timeZone, "\(folder)/\(question).sql", file,
    ])
    return output.split(separator: "\n").dropFirst().map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  private func ask(_ words: [String]) async throws -> String {
    let script = "'\(try #require(TestPrograms.python))' '\(folder)/ask.py' "
    return try await fixture.shell(script + words.map { "'\($0)'" }.joined(separator: " "))
  }

  /// A group of a summary by two or three properties.
  private struct Sum {
    let keys: [String]
    let seconds: Int
    let wallSeconds: Int
  }

  /// Returns the innermost groups of the summaries of all folders; their last key is the person.
  private func sums(by dimensions: String, _ words: String...) async throws -> [Sum] {
    var sums: [Sum] = []
    for person in (0..<10).map({ "p000\($0)" }) {
      sums += try await self.sums(of: person, by: dimensions, words)
    }
    return sums
  }

  private func sums(
    of person: String,
    by dimensions: String,
    _ words: [String]
  ) async throws -> [Sum] {
    let folder = "\(fixture.home.path)/team/\(person)"
    let outcome = try await fixture.outcome(
      ["summary", "all", "--store", folder, "--group-by", dimensions] + words
    )
    func innermost(_ groups: [JSONValue], _ keys: [String]) -> [Sum] {
      groups.flatMap { group in
        let keys = keys + [group["key"]?.string ?? ""]
        if let groups = group["groups"]?.array { return innermost(groups, keys) }
        let (seconds, wall) = (group["seconds"]?.integer, group["wallSeconds"]?.integer)
        return [Sum(keys: keys + [person], seconds: seconds ?? 0, wallSeconds: wall ?? 0)]
      }
    }
    return innermost(outcome["value"]?["groups"]?.array ?? [], [])
  }

  /// Returns hours or percents with a number of decimals, as DuckDB prints them.
  private func text(_ number: Double, _ decimals: Int = 2) -> String {
    String(
      format: "%.\(decimals)f",
      (number * pow(10, Double(decimals))).rounded() / pow(10, Double(decimals))
    )
  }

  private func hours(_ seconds: Int) -> String { text(Double(seconds) / 3600) }

  @Test func `Minuta exports the generated records as they were generated`() async throws {
    for name in ["made", "team"] {
      let sorted = try await fixture.shell(
        "LC_ALL=C sort \(name).jsonl | cksum; wc -l < \(name).jsonl"
      )
      #expect(
        sorted == (try await fixture.shell("LC_ALL=C sort made.jsonl | cksum; wc -l < made.jsonl"))
      )
    }
  }

  @Test func `the hours of clients and months are those of summaries`() async throws {
    func seconds(_ sums: [Sum]) -> [[String]: Int] {
      Dictionary(sums.map { (Array($0.keys.dropLast()), $0.seconds) }, uniquingKeysWith: +)
    }
    let billed = seconds(try await sums(by: "tag:1,month", "--filter", "+billable"))
    let expected = seconds(try await sums(by: "tag:1,month"))
      .map { $0 + [hours($1), billed[$0].map(hours) ?? ""] }
    let rows = try await rows(of: "client-months").map { Array($0[0...1] + $0[3...]) }
    #expect(Set(rows) == Set(expected))
    #expect(rows.count > 10)
  }

  @Test func `the billable shares are those of summaries`() async throws {
    let all = try await sums(by: "year")
    let billable = try await sums(by: "year", "--filter", "+billable")
    let billed = Dictionary(uniqueKeysWithValues: billable.map { ($0.keys, $0.seconds) })
    let expected = all.map { sum in
      let share = 100 * Double(billed[sum.keys] ?? 0) / Double(sum.seconds)
      return [sum.keys[1], hours(sum.seconds), text(share, 1)]
    }
    let rows = try await rows(of: "billable-share")
    #expect(Set(rows.map { Array($0.prefix(3)) }) == Set(expected))
  }

  @Test func `overbooked weeks are those with many hours or overlaps`() async throws {
    let expected = try await sums(by: "week")
      .filter { $0.seconds > 45 * 3600 || $0.seconds > $0.wallSeconds }
      .map { $0.keys.reversed() + [hours($0.seconds), hours($0.seconds - $0.wallSeconds)] }
    let rows = try await rows(of: "overbooked")
    #expect(Set(rows) == Set(expected))
    #expect(rows.contains { Double($0[2]) ?? 0 > 45 } && rows.contains { $0[3] != "0.00" })
  }

  @Test func `missing days are weekdays on which only others recorded time`() async throws {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = .gmt
    // A record counts on the day of its start.
    let zone = try #require(TimeZone(identifier: fixture.timeZone))
    let style = Date.ISO8601FormatStyle(timeZone: zone).year().month().day()
    let records = try fixture.home.text(of: "team.jsonl").split(separator: "\n").map { line in
      let record = try JSONValue(parsing: String(line))
      let start = try Date(record["startTime"]?.string ?? "", strategy: .iso8601)
      return (person: record["store"]?.string ?? "", day: start.formatted(style))
    }
    let days = Dictionary(grouping: records, by: \.person).mapValues { Set($0.map(\.day)) }
    let weekdays = try days.values.reduce(into: Set<String>()) { $0.formUnion($1) }.filter { day in
      let date = try Date.ISO8601FormatStyle().year().month().day().parse(day)
      return !calendar.isDateInWeekend(date)
    }
    let expected = days.compactMap { person, own -> [String]? in
      guard let first = own.min(), let last = own.max() else { return nil }
      let missing = weekdays.subtracting(own).filter { first < $0 && $0 < last }
      return missing.min().map { [person, "\(missing.count)", $0] }
    }
    #expect(Set(try await rows(of: "missing-days")) == Set(expected))
    #expect(!expected.isEmpty)
  }

  @Test func `key people have more than half of a client's hours`() async throws {
    let sums = try await sums(by: "tag:1")
    let totals = Dictionary(sums.map { ($0.keys[0], $0.seconds) }, uniquingKeysWith: +)
    let expected = sums.compactMap { sum -> [String]? in
      let percent = 100 * Double(sum.seconds) / Double(totals[sum.keys[0]] ?? 0)
      return percent > 50 ? sum.keys + [hours(sum.seconds), text(percent, 1)] : nil
    }
    #expect(Set(try await rows(of: "key-people")) == Set(expected))
    #expect(!expected.isEmpty)
  }

  @Test func `late work is the time outside of the office hours`() async throws {
    let late = try await sums(by: "weekday,hour").filter { sum in
      let isWeekend = ["Saturday", "Sunday"].contains(sum.keys[0])
      return isWeekend || sum.keys[1] < "07" || sum.keys[1] >= "19"
    }
    let seconds = Dictionary(late.map { ($0.keys[2], $0.seconds) }, uniquingKeysWith: +)
    let expected = seconds.map { [$0, hours($1)] }
    #expect(Set(try await rows(of: "late-work").map { Array($0.prefix(2)) }) == Set(expected))
    #expect(!expected.isEmpty)
  }

  @Test func `a Parquet file gives the same answers, and every question has one`() async throws {
    _ = try await ask(["--parquet", "team.parquet", "team.jsonl"])
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    let questions = files.filter { $0.hasSuffix(".sql") && $0 != "records.sql" }
    #expect(questions.count >= 6)
    for question in questions.map({ String($0.dropLast(4)) }) {
      let rows = try await rows(of: question)
      #expect(try await self.rows(of: question, "team.parquet") == rows)
      #expect(!rows.isEmpty, "\(question)")
      let table = try await ask(["\(folder)/\(question).sql", "team.jsonl"])
      #expect(table.split(separator: "\n").count == rows.count + 1)
    }
  }
}
