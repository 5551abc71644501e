import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests words in the order and with the names that people expect, with the real program.
@Suite(.timeLimit(.minutes(10))) struct CommandWordTests {
  private let fixture: MinutaFixture

  init() async throws {
    fixture = try MinutaFixture()
    try await fixture.shell(
      """
      minuta log Acme/Website --start "2026-11-02 23:00" --end "2026-11-03 01:00"
      minuta log Acme/Support --start "2026-11-03 09:00" --end "2026-11-03 11:00" -m Call
      minuta log Globex --start "2026-11-03 11:00" --end "2026-11-03 12:00"
      """
    )
  }

  private func output(_ words: String...) async throws -> String {
    let result = try await fixture.run(words)
    #expect(result.status == 0, "\(words): \(result.errors)")
    return result.output
  }

  @Test func `a format stands anywhere among the words`() async throws {
    let export = try await output("export", "csv", "2026-11", "Globex")
    #expect(export.contains("Globex") && !export.contains("Acme"))
    #expect(try await output("export", "2026-11", "csv", "Globex") == export)
    #expect(try await output("export", "2026-11", "Globex", "csv") == export)
    #expect(try await output("report", "2026-11", "html").hasPrefix("<!DOCTYPE html>"))
    #expect(try await output("report", "md", "2026-11").hasPrefix("# "))
  }

  @Test func `client groups by the first level of tags`() async throws {
    let sums = try await output("summary", "2026-11", "by", "client")
    #expect(sums.contains("Acme    4h 00m  2 records") && sums.contains("Globex  1h 00m"))
    #expect(try await output("summary", "2026-11", "--group-by", "tag:1") == sums)
    let days = try await output("summary", "2026-11", "by", "day")
    #expect(days.contains("  Tue 2026-11-03  4h 00m"))
  }

  @Test func `a grouping stands anywhere among the words, and may be several`() async throws {
    let sums = try await output("summary", "2026-11", "by", "client")
    #expect(try await output("summary", "by", "client", "2026-11") == sums)
    let days = try await output("summary", "2026-11", "--group-by", "day,tag", "--tag", "Globex")
    for words in [
      ["2026-11", "by", "day,tag", "Globex"], ["Globex", "by", "day", "2026-11", "by", "tag"],
    ] {
      #expect(try await fixture.run(["summary"] + words).output == days)
    }
  }

  @Test func `a label selects records wherever a filter does`() async throws {
    _ = try await output("edit", "@1", "+billable", "+client=Ada Lovelace")
    for words in [
      ["list", "2026-11", "+billable"], ["list", "+billable", "2026-11", "Globex"],
      ["summary", "2026-11", "+billable"], ["days", "2026-11", "+client=Ada Lovelace"],
      ["report", "md", "2026-11", "+client", "--filter", "tag:Globex or tag:Acme"],
      ["export", "csv", "2026-11", "+billable"],
    ] {
      let found = try await fixture.run(words)
      #expect(found.status == 0, "\(words): \(found.errors)")
      #expect(found.output.contains("1h 00m") || found.output.contains("Globex"), "\(words)")
      #expect(!found.output.contains("Acme"), "\(words): \(found.output)")
    }
    let clients = try await output("summary", "2026-11", "by", "+client")
    #expect(clients.contains("Ada Lovelace     1h 00m"))
  }

  @Test func `several tags select the records of each, and several filters those of all`()
    async throws
  {
    let all = try await output("list", "2026-11", "--filter", "tag:Globex or tag:Acme")
    #expect(all.contains("Globex") && all.contains("Acme"))
    for words in [
      ["--tag", "Globex,Acme"], ["--tag", "Globex", "--tag", "Acme"], ["Globex,Acme"],
    ] {
      #expect(try await fixture.run(["list", "2026-11"] + words).output == all, "\(words)")
    }
    let one = try await output("list", "2026-11", "Globex")
    let filters = ["--filter", "tag:Globex or tag:Acme", "--filter", "not tag:Acme"]
    #expect(try await fixture.run(["list", "2026-11"] + filters).output == one)
    let exact = try await output("list", "2026-11", "-t", "=Acme/Support", "-t", "=Globex")
    #expect(exact.contains("Support") && exact.contains("Globex") && !exact.contains("Website"))
  }

  @Test func `a day's heading in a list has the time of a summary`() async throws {
    let list = try await output("list", "2026-11")
    #expect(list.contains("3 records, 5h 00m.\nMon 2026-11-02  1h 00m\n  23:00  +1 01:00  2h 00m"))
    #expect(list.contains("\nTue 2026-11-03  4h 00m\n  09:00     11:00  2h 00m"))
    let alone = try await output("list", "2026-11", "Acme/Website")
    #expect(alone.hasSuffix("\nTue 2026-11-03  1h 00m\n"))
    let day = try await output("list", "2026-11-03")
    #expect(day.contains("Mon 2026-11-02\n") && day.contains("Tue 2026-11-03  4h 00m\n"))
  }

  @Test func `a break is cut out of a record, on its day`() async throws {
    let cut = try await output("cut", "@2", "10:00-10:15")
    #expect(cut.hasPrefix("Cut 2026-11-03 10:00 to 10:15 out of 'Acme/Support'"), "\(cut)")
    let night = try await output("cut", "0:15", "0:30", "@4")
    #expect(night.hasPrefix("Cut 2026-11-03 00:15 to 00:30 out of 'Acme/Website'"), "\(night)")
    let both = try await fixture.run("cut", "10:00-10:15", "@1", "--tag", "Globex")
    #expect(both.errors.contains("'record' can't be combined with '--tag'."), "\(both.errors)")
  }

  @Test func `a comment at the end is added to that of the timer`() async throws {
    _ = try await output("start", "Globex", "-m", "Plan", "--at", "-3m")
    _ = try await output("stop", "-m", "was done")
    #expect(try await fixture.outcome(["records", "--last", "1"]).comment == "Plan\nwas done")
    _ = try await output("start", "Globex")
    _ = try await output("stop", "Globex", "-m", "all of it")
    #expect(try await fixture.outcome(["records", "--last", "1"]).comment == "all of it")
    _ = try await output("start", "Globex", "--at", "-2m")
    _ = try await output("start", "Acme/Support", "--at", "-1m")
    let unclear = try await fixture.run("stop", "-m", "done")
    #expect(unclear.errors.hasPrefix("minuta: Several timers are running: "), "\(unclear.errors)")
    let early = try await fixture.run("stop", "--at", "-90s")
    #expect(early.errors.contains("is before the start of 'Acme/Support'"), "\(early.errors)")
    #expect(early.errors.contains("Name the timer to stop, or use a later end."))
  }

  @Test(arguments: [["tag"], ["tag", "--help"], ["help", "tag"]])
  func `the first of two words lists the actions`(words: [String]) async throws {
    let actions = try await fixture.run(words)
    #expect(actions.output.hasPrefix("minuta tag ACTION\n"), "\(actions)")
    #expect(actions.output.contains("\n  rename     Rename a tag, or merge it with another\n"))
    let unknown = try await fixture.run("tag", "renam", "Globex", "--yes")
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("no command 'tag renam' (did you mean 'tag rename'?)"))
    let help = try await output("help", "tag", "rename")
    #expect(help == (try await output("tag", "rename", "--help")))
    #expect(help == (try await output("help", "tag-rename")))
  }

  @Test func `two words are one command, and a deletion is restored by its order`() async throws {
    #expect(try await output("tag", "rename", "Globex", "Initech").hasPrefix("Renamed 'Globex'"))
    #expect(try await fixture.run("restore", "last").status != 0)
    _ = try await output("delete", "@1")
    _ = try await output("delete", "@2")
    #expect(try await output("restore", "last").hasPrefix("Restored 'Acme/Website'"))
    #expect(try await output("history", "2").hasPrefix("The last 2 calls."))
    #expect(try await output("records", "3", "weeks", "ago", "-j").contains(#""records":["#))
  }

  @Test func `a week is named by its number, and the last one after the command`() async throws {
    let november = try await output("week", "2026-W45")
    #expect(november.contains("5h 00m"))
    #expect(try await output("week", "45") == november)
    #expect(try await output("week", "last") == output("days", "--view", "week", "last", "week"))
    #expect(try await output("month", "last") == output("days", "--view", "month", "last", "month"))
    #expect(try await output("list", "week", "45") == output("list", "2026-W45"))
  }

  @Test func `the lines of a comment are separated in an answer as in a list`() async throws {
    let logged = try await output("log", "Globex", "5m", "-m", "Plan\nCall")
    let list = try await output("records", "--last", "1")
    let text = try #require(list.split(separator: "Plan").last?.prefix { $0 != "\n" })
    #expect(text != " Call" && logged.contains("\"Plan\(text)\""), "\(logged) \(list)")
  }

  @Test func `an edit names the start and the end of a record`() async throws {
    #expect(try await output("edit", "@2", "until", "10:30").contains("2026-11-03 09:00 to 10:30"))
    #expect(try await output("edit", "@2", "from", "9:30").contains("09:30 to 10:30"))
    let both = try await output("edit", "@2", "9-10", "Globex")
    #expect(both.contains("Updated 'Globex', 2026-11-03 09:00 to 10:00"), "\(both)")
    _ = try await output("edit", "@2", "Acme/Support")
    let differ = try await fixture.run("join", "@2", "@3")
    #expect(differ.status != 0)
  }

  @Test func `a day moves a record and keeps its times of day, across a clock change`() async throws
  {
    let zone = ["TZ": "Europe/Zurich"]
    let times = ["--start", "2026-10-23 09:00", "--end", "2026-10-23 10:30"]
    _ = try await fixture.run(["log", "Globex"] + times, environment: zone)
    let moved = try await fixture.run(["edit", "last", "2026-10-26"], environment: zone)
    #expect(moved.output.contains("2026-10-26 09:00 to 10:30"), "\(moved)")
    let flag = try await fixture.run(["edit", "last", "--day", "23 oct 2026"], environment: zone)
    #expect(flag.output.contains("2026-10-23 09:00 to 10:30"), "\(flag)")
    let both = try await fixture.run("edit", "last", "--day", "yesterday", "--shift", "1h")
    #expect(both.status == 2)
  }

  @Test func `the newest record of a tag is resumed by the tag's name`() async throws {
    _ = try await output("log", "client work", "5m", "-m", "Plan")
    _ = try await output("resume", "Acme/Support")
    #expect(try await fixture.outcome(["records", "--last", "1"]).comment == "Call")
    #expect(try await output("continue", "Globex").contains("Started 'Globex'"))
    let resumed = try await output("resume", "client work", "1m", "ago")
    #expect(resumed.contains("Started 'client work'") && resumed.contains("Plan"), "\(resumed)")
    _ = try await output("tag", "create", "Empty")
    for name in ["Empty", "Nothing"] { #expect(try await fixture.run("resume", name).status != 0) }
  }

  @Test func `help explains aliases`() async throws {
    try fixture.home.write(
      #"{"minuta":1,"aliases":{"lunch":"log Lunch 30m"}}"#,
      to: ".config/minuta/settings.json"
    )
    #expect(try await output("help", "lunch").contains("is short for: minuta log Lunch 30m\n"))
  }

  @Test func `the weeks of a year without time share a line`() async throws {
    let year = try await output("week", "2026")
    #expect(year.contains("\n\n  Weeks 1 to 44  "), "\(year)")
    #expect(year.contains("\n  Tue 11-03  ") && year.contains("\n  Week 45  "))
    #expect(year.contains("\n\n  Weeks 46 to 53  "))
    #expect(year.split(separator: "\n").count < 20)
  }

  @Test func `one record is listed with all its fields`() async throws {
    let id = try await fixture.outcome(["records", "2026-11"])["value"]?["records"]?.array?[1]["id"]
    let text = try #require(id?.string)
    let shown = try await output("list", "@2")
    #expect(shown.hasPrefix("'Acme/Support', 2026-11-03 09:00 to 11:00 (\(text.prefix(8))).\n"))
    let fields = shown.split(separator: "\n").dropFirst().map {
      $0.split(separator: " ").joined(separator: " ")
    }
    #expect(
      fields.dropLast() == [
        "id \(text)", "tag Acme/Support", "start 2026-11-03 09:00", "end 2026-11-03 11:00",
        "duration 2h 00m", "comment Call",
      ]
    )
    #expect(fields.last?.hasPrefix("time zone ") == true)
    for words in [[String(text.prefix(8))], ["--record", text]] {
      #expect(try await fixture.run(["list"] + words).output == shown)
    }
    let both = try await fixture.run("list", "--record", "@2", "--tag", "Globex")
    #expect(both.errors.contains("'--record' can't be combined with '--tag'."), "\(both.errors)")
    let none = try await fixture.run("list", "@9")
    #expect(none.errors.hasPrefix("minuta: There is no record '@9'."), "\(none.errors)")
  }

  @Test func `untagged time is listed by the word that the list shows`() async throws {
    _ = try await output("log", "5m")
    let list = try await output("list", "all", "--untagged")
    #expect(list.contains("1 record, 5m."))
    #expect(try await output("list", "untagged", "all") == list)
    #expect(try await output("list", "all", "untagged") == list)
  }

  @Test func `gaps add up as they are printed`() async throws {
    for (start, end) in [("9:00:00", "9:59:20"), ("10:30", "10:59:20"), ("11:30", "12:00")] {
      let times = ["--start", "2026-11-05 \(start)", "--end", "2026-11-05 \(end)"]
      _ = try await fixture.run(["log", "Globex"] + times)
    }
    let gaps = try await output("gaps", "2026-11-05")
    #expect(gaps.hasPrefix("2026-11-05: 2 gaps, 1h 01m.\n"), "\(gaps)")
    #expect(gaps.contains(#/  31m\n.*  30m\n/#), "\(gaps)")
    let days = try await output("gaps", "2026-11")
    #expect(days.contains(" 2026-11-05  1h 01m\n"), "\(days)")
  }

  @Test func `a deleted record shows the name of its deleted tag`() async throws {
    _ = try await output("delete", "@1")
    _ = try await output("tag-delete", "Globex", "--yes")
    #expect(try await output("deleted").contains("  1h 00m  Globex  "))
  }

  @Test func `the answer about a record shows its comment and labels`() async throws {
    for (words, part) in [
      (["start", "Globex", "-m", "Fix it", "+client=Ada"], #"), "Fix it #client=Ada"."#),
      (["status"], #", "Fix it #client=Ada". Today"#),
      (["stop", "+done"], #"), "Fix it #client=Ada #done"."#),
      (["log", "Globex", "5m", "-m", String(repeating: "x", count: 80)], "xxxxx…\"."),
    ] {
      let said = try await fixture.run(words).output
      #expect(said.contains(part), "\(said)")
    }
  }

  @Test func `an undo by a number says that it is a number of the history`() async throws {
    #expect(try await output("undo", "1").hasPrefix("Undid call 1 of the history, 'log': "))
    #expect(try await output("undo").hasPrefix("Undid 'log': "))
    #expect(try await output("history").contains("  (undone)\n"))
    _ = try await output("redo")
    for _ in 0..<2 { _ = try await output("log", "Globex", "5m") }
    for _ in 0..<2 { _ = try await output("log", "Globex", "5m") }
    let advice = "You can undo the last 2 calls instead."
    let refused = try await fixture.run("undo", "2")
    #expect(refused.status == 3 && refused.errors.contains("\(advice) Add --yes"))
    #expect(refused.errors.contains("\n  minuta undo --to "))
    let planned = try await output("undo", "2", "--dry-run")
    #expect(planned.contains(advice) && planned.contains("\n  minuta undo --to "), "\(planned)")
    let second = try await output("undo", "2", "--yes")
    let commands = "\n  minuta redo\n  minuta undo --to "
    #expect(second.contains("To undo the last 2 calls instead, run two commands.\(commands)"))
  }
}

extension JSONValue {
  /// The comment of the only record in a result.
  fileprivate var comment: String? { self["value"]?["records"]?.array?.first?["comment"]?.string }
}
