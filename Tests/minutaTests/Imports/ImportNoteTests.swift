import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Sentences of an import about records that it changes, or leaves as they are.
struct ImportNoteTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  /// Writes a folder of Watson with a frame on each of several days, in projects `p0` to `p3`.
  private func writeFrames(_ count: Int, minutes: Int) throws -> String {
    let frames = (0..<count).map { index in
      let start = 1_791_183_600 + index * 86_400
      let id = String(repeating: "0", count: 31) + "\(index)"
      return "[\(start),\(start + minutes * 60),\"p\(index % 4)\",\"\(id)\",[],\(start)]"
    }
    try fixture.home.write("[\(frames.joined(separator: ","))]", to: "watson/frames")
    return "\(fixture.home.path)/watson"
  }

  @Test func `--update leaves billed records as they are, and imports all others`() async throws {
    let rates = #"{"rates": [{"tag": "p2", "rate": "90", "currency": "EUR"}]}"#
    try fixture.home.write(rates, to: ".config/minuta/settings.json")
    let folder = try writeFrames(4, minutes: 60)
    _ = try await fixture.run("import", folder)
    let billed = try await fixture.run("invoice", "p2", "2026-10")
    #expect(billed.status == 0, "\(billed)")
    _ = try writeFrames(5, minutes: 90)
    let note =
      " 1 record left as is, billed by '2026-001'; to update, unlock the invoice."
    let command = "\n  minuta invoice unlock 2026-001\n"
    let planned = try await fixture.run("import", folder, "--update", "--dry-run")
    #expect(
      planned.output.contains("Would import 1 of 5 records from Watson. Would update 3 records.")
    )
    #expect(planned.output.contains(note) && planned.output.contains(command))
    let result = try await fixture.run("import", folder, "--update")
    let sentence = "Imported 1 of 5 records from Watson. Updated 3 records.\(note)\(command)"
    #expect(result.output.hasPrefix(sentence))
    let again = try await fixture.outcome(["import", folder, "--update"])["value"]
    #expect(again?["unchanged"] == 4 && again?["locked"] == 1)
    #expect(again?["invoices"] == ["2026-001"])
    #expect(try await fixture.run("invoice", "unlock", "2026-001").status == 0)
    let unlocked = try await fixture.outcome(["import", folder, "--update"])["value"]
    #expect(unlocked?["updated"] == 1 && unlocked?["locked"] == 0)
    #expect(unlocked?["invoices"] == [])
  }

  @Test func `a record across a clock change is named if its times show another length`()
    async throws
  {
    try fixture.home.write(
      "i 2026-10-25 01:00:00 acme:web\no 2026-10-25 04:00:00\n",
      to: "c.timeclock"
    )
    let result = try await fixture.run("import", "\(fixture.home.path)/c.timeclock")
    #expect(result.output.contains("4h 00m in all. 1 time or length affected by a clock change."))
    let note = "its times are 3h 00m apart, but it lasts 4h 00m, as the clock changes\n"
    #expect(result.output.hasSuffix("c.timeclock, line 1: \(note)"))
  }

  @Test func `the entries below an invalid date of klog are named, and notes aren't entries`()
    async throws
  {
    let text = "2026-10-20 (8h!)\nA good day\n  9:00 - 10:00\n\n"
    try fixture.home.write(
      text + "2026-13-20\nnotes\n  8:00 - 9:00 work\n    all day\n  1h\n",
      to: "a.klg"
    )
    let file = "\(fixture.home.path)/a.klg"
    let refused = try await fixture.run("import", file)
    #expect(refused.errors.contains("a.klg', line 5: it doesn't follow the format; expected 'YYYY"))
    let result = try await fixture.run("import", file, "--skip-invalid")
    #expect(
      result.output.hasPrefix("Imported 1 record from klog, 1h 00m in all. 3 entries skipped.")
    )
    for line in [7, 9] {
      let note = "a.klg, line \(line): it belongs to line 5, which can't be read\n"
      #expect(result.output.contains(note))
    }
    #expect(result.output.contains("1 element of the kind 'should-total' isn't a record\n"))
  }

  @Test func `a record that is longer than a day is named, as with a wrong order of the date`()
    async throws
  {
    let rows = "Project,Begin,End\nWork,01/05/2024 22:00,02/05/2024 02:00\n"
    try fixture.home.write(rows, to: "a.csv")
    let words = ["import", "\(fixture.home.path)/a.csv", "--dry-run", "--date-order"]
    let note = " 1 record lasts longer than a day; the longest, in line 2, lasts 724h 00m."
    #expect(try await fixture.run(words + ["mdy"]).output.contains(note))
    #expect(try await !fixture.run(words + ["dmy"]).output.contains("longer than a day"))
  }

  @Test func `--update names the records that it changes, with their old and new values`()
    async throws
  {
    func change(_ end: String, _ project: String, _ flags: String...) async throws -> String {
      try fixture.home.write(
        """
        [{"id":"a","start":"2024-05-17T08:00:00Z","stop":"2024-05-17T\(end)Z",
          "project":"\(project)","tags":[]}]
        """,
        to: "log.json"
      )
      let words = ["import", "watson", "\(fixture.home.path)/log.json"] + flags
      return try await fixture.run(words).output
    }
    _ = try await change("09:00:00", "Work")
    let id = try #require(try fixture.records().first?["id"]?.string).prefix(8)
    let line =
      "\n  updated \(id): tag 'Work' is now 'Play', end '2024-05-17 11:00' is now "
      + "'2024-05-17 12:00'\n"
    let planned = try await change("10:00:00", "Play", "--update", "--dry-run")
    #expect(planned.contains(line), "\(planned)")
    let updated = try await change("10:00:00", "Play", "--update")
    #expect(updated.contains(line), "\(updated)")
  }

  @Test func `a break of klog is named with its length`() async throws {
    try fixture.home.write("2026-10-20\n  8:00 - 17:00 work\n  -30m lunch\n", to: "a.klg")
    let result = try await fixture.run("import", "\(fixture.home.path)/a.klg")
    #expect(
      result.output.hasPrefix("Imported 1 record from klog, 8h 30m in all. 1 break cut from ")
    )
    #expect(!result.output.contains("skipped"))
    let note = "line 3: it is a break of 30m, cut from the time before it\n"
    #expect(result.output.hasSuffix(note))
  }

  @Test func `records that differ in the file are counted, and --update changes them`() async throws
  {
    let folder = try writeFrames(3, minutes: 60)
    _ = try await fixture.run("import", folder)
    _ = try writeFrames(2, minutes: 90)
    let text = "2 records already there. 2 of them differ from the file; add --update to take its "
    for flags in [["--dry-run"], []] {
      let result = try await fixture.run(["import", folder] + flags)
      #expect(result.output.contains(": nothing to import. \(text)values."))
    }
    let value = try await fixture.outcome(["import", folder, "--update"])["value"]
    #expect(value?["updated"] == 2 && value?["differing"] == 0)
    let again = try await fixture.outcome(["import", folder])["value"]
    #expect(again?["unchanged"] == 2 && again?["differing"] == 0)
  }

  @Test func `--update keeps a text that the file doesn't have, and sets the labels`() async throws
  {
    let folder = try writeFrames(1, minutes: 60)
    _ = try await fixture.run("import", folder)
    for (comment, updated, expected) in [("A\nB", 0, "A\nB"), ("A #billable", 1, "A")] {
      _ = try await fixture.run("edit", "last", "--comment", comment)
      let value = try await fixture.outcome(["import", folder, "--update"])["value"]
      #expect(value?["updated"]?.integer == updated)
      #expect(try fixture.records().map { $0["comment"]?.string } == [expected])
    }
  }

  @Test func `spellings, names with a '/', words with a '#' and users are counted`() async throws {
    try fixture.home.write(
      """
      User,Client,Project,Description,Start date,Start time,Duration
      Ann,Acme,Website,Fix #12 for #ada,2026-10-20,08:00:00,00:30:00
      Bo,acme,website,,2026-10-20,09:00:00,00:30:00
      Ann,Müller / Co,,,2026-10-20,10:00:00,00:30:00

      """,
      to: "a.csv"
    )
    let note =
      " 2 spellings differ only in case; they become one tag. 1 name has a '/' and becomes several "
      + "levels: 'Müller / Co'. 2 words in the texts become labels, such as '#12'. 2 users in the "
      + "file; all are imported."
    let planned = try await fixture.run("import", "\(fixture.home.path)/a.csv", "--dry-run")
    #expect(planned.output.contains(note))
    #expect(planned.output.contains("  Acme/Website  2  1h 00m\n  Müller/Co     1     30m\n"))
    #expect(try await fixture.run("import", "\(fixture.home.path)/a.csv").output.contains(note))
  }

  @Test func `a changed entry without an id is added, and the result says so`() async throws {
    let file = "\(fixture.home.path)/a.timeclock"
    func write(_ end: String) throws {
      try fixture.home.write("i 2026-10-20 08:00:00 a\no 2026-10-20 \(end)\n", to: "a.timeclock")
    }
    try write("09:00:00")
    let first = try await fixture.run("import", file)
    #expect(first.output.hasPrefix("Imported 1 record from Timeclock (hledger, Ledger), 1h 00m in"))
    #expect(!first.output.contains("overlap"))
    try write("09:30:00")
    let overlap = " 1 of them overlaps records that are already here."
    for flags in [["--dry-run"], []] {
      let result = try await fixture.run(["import", file, "--update"] + flags)
      #expect(result.output.contains("1h 30m in all.\(overlap) Times are read in Europe/Zurich."))
      #expect(result.output.contains(" have no ids, so a changed one is added as a new one."))
    }
    try write("10:00:00")
    let plain = try await fixture.run("import", file)
    #expect(plain.output.contains(overlap) && !plain.output.contains("have no ids"))
    let again = try await fixture.outcome(["import", file, "--update"])["value"]
    #expect(again?["added"] == 0 && again?["overlapping"] == 0)
  }

  @Test func `records of one import that overlap each other aren't counted as overlapping`()
    async throws
  {
    let lines = "i 2026-10-20 08:00:00 a\ni 2026-10-20 08:30:00 b\no 2026-10-20 09:00:00 b\n"
    try fixture.home.write(lines + "o 2026-10-20 09:30:00 a\n", to: "a.timeclock")
    let value = try await fixture.outcome(["import", "\(fixture.home.path)/a.timeclock"])["value"]
    #expect(value?["added"] == 2 && value?["overlapping"] == 0)
  }

  @Test(arguments: ["klog", "org", "timeclock", "toggl", "kimai"])
  func `an export that is imported again overlaps the records that it was made from`(
    _ format: String
  ) async throws {
    try await fixture.shell(
      """
      minuta log Acme/Web --start "2026-10-19 09:00" --end "2026-10-19 10:00" -m Plan
      minuta log Acme/Web --start "2026-10-20 10:00" --end "2026-10-20 11:00" -m Plan
      """
    )
    let file = "\(fixture.home.path)/export"
    _ = try await fixture.run("export", format, "--output", file)
    let value = try await fixture.outcome(["import", file, "--dry-run"])["value"]
    #expect(value?["added"] == 2 && value?["overlapping"] == 2)
  }

  @Test func `a dry run shows an end on the next day, and untagged records last`() async throws {
    let rows = "2026-10-20 23:00,2026-10-21 00:30,\n2026-10-20 08:00,2026-10-20 09:00,Work\n"
    try fixture.home.write("Start,End,Tag\n" + rows, to: "a.csv")
    let result = try await fixture.run("import", "\(fixture.home.path)/a.csv", "--dry-run")
    #expect(result.output.contains("  2026-10-20  23:00  +1 00:30  1h 30m  untagged\n"))
    #expect(result.output.hasSuffix("  Work      1  1h 00m\n  untagged  1  1h 30m\n"))
  }

  @Test(arguments: [[], ["hey"], ["--format", "toggl"]])
  func `the CSV files of a folder are imported`(_ words: [String]) async throws {
    let header =
      words.last == "toggl"
      ? "Description,Start date,Start time,End date,End time"
      : "Start,End,Duration,Category,Notes"
    let row =
      words.last == "toggl"
      ? "Plan,2026-10-20,08:00:00,2026-10-20,09:00:00"
      : "2026-10-20 08:00,2026-10-20 09:00,1:00,Work,Plan"
    try fixture.home.write("\(header)\n\(row)\n", to: "files/october.csv")
    let folder = "\(fixture.home.path)/files"
    let value = try await fixture.outcome(["import"] + words + [folder])["value"]
    #expect(value?["added"] == 1)
    #expect(value?["format"]?.string == (words.last == "toggl" ? "toggl" : "hey"))
  }

  @Test func `a profile with an unknown field or none of its texts is refused`() async throws {
    try fixture.home.write("von,bis,was\n2026-10-20 08:00,2026-10-20 09:00,x\n", to: "a.csv")
    func errors(_ columns: String) async throws -> String {
      let json = #"{"name": "a", "title": "A", "columns": {\#(columns)}}"#
      try fixture.home.write(json, to: "p.json")
      let paths = ["p.json", "a.csv"].map { "\(fixture.home.path)/\($0)" }
      return try await fixture.run(["import", "--profile"] + paths).errors
    }
    let unknown = try await errors(#""begin": "von", "end": "bis""#)
    #expect(unknown.contains("unknown field 'begin'; the fields are start, startTime, date, "))
    let missing = try await errors(#""start": "von", "end": "bis", "tag": "job""#)
    #expect(missing.contains("Add --column tag=was, or --column tag= to import only the times."))
    #expect(try await errors(#""start": "von", "end": "bis""#) == "")
  }

  @Test func `a time zone that doesn't exist is named`() async throws {
    let event =
      "BEGIN:VEVENT\nDTSTART;TZID=Nowhere/Bad:20240517T083000\nDURATION:PT1H\nEND:VEVENT\n"
    try fixture.home.write("BEGIN:VCALENDAR\n\(event)END:VCALENDAR\n", to: "a.ics")
    let result = try await fixture.run("import", "\(fixture.home.path)/a.ics")
    #expect(result.errors.contains(", line 2: 'Nowhere/Bad' is not a time zone. Nothing was "))
  }
}
