import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests `minuta edit --editor` with `sed` as the editor.
@Suite(.timeLimit(.minutes(10))) struct RecordEditorTests {
  private let fixture: MinutaFixture

  init() async throws {
    fixture = try MinutaFixture()
    for (tag, hour) in [("Work", 9), ("Email", 11), ("Lunch", 12)] {
      _ = try await fixture.run("log", tag, "1h", "--start", "2026-11-02 \(hour):00")
    }
  }

  /// Runs the command with a script of `sed` as the editor.
  private func edit(_ script: String, _ words: String...) async throws -> ChildProcess.Result {
    try await fixture.run(
      ["edit", "2026-11-02", "--editor"] + words,
      environment: ["VISUAL": "sed -i -E '\(script)'", "TMPDIR": fixture.home.path]
    )
  }

  /// The records as `start - end tag | comment`, in order.
  private func lines() async throws -> [String] {
    let words = ["edit", "2026-11-02", "--editor"]
    return try await fixture.run(words, environment: ["VISUAL": "cat"]).output
      .split(separator: "\n")
      .filter { $0.contains(" - ") && !$0.hasPrefix("#") }
      .map { $0.drop { $0 != " " }.dropFirst(2 + "2026-11-02 ".count) }.map { String($0) }
  }

  @Test func `changed, added and deleted lines are saved together and undone together`()
    async throws
  {
    let before = try fixture.records()
    let script =
      #"s/10:00  Work/10:30  Client work | Plan #billable/; /Email/d; "#
      + #"s/^.*Lunch/&\n2026-11-02 14:00 - 15:15  New | a \\| b/"#
    let edited = try await edit(script)
    #expect(edited.status == 0, "\(edited)")
    #expect(
      try await lines() == [
        "09:00 - 10:30  Client work | Plan #billable",
        "12:00 - 13:00  Lunch",
        #"14:00 - 15:15  New | a \| b"#,
      ]
    )
    #expect(try await fixture.run("undo").status == 0)
    #expect(try fixture.records() == before)
  }

  @Test(arguments: ["", "d", "s/$/\\r/"])
  func `a text without changes, an empty text and other line ends change nothing`(script: String)
    async throws
  {
    let before = try fixture.records()
    let edited = try await edit(script)
    #expect(edited.output == "Nothing was changed.\n", "\(edited)")
    #expect(edited.status == 0)
    #expect(try fixture.records() == before)
  }

  @Test func `digits are the beginning of an id before they are a year`() async throws {
    let record =
      #"{"id":"20260000-0000-4000-8000-000000000000","startTime":"2025-01-02T09:00:00Z","#
      + #""endTime":"2025-01-02T10:00:00Z","images":[]}"#
    try fixture.home.write(record, to: "store/records/2025/01/2025-01-02_100000.json")
    let shown = try await fixture.run(
      ["edit", "2026", "--editor"],
      environment: ["VISUAL": "cat", "TMPDIR": fixture.home.path]
    )
    #expect(shown.output.contains("\n20260000  2025-01-02 10:00 - 11:00"), "\(shown)")
  }

  @Test func `lines that stay are left alone, whatever their records contain`() async throws {
    for words in [
      [
        "log", "Night", "--start", "2026-10-25T02:50:00+02:00", "--end",
        "2026-10-25T02:10:00+01:00",
      ],
      ["log", "Text", "1h", "--start", "2026-10-25 09:00", "--comment", "  padded\n"],
      ["log", "Label", "1h", "--start", "2026-10-25 11:00", "--comment", "Call #billable"],
    ] {
      #expect(try await fixture.run(words).status == 0)
    }
    let edited = try await fixture.run(
      ["edit", "2026-10-25", "--editor"],
      environment: ["VISUAL": "sed -i 's/ #billable//'", "TMPDIR": fixture.home.path]
    )
    #expect(edited.output.split(separator: "\n").count == 1, "\(edited)")
    let comments = try fixture.records().compactMap { $0["comment"]?.string }
    #expect(comments.contains("Call"), "\(comments)")
    #expect(comments.contains { $0.hasPrefix("  padded") })
  }

  @Test func `a text that isn't UTF-8, and flags of a single change, are refused`() async throws {
    let edited = try await edit("s/Work/caf\\xE9/")
    #expect(edited.errors.contains("The text isn't UTF-8."), "\(edited)")
    let mixed = try await fixture.run("edit", "--editor", "--comment", "x")
    #expect(mixed.status == 2, "\(mixed)")
  }

  @Test(arguments: [
    ("s/11:00 - /11 - /", "Line 6: Write a record as"),
    ("s/11:00 - 12:00/11:00 - 10:00/", "Line 6: The end lies before the start."),
    ("s/2026-11-02 11/2096-11-02 11/", "Line 6: The start (2096-11-02 11:00) is in the future."),
    ("s/11:00 - 12:00/09:99 - 12:00/", "Line 6: '09:99' is not a time. Use a time such as 09:30."),
    ("s/11:00 - 12:00/11:00 - 25:00/", "Line 6: '25:00' is not a time. Use a time such as 09:30."),
    ("s/^[^ #]+  (.*Email)/00000000  \\1/", "Line 6: No line had the id 00000000."),
    ("s/10:00  Work/running  Work/", "Line 5: A record that has ended can't run again."),
    ("s/^.*Email/&\\n2026-11-02 14:00 - running  New/", "Line 7: New time needs an end."),
    ("s/^.*Email/&\\n&/", "Line 7: There is another line of the record"),
    ("/2026/d", "The lines of 3 records are gone. Add '--yes' to delete them."),
  ])
  func `a mistake is named by its line, changes nothing and keeps the text`(
    script: String,
    sentence: String
  ) async throws {
    let before = try fixture.records()
    let edited = try await edit(script)
    #expect(edited.status == 2, "\(edited)")
    #expect(edited.errors.contains(sentence), "\(edited)")
    #expect(try fixture.records() == before)
    let path = try #require(edited.errors.split(separator: "'").last { $0.hasPrefix("/") })
    let kept = try String(contentsOfFile: String(path), encoding: .utf8)
    #expect(sentence.hasPrefix("The lines") || kept.contains("\n# ^ "))
  }

  @Test func `an end before the start is on the next day, as in a log`() async throws {
    let edited = try await edit(
      "s/11:00 - 12:00/23:30 - 00:30/; $a 2026-11-03 22:00 - 01:00 Night"
    )
    #expect(edited.status == 0, "\(edited)")
    let list = try await fixture.run("list", "2026-11").output
    #expect(list.contains("  23:30  +1 00:30  1h 00m  Email"), "\(list)")
    #expect(list.contains("  22:00  +1 01:00  3h 00m  Night"), "\(list)")
  }

  @Test func `several records are deleted with --yes`() async throws {
    let edited = try await edit("/2026/d", "--yes")
    #expect(edited.status == 0, "\(edited)")
    #expect(try fixture.records().isEmpty)
  }

  @Test func `a dry run changes nothing`() async throws {
    let before = try fixture.records()
    let edited = try await edit("s/Email/Mail/", "--dry-run")
    #expect(edited.output.hasPrefix("Would update 'Mail'"), "\(edited)")
    #expect(try fixture.records() == before)
  }

  @Test func `a single record is edited by its id`() async throws {
    let editor = ["VISUAL": "sed -i 's/Lunch/Dinner/'"]
    let edited = try await fixture.run(["edit", "@1", "--editor"], environment: editor)
    #expect(edited.output.contains("Dinner"), "\(edited)")
  }

  @Test func `an editor that fails changes nothing`() async throws {
    let edited = try await fixture.run(["edit", "--editor"], environment: ["VISUAL": "false"])
    #expect(edited.status == 1)
    #expect(
      edited.errors
        == "minuta: The editor 'false' failed: exit code 1. Nothing was changed.\n"
    )
  }

  @Test func `an editor that fails after a change keeps the text`() async throws {
    let before = try fixture.records()
    let edited = try await fixture.run(
      ["edit", "2026-11-02", "--editor"],
      environment: [
        "VISUAL": "f() { sed -i s/Work/Play/ \"$1\"; exit 1; }; f", "TMPDIR": fixture.home.path,
      ]
    )
    #expect(edited.status == 1)
    let file = try #require(
      edited.errors.firstMatch(
        of: /failed: exit code 1\. Nothing was changed; your text is in '(.+)'\.\n$/
      ),
      "\(edited)"
    )
    #expect(try String(contentsOfFile: String(file.1), encoding: .utf8).contains("Play"))
    #expect(try fixture.records() == before)
  }

  @Test func `no editor is opened without a variable and a terminal`() async throws {
    let calls = [
      ["edit", "@1", "--editor", "--no-input"], ["edit", "--editor"], ["config", "edit"],
    ]
    for words in calls {
      let refused = try await fixture.run(words)
      #expect(refused.status == 2)
      #expect(
        refused.errors
          == "minuta: No editor is set. Set VISUAL or EDITOR, or run the command at a terminal.\n"
      )
    }
  }

  @Test func `ids may be in lower case, and undo names the command`() async throws {
    let edited = try await edit(#"s/^([0-9A-F]{8})  (.*)Email/\L\1\E  \2Mail/; s/Lunch/Dinner/"#)
    #expect(edited.status == 0, "\(edited)")
    let undone = try await fixture.run("undo").output
    #expect(undone.hasPrefix("Undid 'edit': "), "\(undone)")
    _ = try await edit("s/Lunch/Dinner/")
    let undoneAlone = try await fixture.run("undo").output
    #expect(undoneAlone.hasPrefix("Undid 'edit': "), "\(undoneAlone)")
  }
}
