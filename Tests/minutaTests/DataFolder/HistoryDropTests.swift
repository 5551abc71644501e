import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests which commands of the real program drop old history.
@Suite(.timeLimit(.minutes(10))) struct HistoryDropTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  /// The names of the journal's files of 2020, without the month of today.
  private func oldMonths() throws -> [String] {
    try fixture.content().keys.filter { $0.contains("/history-2020-") }
      .compactMap { $0.split(separator: "/").last.map { String($0.dropFirst(13).prefix(2)) } }
      .sorted()
  }

  private func trashed() throws -> Int {
    try fixture.content().filter { $0.value != nil && $0.key.contains("/trash/") }.count
  }

  /// Makes a history of five old months, the first of which deleted a record, and of 1,000 new
  /// entries.
  private func age() async throws {
    _ = try await fixture.run("log", "Work", "10m")
    _ = try await fixture.run("delete", "last", "--yes")
    for month in [1, 2, 3, 4, 9] {
      _ = try await fixture.run("log", "Work", "1\(month)m")
      let name = #"history-$(date -u +%Y-%m).jsonl"#
      try await fixture.shell("cd store/.minuta.nosync/*; mv \(name) history-2020-0\(month).jsonl")
    }
    let edits = (1...1000).map { number in
      #"{"intent":"UpdateRecord","with":{"record":"last","comment":"\#(number)"}}"#
    }
    let result = try await fixture.run(["run", "-"], input: edits.joined(separator: "\n"))
    try #require(result.status == 0)
  }

  @Test func `calls that write drop one month each, and the doctor drops all`() async throws {
    try await age()
    #expect(try oldMonths() == ["02", "03", "04", "09"])
    #expect(try trashed() == 0)
    for words in [["start", "Work"], ["switch", "Work"], ["stop"], ["status"], ["history"]] {
      _ = try await fixture.run(words)
    }
    for words in [
      ["log", "Work", "5m", "--dry-run"], ["doctor"], ["doctor", "--repair", "--dry-run"],
    ] {
      _ = try await fixture.run(words)
    }
    #expect(try oldMonths() == ["02", "03", "04", "09"])
    let found = try await fixture.outcome(["doctor"])["value"]
    #expect(found?["remaining"] == 0)
    #expect(found?["problems"]?.array?.first?["code"] == "expiredHistory")
    let text = try await fixture.run("doctor")
    #expect(text.status == 0)
    #expect(text.output.contains("The history before 2020-04 is older than 90 days."))
    _ = try await fixture.run("log", "Work", "5m")
    #expect(try oldMonths() == ["03", "04", "09"])
    #expect(try await fixture.run("doctor", "--repair").status == 0)
    #expect(try oldMonths() == ["04", "09"])
    #expect(try await fixture.run("doctor").output.hasPrefix("No problems found."))
    let undo = try await fixture.run("undo", "--entry", "2")
    #expect(undo.errors.contains("History entry 2 was dropped, because it was too old."))
    #expect(try await fixture.run("undo").status == 0)
  }

  @Test func `the setting keeps history longer, and is checked`() async throws {
    try fixture.home.write(#"{"historyDays": 36500}"#, to: ".config/minuta/settings.json")
    try await age()
    #expect(try oldMonths() == ["01", "02", "03", "04", "09"])
    #expect(try trashed() == 1)
    try fixture.home.write(#"{"historyDays": 29}"#, to: ".config/minuta/settings.json")
    #expect(try await fixture.run("log", "Work", "5m").status == 2)
    try fixture.home.write(#"{"historyDays": 30}"#, to: ".config/minuta/settings.json")
    #expect(try await fixture.run("doctor", "--repair").status == 0)
    #expect(try oldMonths() == ["04", "09"])
    #expect(try trashed() == 0)
  }

  @Test func `a server drops history when it is idle`() async throws {
    try await age()
    for (flags, left) in [(["--read-only"], ["02", "03", "04", "09"]), ([], ["04", "09"])] {
      let client = try RPCTestClient(fixture, flags)
      _ = try await client.request(1, "Status", [:])
      let end = ContinuousClock.now + .seconds(flags.isEmpty ? 60 : 8)
      while ContinuousClock.now < end, try flags.isEmpty ? oldMonths() != left : true {
        try await Task.sleep(for: .milliseconds(200))
      }
      #expect(try oldMonths() == left)
      #expect(try await client.finish().code == 0)
    }
  }
}
