import Foundation
import JSONText
import MinutaTestSupport
import Testing

struct ImportCommandTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
    try write(
      """
      inc 20240517T083000Z - 20240517T090000Z # Work review # "Fix the login"
      inc 20240517T100000Z - 20240517T113000Z # Acme/Website
      inc 20240518T100000Z

      """
    )
  }

  private func write(_ text: String) throws {
    try fixture.home.write(text, to: "2024-05.data")
  }

  /// Imports the file and returns the numbers of records by what became of them.
  private func changes(_ flags: String...) async throws -> [Int?] {
    let outcome = try await fixture.outcome(["import", file] + flags)
    return ["added", "updated", "unchanged", "deleted"].map { outcome["value"]?[$0]?.integer }
  }

  private var file: String { "\(fixture.home.path)/2024-05.data" }

  @Test(.requires("strace"), arguments: [[], ["--dry-run"]])
  func `a file to import is opened once`(flags: [String]) async throws {
    let text =
      "Start,End,Project\n2024-05-17 08:30,2024-05-17 09:00,Work\n2024-05-18,2024-05-18,a\n"
    try fixture.home.write(text, to: "two.csv")
    let opens = try await fixture.shell(
      """
      strace -f -qq -o opens -e trace=openat,openat2 -- "$0" import two.csv \
        \(flags.joined(separator: " ")) > out
      grep -c two.csv opens
      """
    )
    #expect(opens == "1\n")
  }

  @Test func `another tag order changes the records of an earlier import`() async throws {
    #expect(try await changes() == [2, 0, 0, 0])
    #expect(try await changes("--tag-order", "review,Work", "--update") == [0, 1, 1, 0])
    let records = try await fixture.outcome(["list", "all"])["value"]?["records"]?.array ?? []
    #expect(records.map { $0["comment"]?.string } == ["Fix the login #Work", nil])
    #expect(try await changes("--update") == [0, 1, 1, 0])
  }

  @Test func `a dry run shows the first records, the totals and the skipped lines`() async throws {
    let before = try fixture.content()
    let result = try await fixture.run("import", file, "--dry-run")
    #expect(
      result.output.replacing(fixture.home.path, with: "") == """
        Would import 2 records from Timewarrior, 2h 00m in all. 1 entry skipped. 1 record has labels \
        besides the tag; to make one of them the tag, add --tag-order LABEL. Dry run: nothing was written.
          2024-05-17  10:30  11:00     30m  Work          Fix the login #review
          2024-05-17  12:00  13:30  1h 30m  Acme/Website
          Acme/Website  1  1h 30m
          Work          1     30m
          #review  1
          skipped /2024-05.data, line 3: it is still running

        """
    )
    #expect(try fixture.content() == before)
  }

  @Test func `a second import adds nothing`() async throws {
    #expect(try await changes() == [2, 0, 0, 0])
    let content = try fixture.content()
    #expect(try await changes() == [0, 0, 2, 0])
    #expect(try fixture.content() == content)
  }

  @Test func `a dry run of a repeated import shows only what is new`() async throws {
    _ = try await changes()
    try fixture.home.write(
      """
      inc 20240517T083000Z - 20240517T090000Z # Work review # "Fix the login"
      inc 20240517T100000Z - 20240517T113000Z # Acme/Website
      inc 20240519T100000Z - 20240519T110000Z # Work

      """,
      to: "2024-05.data"
    )
    let result = try await fixture.run("import", file, "--dry-run")
    #expect(
      result.output.hasPrefix(
        """
        Would import 1 of 3 records from Timewarrior. 2 records already there. \
        Dry run: nothing was written.
          2024-05-19  12:00  13:00  1h 00m  Work
          Work  1  1h 00m

        """
      )
    )
  }

  @Test func `times that a clock shows twice or never are named with their lines`() async throws {
    try fixture.home.write(
      """
      Start,End,Tag
      2024-03-31 02:30,2024-03-31 04:00,Work
      2024-10-27 02:30,2024-10-27 04:00,Work

      """,
      to: "times.csv"
    )
    for flags in [["--dry-run"], []] {
      let result = try await fixture.run(["import", "\(fixture.home.path)/times.csv"] + flags)
      #expect(result.output.contains(" 2 times or lengths affected by a clock change."))
      #expect(
        result.output.replacing(fixture.home.path, with: "").hasSuffix(
          """
            /times.csv, line 2: 02:30 does not exist on 2024-03-31 in Europe/Zurich; using 03:30.
            /times.csv, line 3: 02:30 occurs twice on 2024-10-27 in Europe/Zurich; using the first.

          """
        )
      )
    }
  }

  @Test func `columns and durations that aren't imported are named`() async throws {
    try fixture.home.write(
      """
      start,end,duration,tag,user,rate
      2024-05-17 08:30,2024-05-17 09:30,1:00,Work,Ann,90
      2024-05-17 10:00,2024-05-17 11:00,0:45,Work,Ann,90

      """,
      to: "times.csv"
    )
    let file = "\(fixture.home.path)/times.csv"
    for flags in [["--dry-run"], []] {
      let result = try await fixture.run(["import", file] + flags)
      #expect(result.output.contains(" 2 columns not imported. 1 duration ignored."))
      #expect(
        result.output.replacing(fixture.home.path, with: "").hasSuffix(
          """
            columns not imported: user, rate
            /times.csv, line 3: its duration is 45m, but it lasts 1h 00m from start to end

          """
        )
      )
    }
    let value = try await fixture.outcome(["import", file])["value"]
    #expect(value?["ignoredColumns"] == ["user", "rate"])
    #expect(value?["ignoredDurationCount"] == 1)
    #expect(value?["ignoredDurations"]?.array?.first?["line"] == 3)
  }

  @Test(arguments: [
    "date,start,end,duration,tag,comment", "startUTC,endUTC,tag,comment",
    "date,start,end,client,project,task,comment,labels,hours",
  ])
  func `an export without ids adds nothing when it is imported again`(
    _ columns: String
  ) async throws {
    try write(
      """
      inc 20240517T083020Z - 20240517T090010Z # Work review # "Fix the login"
      inc 20240517T083040Z - 20240517T090050Z # Work review # "Fix the login"
      inc 20240517T100000Z - 20240517T113059Z # Acme/Website # "=1+1"
      inc 20240518T100000Z - 20240518T100000Z

      """
    )
    #expect(try await changes() == [4, 0, 0, 0])
    let file = "\(fixture.home.path)/export.csv"
    let export = try await fixture.run("export", "csv", "--columns", columns, "--output", file)
    #expect(export.status == 0, "\(export.errors)")
    let content = try fixture.content()
    let again = try await fixture.outcome(["import", file])["value"]
    #expect(again?["added"] == 0 && again?["unchanged"] == 4)
    #expect(try fixture.content() == content)
    // In another account, equal records are other people's.
    let other = try await fixture.outcome(["import", file, "--account", "Bo"])["value"]
    #expect(other?["added"] == 4)
  }

  @Test func `an export is recognized after an invoice marked its records`() async throws {
    try await fixture.shell(
      "minuta log Acme --start '2024-05-17 09:00' --end '2024-05-17 10:00' -m 'Plan #billable'"
    )
    let file = "\(fixture.home.path)/export.csv"
    let columns = "date,start,end,tag,comment"
    _ = try await fixture.run("export", "csv", "--columns", columns, "--output", file)
    let rates = #"{"rates": [{"tag": "Acme", "rate": "90", "currency": "EUR"}]}"#
    try fixture.home.write(rates, to: ".config/minuta/settings.json")
    let billed = try await fixture.run("invoice", "Acme", "2024-05")
    #expect(billed.status == 0, "\(billed)")
    let content = try fixture.content()
    let again = try await fixture.outcome(["import", file])["value"]
    #expect(again?["unchanged"] == 1)
    #expect(try fixture.content() == content)
  }

  @Test func `equal records are added as often as an export has them`() async throws {
    let rows = ["09:00,10:00", "09:00,10:00", "09:00,10:00", "11:00,12:00"]
    let file = "\(fixture.home.path)/export.csv"
    func change(_ rows: some Sequence<String>, _ flags: String...) async throws -> [Int?] {
      let lines = rows.map { "2024-05-17,\($0),Work,\n" }.joined()
      try fixture.home.write("Date,Start Time,End Time,Tag,Comment\n" + lines, to: "export.csv")
      let value = try await fixture.outcome(["import", file] + flags)["value"]
      return ["added", "unchanged"].map { value?[$0]?.integer }
    }
    try await fixture.shell("minuta log Work --start '2024-05-17 09:00' --end '2024-05-17 10:00'")
    #expect(try await change(rows[...0]) == [0, 1])
    #expect(try await change(rows, "--dry-run") == [3, 1])
    #expect(try await change(rows) == [3, 1])
    #expect(try await change(rows) == [0, 4])
    #expect(try await change(rows.reversed()) == [0, 4])
    #expect(try fixture.records().count == 4)
    // The ids of imported records are of UUID version 8.
    let ids = try fixture.records().compactMap { $0["id"]?.string }
    for id in ids where id.dropFirst(14).first == "8" {
      try await fixture.shell("minuta delete \(id) --yes")
      #expect(try await change(rows) == [0, 3])
      #expect(try await change(rows, "--restore") == [1, 3])
    }
    #expect(try fixture.records().count == 4)
  }

  @Test func `the running frame of a Watson folder is named as skipped`() async throws {
    let id = "3f2a9c1d0b7e4a5f8c6d1e2f3a4b5c6d"
    let frame = #"[1714636800,1714640400,"apollo","\#(id)",[],1714640400]"#
    try fixture.home.write("[\(frame)]", to: "watson/frames")
    for (state, isRunning) in [
      ("{}", false), (#"{"project":"apollo","start":1714650000,"tags":[]}"#, true),
    ] {
      try fixture.home.write(state, to: "watson/state")
      let result = try await fixture.run("import", "\(fixture.home.path)/watson", "--dry-run")
      #expect(result.output.contains("Would import 1 record from Watson"))
      let note = "/watson/state, line 1: it is still running\n"
      #expect(result.output.hasSuffix(note) == isRunning)
      #expect(result.output.contains("1 entry skipped.") == isRunning)
    }
  }

  @Test func `records are counted even if a file of the data folder is unusable`() async throws {
    try fixture.home.write("", to: "store/records/2024/05/2024-05-17_080000.json")
    #expect(try await changes() == [2, 0, 0, 0])
    #expect(try await changes() == [0, 0, 2, 0])
  }

  @Test func `one undo removes an import, and --restore adds it again`() async throws {
    _ = try await changes()
    let undone = try await fixture.run("undo").output
    #expect(undone.hasPrefix("Undid an import of 2 records: 'Acme/Website', 2024-05-17 12:00 to"))
    let redone = try await fixture.run("redo").output
    #expect(redone.hasPrefix("Redid an import of 2 records: "))
    _ = try await fixture.run("undo")
    #expect(try fixture.records().isEmpty)
    #expect(try await changes() == [0, 0, 0, 2])
    #expect(try await changes("--restore") == [2, 0, 0, 0])
    #expect(try fixture.records().count == 2)
  }

  @Test func `a record that was deleted here isn't added again`() async throws {
    _ = try await changes()
    _ = try await fixture.run("delete", try fixture.shortID(), "--yes")
    #expect(try await changes() == [0, 0, 1, 1])
  }

  @Test func `--update changes only the records that differ`() async throws {
    let id = { (end: String) in
      #"[{"id":"a","start":"2024-05-17T08:00:00Z","stop":"\#(end)","#
        + #""project":"Work","tags":[]}]"#
    }
    func change(_ end: String, _ flags: String...) async throws -> [Int?] {
      try fixture.home.write(id(end), to: "log.json")
      let words = ["import", "watson", "\(fixture.home.path)/log.json"] + flags
      let value = try await fixture.outcome(words)["value"]
      return ["added", "updated", "unchanged"].map { value?[$0]?.integer }
    }
    #expect(try await change("2024-05-17T09:00:00Z") == [1, 0, 0])
    #expect(try await change("2024-05-17T10:00:00Z") == [0, 0, 1])
    #expect(try await change("2024-05-17T10:00:00Z", "--update") == [0, 1, 0])
    #expect(try await change("2024-05-17T10:00:00Z", "--update") == [0, 0, 1])
    #expect(try fixture.records().map { $0["endTime"] } == ["2024-05-17T10:00:00Z"])
  }

  @Test func `a file with a broken line is refused as a whole`() async throws {
    try write("inc 20240517T083000Z - 20240517T090000Z # Work\ninc nonsense\n")
    let before = try fixture.content()
    let result = try await fixture.run("import", file)
    #expect(result.status == 2)
    #expect(
      result.errors == """
        minuta: Can't read '\(file)', line 2: 'nonsense' isn't a time. Nothing was imported. \
        Correct the file, or add --skip-invalid to leave this out.

        """
    )
    #expect(try fixture.content() == before)
    #expect(try await changes("--skip-invalid") == [1, 0, 0, 0])
  }

  @Test(arguments: [
    (["nothing.csv"], "Can't read 'nothing.csv': No such file or directory."),
    (["empty"], "The folder 'empty' has no files of a known format. Name the files."),
    (["photo.png"], "'photo.png' is a binary file, which can't be imported. Export the records "),
    (["notes.txt"], "'notes.txt' is a text file of an unknown format. If it has one of these, "),
    (["--account", "--dry-run", "2024-05.data"], "The flag '--account' needs a value."),
    (["2024-05.data", "--time-zone", "Foo"], "'Foo' is not valid for '--time-zone'. Use a time "),
    (["--format", "foo", "/etc/passwd"], "Unknown format 'foo'. The formats are "),
    (
      ["watson", "2024-05.data"],
      "Can't read '2024-05.data', line 1: it doesn't follow the format. Nothing was imported."
    ),
  ])
  func `a file that can't be imported gets one clear sentence`(
    _ words: [String],
    _ sentence: String
  ) async throws {
    try fixture.home.write("\u{89}PNG\r\n\u{1A}\n\0\0\0\rIHDR", to: "photo.png")
    try fixture.home.write("Buy milk\n", to: "notes.txt")
    try fixture.home.write("", to: "empty/none")
    let names = ["2024-05.data", "photo.png", "notes.txt", "empty"]
    let words = words.map { names.contains($0) ? "\(fixture.home.path)/\($0)" : $0 }
    let result = try await fixture.run(["import"] + words)
    #expect(result.status == 2)
    #expect(result.errors.replacing("\(fixture.home.path)/", with: "").contains(sentence))
    #expect(result.output == "")
  }

  @Test func `--skip-invalid names the lines that it leaves out`() async throws {
    try write("inc 20240517T083000Z - 20240517T090000Z # Work\ninc nonsense\n")
    let result = try await fixture.run("import", file, "--skip-invalid")
    #expect(result.output.contains("1 entry skipped."))
    #expect(result.output.contains("line 2: 'nonsense' isn't a time"))
  }

  @Test func `a comment that is too long is named before anything is imported`() async throws {
    let long = String(repeating: "x", count: 100_001)
    let first = "inc 20240517T083000Z - 20240517T090000Z # Work\n"
    try write(first + "inc 20240518T083000Z - 20240518T090000Z # # \"\(long)\"\n")
    let result = try await fixture.run("import", file)
    #expect(result.errors.contains("line 2: its comment or tag has more than 100000 characters"))
    #expect(try fixture.records().isEmpty)
  }

  @Test func `a folder is imported as the files of its format`() async throws {
    try fixture.home.write(
      "inc 20240601T080000Z - 20240601T090000Z\n",
      to: "timew/data/2024-06.data"
    )
    try fixture.home.write("", to: "timew/data/tags.data")
    let result = try await fixture.run("import", "\(fixture.home.path)/timew")
    #expect(result.output == "Imported 1 record from Timewarrior, 1h 00m in all.\n")
  }

  @Test func `a read-only server refuses an import`() async throws {
    let request = #"{"jsonrpc":"2.0","id":1,"method":"Import","params":{"files":["\#(file)"]}}"#
    let result = try await fixture.run(["rpc", "--read-only"], input: request + "\n")
    #expect(result.output.contains(#""code":"readOnly""#))
    #expect(try fixture.records().isEmpty)
  }
}
