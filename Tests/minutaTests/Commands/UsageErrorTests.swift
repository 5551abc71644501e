import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests the messages for mistakes on the command line and in environment variables.
@Suite(.timeLimit(.minutes(10))) struct UsageErrorTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  struct Mistake: Sendable, CustomTestStringConvertible {
    let words: [String]
    let status: Int32
    let message: String

    var testDescription: String { words.joined(separator: " ") }

    init(_ words: [String], _ status: Int32, _ message: String) {
      self.words = words
      self.status = status
      self.message = message
    }
  }

  @Test(arguments: [
    Mistake(["--yes"], 2, "No command given. Run 'minuta help' to list the commands."),
    Mistake(["strat"], 2, "There is no command 'strat' (did you mean 'start'?)."),
    Mistake(["-v"], 2, "There is no flag '-v' (did you mean '--version'?)."),
    Mistake(["-V"], 2, "There is no flag '-V' (did you mean '--version'?)."),
    Mistake(
      ["help", "foo"],
      2,
      "There is no command or topic 'foo'. Run 'minuta help' to list them."
    ),
    Mistake(["stat"], 2, "There is no command 'stat' (did you mean 'status'?)."),
    Mistake(
      ["log", "Work", "--from", "9:00"],
      2,
      "There is no flag '--from' (did you mean '--start'?)."
    ),
    Mistake(["stop", "--end", "9:00"], 2, "There is no flag '--end' (did you mean '--at'?)."),
    Mistake(["start", "-c", "x"], 2, "There is no flag '-c' (did you mean '--comment'?)."),
    Mistake(
      ["export", "month", "--csv"],
      2,
      "There is no flag '--csv' (did you mean '--format csv'?)."
    ),
    Mistake(
      ["report", "week", "--html"],
      2,
      "There is no flag '--html' (did you mean '--format html'?)."
    ),
    Mistake(
      ["join", "last"],
      2,
      "There is only one record to join. Name the others as well: 'minuta join last RECORD'."
    ),
    Mistake(
      ["summary", "client", "work"],
      1,
      "There is no tag 'client work', and it is not a range such as today, last week or 2026-11."
    ),
    Mistake(
      ["bulk", "all", "--tag", "Work"],
      2,
      "There is no flag '--tag'. To select the records of a tag, use 'minuta bulk all tag:Work'. To "
        + "change their tag, use '--retag'."
    ),
    Mistake(
      ["start", "Work", "25:00"],
      2,
      "'25:00' is not a time of day: hours go to 23 and minutes to 59. Write a duration as 25h."
    ),
    Mistake(
      ["log", "Work", "12:00-9:00", "3", "days", "ago"],
      2,
      "This can be read in 2 ways. Write --tag Work --start '3 days ago 12:00' --end 9:00 or --tag "
        + "Work --start '3 days ago 12:00' --end 21:00."
    ),
    Mistake(["start", "--tga", "x"], 2, "There is no flag '--tga' (did you mean '--tag'?)."),
    Mistake(["--jsn", "start"], 2, "There is no flag '--jsn' (did you mean '--json'?)."),
    Mistake(["start", "--tag"], 2, "The flag '--tag' needs a value."),
    Mistake(
      ["start", "--tag", "--parallel"],
      2,
      "The flag '--tag' needs a value. If that is '--parallel', write '--tag=--parallel'."
    ),
    Mistake(
      ["start", "--comment", "--dry-run"],
      2,
      "The flag '--comment' needs a value. If that is '--dry-run', write '--comment=--dry-run'."
    ),
    Mistake(
      ["start", "--key", "--yes"],
      2,
      "The flag '--key' needs a value. If that is '--yes', write '--key=--yes'."
    ),
    Mistake(
      ["bulk", "image"],
      3,
      "Say what to change in these records: '--retag', '--remove-tag', '--comment', '--add-label', "
        + "'--remove-label', '--shift' or '--delete'."
    ),
    Mistake(
      ["cut"],
      3,
      "START is missing, such as '12:00'. Usage: minuta cut START END [RECORD]"
    ),
    Mistake(
      ["start", "--parallel=yes"],
      2,
      "The flag '--parallel' takes no value. Remove the value."
    ),
    Mistake(
      ["start", "Phase", "9"],
      2,
      "This can be read in 2 ways. Write --tag Phase --at 9 or --tag 'Phase 9'."
    ),
    Mistake(
      ["start", "Work", "20m"],
      2,
      "'20m' is a duration, but 'minuta start' takes none. Write '20m ago' for a time, or use '--tag' "
        + "for a tag of this name."
    ),
    Mistake(
      ["start", "yesterday"],
      2,
      "'yesterday' is a day without a time. Write a time such as 'yesterday 9:00', or use '--tag' for "
        + "a tag of this name."
    ),
    Mistake(
      ["stop", "9:00", "10:00"],
      2,
      "'10:00' is one time too many; use one command for each period. If it is part of a name, put the "
        + "whole name in quotes."
    ),
    Mistake(
      ["start", "--with", "["],
      2,
      "Invalid JSON in '--with': unexpected end of text on line 1."
    ),
    Mistake(
      ["start", "--with", "[]"],
      2,
      #"The value of '--with' is not a JSON object. Use one such as {"tag": "Work"}."#
    ),
    Mistake(
      ["records", "--limit", "many"],
      2,
      "'--limit' must be a whole number, not the text 'many'."
    ),
    Mistake(
      ["summary", "--store", "a", "--store", "b"],
      2,
      "The value of '--store' is given twice. Give it once."
    ),
    Mistake(
      ["summary", "--group-by", "day,dya"],
      2,
      "Item 2 of '--group-by' must be 'tag', 'day', 'week', 'month', 'year', 'weekday', 'hour', "
        + "'comment', 'label', 'client', 'tag:1' or '+KEY', not 'dya' (did you mean 'day'?)."
    ),
    Mistake(
      ["summary", "--group-by", "tag,day", "--tree"],
      2,
      "'--tree' can't be used here. Use it only if 'tag' is the last group."
    ),
    Mistake(
      ["--store", "", "status"],
      2,
      "The value of '--store' is empty. Give it the path of a folder."
    ),
    Mistake(["--store"], 2, "The flag '--store' needs a value."),
    Mistake(
      ["--store", "/etc/passwd", "status"],
      1,
      "Can't read '/etc/passwd': Not a directory."
    ),
    Mistake(
      ["--store", "/proc/nowhere", "start"],
      1,
      "Can't write '/proc/nowhere': No such file or directory."
    ),
    Mistake(["run"], 3, "Missing argument: file or intent to run. Add '--help' to see the usage."),
    Mistake(
      ["run", "--atomic"],
      3,
      "Missing argument: file or intent to run. Add '--help' to see the usage."
    ),
    Mistake(["run", "Strt"], 2, "Unknown intent 'Strt'."),
    Mistake(["run", "start"], 2, "Unknown intent 'start' (did you mean 'StartTimer'?)."),
    Mistake(["run", "none.json"], 2, "Can't read 'none.json': No such file or directory."),
    Mistake(
      ["run", "/"],
      2,
      "'/' is a folder. Give a call file, an intent, or '-' for standard input."
    ),
    Mistake(["run", "--tag", "x"], 2, "There is no flag '--tag'."),
    Mistake(["stop", "Nothing"], 1, "There is no tag 'Nothing'."),
    Mistake(
      ["status", "wybar"],
      2,
      "'wybar' is not a status format (did you mean 'waybar'?). Use i3bar, i3blocks, json, line, "
        + "plain, polybar, starship, tmux, waybar or xmobar."
    ),
    Mistake(
      ["keys", "i4"],
      2,
      "Key bindings for 'i4' aren't supported. Use awesome, gnome, hyprland, hyprland-lua, i3, kde, "
        + "labwc, niri, openbox, river, sway, sxhkd or xbindkeys."
    ),
    Mistake(
      ["intents", "Sumarize"],
      2,
      "Unknown intent 'Sumarize' (did you mean 'Summarize'?)."
    ),
    Mistake(
      ["start", "Work", "--tag", "Email"],
      2,
      "The value of '--tag' is given twice. Give it once."
    ),
    Mistake(
      ["log", "2h", "1h"],
      2,
      "'2h' and '1h' are both durations, but only one can be given. If '2h' is a name, use --tag 2h."
    ),
    Mistake(
      ["log", "2h", "--duration", "1h"],
      2,
      "The value of '--duration' is given twice. Give it once."
    ),
    Mistake(
      ["start", "--tag", "A", "--tag", "B"],
      2,
      "The value of '--tag' is given twice. Give it once."
    ),
    Mistake(
      ["start", "-no-parallel"],
      2,
      "There is no flag '-no-parallel' (did you mean '--parallel'?)."
    ),
    Mistake(
      ["start", "--at", "0001-01-01T00:00:00Z"],
      2,
      "'0001-01-01T00:00:00Z' is not valid for '--at'. Use a time such as 09:30 or 2026-11-20T09:30:00+01:00, or an offset such as -15m."
    ),
    Mistake(
      ["log", "--planned", "--start", "9999-12-31 23:00", "--duration", "2h"],
      1,
      "The time is out of range. Use a year from 1600 to 9999."
    ),
    Mistake(
      ["log", "--end", "1600-01-02 00:00", "--duration", "800000h"],
      1,
      "The time is out of range. Use a year from 1600 to 9999."
    ),
    Mistake(
      ["summary", "0999"],
      2,
      "'0999' is not valid for 'range'. Use a range such as today, last week, 2026-11 or 2026-11-01/2026-11-20."
    ),
    Mistake(
      ["rpc", "now"],
      2,
      "Unexpected argument 'now'. If it is part of a name of several words, put the whole name in quotes."
    ),
  ])
  func `a usage error is one message and changes nothing`(mistake: Mistake) async throws {
    let result = try await fixture.run(mistake.words)
    #expect(result.errors == "minuta: \(mistake.message)\n")
    #expect(result.status == mistake.status)
    #expect(result.output.isEmpty)
    #expect(try fixture.content().isEmpty)
  }

  @Test func `with --json a mistake is an outcome on standard output`() async throws {
    let result = try await fixture.run("start", "--tga", "x", "--json")
    #expect(result.status == 2)
    #expect(result.errors.isEmpty)
    #expect(try JSONValue(parsing: result.output)["error"]?["code"] == "usage")
  }

  @Test func `help has no JSON form, and names the command that has`() async throws {
    for words in [["help", "--json"], ["help", "records", "--json"]] {
      let result = try await fixture.run(words)
      #expect(result.status == 2 && result.output.contains("'minuta intents --json'"), "\(result)")
    }
  }

  @Test func `MINUTA_STORE must be absolute`() async throws {
    let result = try await fixture.run(["start"], environment: ["MINUTA_STORE": "time"])
    #expect(
      result.errors == """
        minuta: MINUTA_STORE is 'time', which is not an absolute path. Begin it with '/' or '~/'.

        """
    )
    #expect(result.status == 2)
  }

  @Test func `words that are not UTF-8 are refused`() async throws {
    let result = try await TestPrograms.run(
      "/bin/sh",
      ["-c", #"exec "$0" start "$(printf 'b\377d')""#, TestPrograms.minuta],
      environment: fixture.environment
    )
    #expect(
      result.errors
        == "minuta: The command line is not valid UTF-8. Write all arguments in UTF-8.\n"
    )
    #expect(result.status == 2)
    #expect(try fixture.content().isEmpty)
  }

  @Test func `an unknown time zone is reported`() async throws {
    let result = try await fixture.run(["status"], environment: ["TZ": "Nonsense/Zone"])
    #expect(result.status == 0)
    #expect(result.errors.hasPrefix("minuta: Unknown time zone 'Nonsense/Zone' in TZ; using "))
  }

  @Test func `dates of other countries are answered with the dates they may mean`() async throws {
    let fixture = try MinutaFixture()
    for (words, sentence) in [
      (["summary", "11/24/2026"], "Use a range such as 2026-11-24."),
      (["summary", "24/11"], "Use a range such as '24 nov'."),
      (["records", "3/4/2026"], "Use a range such as 2026-04-03 or 2026-03-04."),
      (["start", "Work", "--at", "24.11."], "Use a time such as '24.11. 9:00'."),
      (["start", "Work", "--at", "24/11"], "Use a time such as '24 nov 9:00'."),
      (["start", "Work", "--at", "30 feb"], "Use a day that exists, such as 28 feb."),
    ] {
      let result = try await fixture.run(words)
      #expect(result.status == 2)
      #expect(result.errors.contains(sentence), "\(result.errors)")
    }
  }

  @Test func `error sentences fit the terminal, and paths stay whole`() async throws {
    let fixture = try MinutaFixture()
    let path = "/tmp/a folder with a long name/another folder/file.json"
    let result = try await fixture.run(["check", path], environment: ["COLUMNS": "40"])
    let lines = result.errors.split(separator: "\n")
    #expect(lines.contains { $0.contains(path) }, "\(result.errors)")
    #expect(lines.allSatisfy { $0.count <= 40 || $0.contains(path) })
  }
}
