import Foundation
import JSONText
import MinutaTestSupport
import Testing

@testable import minuta

/// Runs commands at several widths and looks for lines that are too long.
@Suite(.timeLimit(.minutes(10))) struct OutputWidthTests {
  private let fixture: MinutaFixture

  init() async throws {
    fixture = try MinutaFixture()
    try await fixture.shell(
      """
      minuta log 'Internal meeting about everything' 9:00-10:30 2026-11-20 -m 'A long comment that has to go to the next line'
      minuta log Work 11:00-12:00 2026-11-20; minuta edit last --comment 'Another comment'
      minuta undo; minuta config set aliases.w 'summary week --group-by day'
      """
    )
    try fixture.home.write(
      """
      {"calls": [{"intent": "LogTime", "with": {
        "tag": "Internal meeting about everything", "start": "2026-11-19 9:00",
        "end": "2026-11-19 10:30", "comment": "A long comment that has to go to the next line"
      }}, {"intent": "LogTime", "with": {"tag": "Nothing"}}]}
      """,
      to: "calls.json"
    )
    try fixture.home.write(
      """
      start,end,duration,project,tags,description,user_name,user_email,hourly_rate,currency
      2026-03-29 02:30,2026-03-29 09:30,1:00,Website of the customer Acme,"one,two,three",Draw it,Ann,a@b,1,EUR
      2026-05-17 08:30,2026-05-17 09:30,0:30,Website of the customer Acme,"one,two,three",Draw it,Ann,a@b,1,EUR
      2026-05-17 10:30,,,Website of the customer Acme,,It runs,Ann,a@b,1,EUR

      """,
      to: "a long name of a report.csv"
    )
  }

  @Test(arguments: [40, 80, 120], [["TERM": "xterm-256color"], ["TERM": "dumb", "LANG": "C"]])
  func `lines fit the width, and ids, times and paths are whole`(
    width: Int,
    variables: [String: String]
  ) async throws {
    let environment = variables.merging(["COLUMNS": "\(width)"]) { $1 }
    for words in [
      ["history"], ["config"], ["install", "--dry-run"], ["doctor"], ["storage"],
      ["check", "none.json"],
      ["log", "Work", "25:00", "26:00"], ["undo", "99"], ["config", "set", "rates.Acme", "5"],
      ["config", "set", "clock", "24h", "--dry-run"], ["records", "all"], ["report", "2026-11-20"],
      ["deleted"], ["invoices"], ["intents"], ["hooks"], ["summary", "all", "--chart"],
      ["week", "2026-11-20"],
      ["run", "\(fixture.home.path)/calls.json", "--dry-run"],
      ["import", "\(fixture.home.path)/a long name of a report.csv", "--dry-run"],
    ] {
      let result = try await fixture.run(words, environment: environment)
      let output = result.output.components(separatedBy: "\n\n")[0] + "\n" + result.errors
      let long = output.split(separator: "\n").filter { line in
        // A path or command that doesn't fit has a line of its own.
        line.count > width && line.split(separator: " ").count > 1 && !line.contains(" (")
          && !line.contains("minuta ")
      }
      #expect(long.isEmpty, "\(words) at \(width): \(long)")
    }
    let history = try await fixture.run(["history"], environment: environment).output
    #expect(history.matches(of: /\([0-9A-F]{8}\)/).count == 4, "\(history)")
  }

  @Test(
    arguments: [
      "To add one, run: `minuta config set rates.0 '{\"tag\": \"Acme\"}'`.",
      "To stop running timers first, use 'minuta switch Work' or 'minuta --store /tmp/a stop'.",
      "The user's list isn't there: run 'minuta records all --limit 5', then 'minuta undo --to 12'.",
      "There is no record 'a b'. Use an id from 'minuta records' ('minuta list' is the same).",
    ],
    [20, 30, 40, 60]
  )
  func `a command in a sentence is never broken`(sentence: String, width: Int) {
    let lines = TextWrapper(width: width).sentence(sentence)
    #expect(lines.joined(separator: " ").split(separator: " ") == sentence.split(separator: " "))
    for command in sentence.matches(of: /'minuta[^']*'|`[^`]*`/) {
      #expect(lines.contains { $0.contains(command.output) }, "\(lines)")
    }
    for line in lines where line.count > width { #expect(line.contains("minuta "), "\(lines)") }
  }

  @Test func `commands in messages keep the data folder of the call`() async throws {
    let other = "\(fixture.home.path)/other folder"
    let flag = "--store '\(other)'"
    for words in [["undo", "99", "--store", other], ["--store=\(other)", "undo", "99"]] {
      let text = try await fixture.run(words).errors
      #expect(text.hasSuffix("\n  minuta \(flag) history\n"), "\(text)")
    }
    let json = try await fixture.outcome(["undo", "99", "--store", other])
    #expect(json["dialog"]?.string?.contains(flag) == true)
    #expect(try await fixture.run("undo", "99").errors.hasSuffix("\n  minuta history\n"))
  }

  @Test func `the start page, help and examples fit a terminal of 40 columns`() async throws {
    let program = try fixture.linkedProgram()
    for _ in 0..<12 { _ = try await fixture.run("log", "Work", "5m") }
    for words in ["", "start --help", "edit --help"] {
      let command = "stty cols 40 rows 60; \(program) \(words)"
      let output = try await fixture.shell("script -qec '\(command)' /dev/null")
      let lines = output.split(whereSeparator: \.isNewline)
      #expect(lines.count > 10 && lines.allSatisfy { $0.count <= 40 }, "\(output)")
    }
  }

  @Test func `a record over midnight leaves room for tags in a narrow terminal`() async throws {
    let environment = ["COLUMNS": "40"]
    _ = try await fixture.run("log", "Website", "2026-11-21", "20:00-01:30")
    let output = try await fixture.run(["records", "2026-11-21"], environment: environment).output
    #expect(output.contains(#/  20:00 01:30\+1 5h 30m Website [0-9A-F]{8}\n/#), "\(output)")
  }

  @Test func `mistakes fit the terminal although the output goes elsewhere`() async throws {
    let program = try fixture.linkedProgram()
    let commands =
      "stty cols 50 rows 20; \(program) records --csv=nope | cat; \(program) undo 99 2>errors"
    let output = try await fixture.shell("script -qec '\(commands)' /dev/null || cat errors")
    let lines = output.split(whereSeparator: \.isNewline)
    // Commands are never wrapped.
    let narrow = lines.dropLast(2).filter { !$0.contains("  minuta ") }
    #expect(narrow.count > 1 && narrow.allSatisfy { $0.count <= 50 }, "\(lines)")
    #expect((lines.dropLast().last?.count ?? 0) > 50, "\(lines)")
  }

  @Test func `sentences show durations in the format of the flag`() async throws {
    let output = try await fixture.run("week", "2026-11-20", "--format", "decimal").output
    #expect(output.hasPrefix("2026-11-20: 2.50."), "\(output)")
    let words = ["log", "'5m'", "2026-11-18", "9:00:00-10:00:30", "--format", "decimal"]
    #expect(try await fixture.run(words).output.hasPrefix("Logged 1.01 on ''5m'' (new tag), "))
    _ = try await fixture.run("config", "set", "durations", "clock")
    #expect(try await fixture.run("status").output == "No timer is running. Today 0:00.\n")
  }

  @Test func `the last column is below the others if the terminal is too narrow`() {
    let rows = [
      ["9", "07:03", "start", "'Work', running since 06:23"], ["10", "yesterday 07:03", "log", ""],
    ]
    #expect(
      TextWrapper(width: 32).columns(rows, indent: "  ") == [
        "  9   07:03            start", "      'Work', running since", "      06:23",
        "  10  yesterday 07:03  log",
      ]
    )
    #expect(
      TextWrapper(width: 20).columns([rows[0]], indent: "  ") == [
        "  9  07:03  start", "      'Work',", "      running since", "      06:23",
      ]
    )
    #expect(
      TextWrapper(width: 13).columns([["--at TIME", "x", "Time"]], indent: "  ")
        == ["  --at TIME", "      x", "      Time"]
    )
  }
}
