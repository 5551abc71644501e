import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests undo, redo and history on the command line.
@Suite(.timeLimit(.minutes(5))) struct UndoCommandTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  private func runBatch(of count: Int) async throws {
    let calls = (0..<count).map {
      #"{"intent":"LogTime","with":{"tag":"B\#($0)","duration":"1m"}}"#
    }
    let file = try fixture.home.write(calls.joined(separator: "\n"), to: "batch.jsonl")
    try #require(try await fixture.run("run", file).status == 0)
  }

  @Test func `the history shows local times, commands and sources`() async throws {
    _ = try await fixture.run("log", "acme", "--start", "2026-10-05 05:00", "--duration", "1h")
    try await runBatch(of: 1)
    let lines = try await fixture.run("history").output.split(separator: "\n").map(String.init)
    #expect(lines.first == "The last 2 calls.")
    let batch = #/  2  \d\d:\d\d  log  'B0', .*  \(file, run [0-9A-F]{8}\)/#
    #expect(lines[1].wholeMatch(of: batch) != nil, "\(lines[1])")
    let record = #/'acme', 2026-10-05 05:00 to 06:00 \([0-9A-F]{8}\)/#
    let log = #/  1  \d\d:\d\d  log  'acme', .*/#
    #expect(lines[2].firstMatch(of: record) != nil, "\(lines[2])")
    #expect(lines[2].wholeMatch(of: log) != nil, "\(lines[2])")
  }

  @Test(arguments: [40, 80])
  func `a comment in the history is cut so that it needs no line of its own`(
    columns: Int
  ) async throws {
    let comment = "Call the bank about the account, the card and the new limit of both"
    var outputs: [[Substring]] = []
    for flags in [[], ["--comment", comment]] {
      let fixture = try MinutaFixture()
      for words in [["log", "acme", "1h"], ["start", "acme"], ["switch", "Work"]] {
        try #require(try await fixture.run(words + flags).status == 0)
      }
      let history = try await fixture.run(["history"], environment: ["COLUMNS": "\(columns)"])
      outputs.append(history.output.split(separator: "\n"))
    }
    #expect(outputs[0].count == outputs[1].count, "\(outputs)")
    #expect(outputs[1].allSatisfy { $0.count <= columns }, "\(outputs[1])")
    #expect(outputs[1].contains { $0.contains("\"Call the") })
  }
}
