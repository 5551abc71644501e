import Foundation
import JSONText
import MinutaTestSupport
import Testing

struct ExportCommandTests {
  private let fixture: MinutaFixture

  init() async throws {
    fixture = try MinutaFixture()
    try await fixture.shell(
      """
      minuta log Work --start "2024-11-02 09:00" --end "2024-11-02 10:00" --comment "Plan"
      minuta log Acme/Website --start "2024-11-30 23:00" --end "2024-12-01 01:00"
      """
    )
  }

  @Test func `the content goes to standard output and the sentence to standard error`() async throws
  {
    let result = try await fixture.run("export", "timewarrior", "2024-11")
    #expect(
      result.output == """
        [
        {"start":"20241102T080000Z","end":"20241102T090000Z","tags":["Work"],"annotation":"Plan"},
        {"start":"20241130T220000Z","end":"20241201T000000Z","tags":["Acme/Website"]}
        ]

        """
    )
    #expect(result.errors == "Exported 2 records, 3h 00m.\n")
  }

  @Test func `a record belongs to the range in which it starts`() async throws {
    let outcome = try await fixture.outcome(["export", "timewarrior", "2024-12"])
    #expect(outcome["value"]?["records"] == 0)
  }

  @Test func `a day sheet has exactly the days of its range`() async throws {
    let november = try await fixture.run("export", "daysheet", "2024-11")
    #expect(november.output.hasSuffix("2024-11-30,23:00,24:00,0:00,1:00\r\n"))
    let december = try await fixture.run("export", "daysheet", "2024-12")
    #expect(
      december.output
        == "Date,Start,End,Breaks,Worked\r\n2024-12-01,00:00,01:00,0:00,1:00\r\n"
    )
  }

  @Test func `labels anywhere in a comment are exported`() async throws {
    _ = try await fixture.run("edit", "last", "--comment", "Fix #ticket=R-12 #billable today")
    let result = try await fixture.run(
      "export",
      "csv",
      "2024-11",
      "--columns",
      "labels",
      "--filter",
      "+billable"
    )
    #expect(result.output == "Labels\r\n#ticket=R-12 #billable\r\n")
  }

  @Test func `a format without lengths says that rounding is left out`() async throws {
    let words = ["export", "timewarrior", "--round", "up", "--round-to", "4h"]
    let value = try await fixture.outcome(words)["value"]
    #expect(value?["totalSeconds"] == 10_800)
    #expect(value?["omitted"] == [["data": "rounding", "records": 2]])
  }

  @Test func `a record that the format can't hold isn't counted as exported`() async throws {
    _ = try await fixture.run(
      ["log", "Call", "--start", "2024-11-02 09:30", "--end", "2024-11-02 09:45"]
    )
    let value = try await fixture.outcome(["export", "timewarrior"])["value"]
    #expect(value?["records"] == 2 && value?["totalSeconds"] == 10_800)
    #expect(value?["omitted"] == [["data": "overlaps", "records": 1]])
    let all = try await fixture.outcome(["export", "csv"])["value"]
    #expect(all?["records"] == 3 && all?["totalSeconds"] == 11_700)
  }

  @Test func `what a format can't hold is said on standard error, also with --quiet`() async throws
  {
    let words = ["export", "klog"]
    _ = try await fixture.run(
      ["log", "Call", "--start", "2024-11-02 11:00:20", "--end", "2024-11-02 11:10"]
    )
    let note = "Not in the file: seconds of times and lengths (1 record).\n"
    let output = ["--output", "\(fixture.home.path)/k.klog"]
    let written = try await fixture.run(words + output)
    #expect(written.output.hasSuffix("/k.klog'.\n") && written.errors == note)
    let planned = try await fixture.run(words + output + ["--dry-run"])
    #expect(planned.output.hasSuffix("'. Dry run: nothing was written.\n"))
    #expect(planned.errors == note)
    let quiet = try await fixture.run(words + output + ["--quiet"])
    #expect(quiet.output == "" && quiet.errors == note)
    let printed = try await fixture.run(words)
    #expect(printed.errors == "Exported 3 records, 3h 09m.\n\(note)")
    let json = try await fixture.run(words + output + ["--json"])
    #expect(json.errors == "" && json.output.contains(#""data":"seconds""#))
  }

  @Test func `a file is replaced as a whole, and a dry run doesn't touch it`() async throws {
    let path = "\(fixture.home.path)/out.json"
    try fixture.home.write("old", to: "out.json")
    let planned = try await fixture.run("export", "timewarrior", "--output", path, "--dry-run")
    #expect(planned.output.hasPrefix("Would export 2 records, 3h 00m to '\(path)'."))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    let result = try await fixture.run("export", "timewarrior", "--output", path)
    #expect(result.output == "Exported 2 records, 3h 00m to '\(path)'.\n")
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("[\n{\"start\""))
  }

  @Test(arguments: [
    (["today", "hledger"], "timeclock"), (["hledger", "today"], "timeclock"),
    (["ICS"], "icalendar"), (["--format", "timew"], "timewarrior"), (["2024-11", "emacs"], "org"),
  ])
  func `a format can be named like its program`(_ words: [String], _ name: String) async throws {
    let value = try await fixture.outcome(["export"] + words)["value"]
    #expect(value?["format"]?.string == name)
  }

  @Test func `a running timer is left out unless it is asked for`() async throws {
    _ = try await fixture.run("start", "Call")
    let without = try await fixture.outcome(["export", "timewarrior"])
    #expect(without["value"]?["omitted"] == [["data": "running", "records": 1]])
    let with = try await fixture.outcome(["export", "timewarrior", "--running"])
    #expect(with["value"]?["records"] == 3)
  }

  @Test(arguments: [
    (["foo"], 3, "Values   csv, daysheet, html, "),
    (["hledgr"], 2, "Unknown format 'hledgr' (did you mean 'hledger'?). The formats are "),
    (
      ["today", "hledgr"], 2,
      "Unknown format 'hledgr' (did you mean 'hledger'?). The formats are "
    ),
    (["timewarrior", "--output", "/nowhere/x"], 2, "Can't write '/nowhere/x': "),
    (["timewarrior", "--round", "up", "--round-to", "0s"], 2, "'--round-to'"),
  ])
  func `an export that can't be made gets one clear sentence`(
    _ words: [String],
    _ status: Int32,
    _ sentence: String
  ) async throws {
    let result = try await fixture.run(["export"] + words)
    #expect(result.errors.contains(sentence))
    #expect(result.status != 0)
    #expect(result.output == "")
  }

  @Test func `over JSON-RPC, the result has the content`() async throws {
    let request =
      #"{"jsonrpc":"2.0","id":1,"method":"Export","params":{"format":"timewarrior"}}"#
    let result = try await fixture.run(["rpc"], input: request + "\n")
    #expect(result.output.contains(#""content":"[\n{\"start\""#))
  }

  @Test func `HTML isolates invisible characters, other files keep them, a terminal escapes them`()
    async throws
  {
    let program = try fixture.linkedProgram()
    let name = "Evil\u{200F}\u{200B}\u{61C}x"
    _ = try await fixture.run("log", name, "2024-11-05", "9:00-10:00", "--comment", "a\u{FEFF}b")
    let table = try await fixture.run("export", "html", "2024-11-05").output
    #expect(table.contains("<bdi>\(name)</bdi>") && table.contains("<bdi>a\u{FEFF}b</bdi>"))
    // A report leaves them out.
    let report = try await fixture.run("report", "--format", "html", "2024-11-05").output
    #expect(report.contains("<bdi>Evilx</bdi>") && report.contains("<bdi>ab</bdi>"))
    for format in ["csv", "markdown"] {
      let command = "\(program) export \(format) 2024-11-05"
      let file = try await fixture.shell(command)
      let screen = try await fixture.shell("script -qec '\(command)' /dev/null")
      #expect(file.contains(name) && file.contains("a\u{FEFF}b"), "\(file)")
      #expect(screen.contains(#"Evil\u{200f}\u{200b}\u{61c}x"#), "\(screen)")
      #expect(screen.contains(#"a\u{feff}b"#) && !screen.contains(#"\u{a}"#), "\(screen)")
    }
  }
}
