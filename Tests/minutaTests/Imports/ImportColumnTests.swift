import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// The flag `--column` of an import.
struct ImportColumnTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  @Test(arguments: [
    (["start=Von,end=Bis,comment=Was, genau"], "2h 00m"),
    (["start=Von", "--column", "end=Bis,comment=Was, genau,tag="], "2h 00m"),
  ])
  func `--column takes several columns with commas`(
    _ words: [String],
    _ total: String
  ) async throws {
    let row = "2024-05-17 09:00,2024-05-17 11:00,Plan"
    try fixture.home.write("Von,Bis,\"Was, genau\"\n\(row)\n", to: "h.csv")
    let file = "\(fixture.home.path)/h.csv"
    let result = try await fixture.run(["import", "csv", file, "--column"] + words)
    #expect(result.output.hasPrefix("Imported 1 record from CSV, \(total) in all. Times "))
    #expect(try fixture.records().map { $0["comment"] } == ["Plan"])
  }

  @Test(arguments: [
    ("start=Start", "has no column 'Start'. Its columns are 'Von', 'Bis', 'Was nun'."),
    (
      "start=Von,end=Bis",
      "is known as a tag or a comment. Add --column tag='Was nun', or --column tag= to import only"
    ), ("start=Von,edn=Bis", "Unknown field 'edn'. The fields are start, "),
    ("Von", "'Von' is not valid for '--column'. Use a field and a column such as "),
  ])
  func `columns that don't fit the file get one clear sentence`(
    _ columns: String,
    _ sentence: String
  ) async throws {
    let row = "2024-05-17 09:00,2024-05-17 11:00,Plan"
    try fixture.home.write("Von,Bis,Was nun\n\(row)\n", to: "h.csv")
    let file = "\(fixture.home.path)/h.csv"
    let result = try await fixture.run(["import", "csv", file, "--column", columns])
    #expect(result.errors.contains(sentence) && result.status == 2)
    #expect(try fixture.records().isEmpty)
  }

  @Test func `rows with the same key in a guessed column are records of their own`() async throws {
    let text = """
      Start,End,Key,Description
      2024-05-17 08:00,2024-05-17 09:00,PROJ-1,first
      2024-05-17 09:00,2024-05-17 10:00,PROJ-1,second
      2024-05-17 09:00,2024-05-17 10:00,PROJ-1,second

      """
    try fixture.home.write(text, to: "key.csv")
    let value = try await fixture.outcome(["import", "\(fixture.home.path)/key.csv"])["value"]
    #expect(value?["added"] == 2 && value?["skippedCount"] == 1)
    let again = try await fixture.outcome(["import", "\(fixture.home.path)/key.csv"])["value"]
    #expect(again?["added"] == 0 && again?["unchanged"] == 2)
    let changed = try await fixture.outcome(
      ["import", "\(fixture.home.path)/key.csv", "--column", "id=Key"]
    )["value"]
    #expect(changed?["added"] == 1 && changed?["skippedCount"] == 2)
  }

  /// Writes a CSV file and returns its path.
  private func write(_ rows: [String], to name: String) throws -> String {
    try fixture.home.write(rows.joined(separator: "\n") + "\n", to: name)
    return "\(fixture.home.path)/\(name)"
  }

  @Test func `a key that another file or a later import repeats loses no row`() async throws {
    let header = "Start,End,Key,Description"
    let files = try [
      ("a.csv", "2024-05-17 08:00,2024-05-17 09:00,PROJ-1,first"),
      ("b.csv", "2024-05-18 09:00,2024-05-18 10:00,PROJ-1,second"),
      ("c.csv", "2024-05-19 09:00,2024-05-19 10:00,PROJ-1,third"),
    ].map { name, row in try write([header, row], to: name) }
    let two = try await fixture.outcome(["import", files[0], files[1]])["value"]
    #expect(two?["added"] == 2)
    let third = try await fixture.outcome(["import", files[2], "--update"])["value"]
    #expect(third?["added"] == 1 && third?["updated"] == 0)
  }

  @Test func `equal lengths with the same key are records of their own`() async throws {
    let row = "2024-05-17,1.00,PROJ-1,Call"
    let file = try write(["Date,Hours,Key,Description", row, row], to: "a.csv")
    let value = try await fixture.outcome(["import", file])["value"]
    #expect(value?["added"] == 2 && value?["totalSeconds"] == 7200)
  }

  @Test(arguments: [true, false])
  func `the ids of two programs are different ones`(_ hasProfiles: Bool) async throws {
    let files = try ["Nr,Start,End,Task", "Nr,Begin,Finish,Task"].enumerated().map {
      index,
      header in
      let day = "2024-05-1\(index)"
      return try write([header, "1,\(day) 08:00,\(day) 09:00,Call"], to: "\(index).csv")
    }
    for (index, file) in files.enumerated() {
      let columns = ["Start", "End", "Begin", "Finish"][(index * 2)...]
      let json =
        #"{"name": "p\#(index)", "title": "P", "columns": {"id": "Nr", "task": "Task", "#
        + #""start": "\#(columns[index * 2])", "end": "\#(columns[index * 2 + 1])"}}"#
      try fixture.home.write(json, to: "p.json")
      let flags =
        hasProfiles ? ["--profile", "\(fixture.home.path)/p.json"] : ["--column", "id=Nr"]
      for expected in [["added": 1], ["unchanged": 1]] as [[String: JSONValue]] {
        let value = try await fixture.outcome(["import", file, "--update"] + flags)["value"]
        for (key, count) in expected { #expect(value?[key] == count) }
      }
    }
  }

  @Test func `equal rows of two users in two files are two records`() async throws {
    let files = try ["Ann", "Bo"].map { user in
      let row = "\(user),Plan,2024-05-17,08:00:00,2024-05-17,09:00:00"
      let header = "User,Description,Start date,Start time,End date,End time"
      return try write([header, row], to: "\(user).csv")
    }
    let result = try await fixture.run(["import"] + files)
    #expect(result.output.hasPrefix("Imported 2 records from Toggl Track, 2h 00m in all."))
    #expect(result.output.contains(" 2 users in the files; all are imported."))
    let again = try await fixture.outcome(["import", files[1]])["value"]
    #expect(again?["unchanged"] == 1)
  }

  @Test func `--time-zone goes before that of a profile, and --update corrects it`() async throws {
    let file = try write(["von,bis,was", "2024-05-17 08:00,2024-05-17 09:00,x"], to: "a.csv")
    try fixture.home.write(
      #"{"name": "a", "title": "A", "timeZone": "Asia/Tokyo", "#
        + #""columns": {"start": "von", "end": "bis", "id": "was", "tag": "was"}}"#,
      to: "p.json"
    )
    let words = ["import", file, "--profile", "\(fixture.home.path)/p.json", "--update"]
    for (flags, zone, start) in [
      (["--time-zone", "Asia/Kolkata"], "Asia/Kolkata", "02:30"), ([], "Asia/Tokyo", "23:00"),
      (["--time-zone", "Europe/Zurich"], "Europe/Zurich", "06:00"),
    ] {
      _ = try await fixture.run(words + flags)
      let records = try fixture.records()
      #expect(records.map { $0["timeZone"]?.string } == [zone])
      #expect(records.first?["startTime"]?.string?.hasSuffix("T\(start):00Z") == true)
    }
  }

  @Test(arguments: [
    (
      #""timezone": "UTC""#,
      "unknown key 'timezone' (did you mean 'timeZone'?); the keys are name, "
    ),
    (#""separator": "tab""#, #"'separator' isn't one character; write ";", or "\t" for a tab."#),
    (#""dateOrder": "myd""#, "'dateOrder' has a wrong value."),
  ])
  func `a member that a profile can't have is refused`(
    _ member: String,
    _ sentence: String
  ) async throws {
    let file = try write(["von,bis", "2024-05-17 08:00,2024-05-17 09:00"], to: "a.csv")
    let columns = #""columns": {"start": "von", "end": "bis"}"#
    try fixture.home.write(#"{"name": "a", "title": "A", \#(member), \#(columns)}"#, to: "p.json")
    let result = try await fixture.run(["import", "--profile", "\(fixture.home.path)/p.json", file])
    #expect(result.errors.contains(sentence) && result.status == 2, "\(result.errors)")
    #expect(try fixture.records().isEmpty)
  }
}
