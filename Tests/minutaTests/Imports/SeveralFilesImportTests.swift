import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Imports of several files with the same records.
struct SeveralFilesImportTests {
  private let fixture: MinutaFixture

  init() throws { fixture = try MinutaFixture() }

  /// Writes a text to files and returns their paths.
  private func write(_ text: String, to names: String...) throws -> [String] {
    for name in names { try fixture.home.write(text, to: name) }
    return names.map { "\(fixture.home.path)/\($0)" }
  }

  @Test func `a record in two files of one import is added once`() async throws {
    let line = "inc 20240517T083000Z - 20240517T090000Z # Work\n"
    let files = try write(line, to: "a.data", "b.data")
    let value = try await fixture.outcome(["import"] + files)["value"]
    #expect(value?["added"] == 1 && value?["skippedCount"] == 1)
  }

  @Test(arguments: [true, false])
  func `a dry run counts records of several files once, however many there are`(
    isDryRun: Bool
  ) async throws {
    let lines = (100..<1600).map { number in
      let time = "202\(number / 1000)05\(10 + number % 20)T\(10 + number / 20 % 10)"
      return "inc \(time)\(number % 50 + 10)00Z - \(time)\(number % 50 + 10)30Z # \"\(number)\"\n"
    }
    let files = try write(lines.joined(), to: "a.data", "b.data")
    let value = try await fixture.outcome(["import"] + files + (isDryRun ? ["--dry-run"] : []))
    #expect(value["value"]?["added"] == 1500 && value["value"]?["skippedCount"] == 1500)
    let reasons = value["value"]?["skipped"]?.array?.compactMap { $0["reason"]?.string } ?? []
    #expect(reasons.first == "an earlier file has the same entry")
  }

  @Test(arguments: [[], ["--dry-run"], ["--update"], ["--dry-run", "--update"]])
  func `an id that a file has twice counts once`(flags: [String]) async throws {
    let frames = (0..<1100).map { number in
      let day = "2024-05-\(10 + number / 60)T08"
      return #"{"id":"\#(number)","start":"\#(day):\#(10 + number % 40):00Z","#
        + #""stop":"\#(day):59:00Z","project":"Work","tags":[]}"#
    }
    let files = try write("[\((frames + frames).joined(separator: ","))]", to: "log.json")
    let value = try await fixture.outcome(["import", "watson"] + flags + files)["value"]
    #expect(value?["added"] == 1100 && value?["skippedCount"] == 1100)
    #expect(value?["skipped"]?.array?.first?["reason"] == "an earlier entry has the same id")
  }

  @Test func `ids that differ in any part are different records`() async throws {
    let records = ["11111111-1111-4111-1111-111111114111", "22222222-2222-4222-2222-222222224222"]
      .map { id in
        #"{"id":"\#(id)","startTime":"2024-05-17T08:30:00Z","endTime":"2024-05-17T09:00:00Z","#
          + #""durationSeconds":1800}"#
      }
    let file = try write("[\(records.joined(separator: ","))]", to: "own.json")
    #expect(try await fixture.outcome(["import"] + file)["value"]?["added"] == 2)
  }

  @Test func `rows of a table without ids that look equal are all added, once`() async throws {
    // The comments are equal apart from an invoice, or in another Unicode form.
    let rows =
      ["x", "x #billed=2026-1", "caf\u{E9}", "cafe\u{301}"].map { comment in
        "2024-05-17,09:00,10:00,Work,\(comment)"
      } + ["2024-05-17,09:00,10:00,work,x"]
    let file = try write(
      (["Date,Start,End,Tag,Comment"] + rows).joined(separator: "\n") + "\n",
      to: "own.csv"
    )
    #expect(try await fixture.outcome(["import"] + file)["value"]?["added"] == 5)
    let again = try await fixture.outcome(["import"] + file)["value"]
    #expect(again?["added"] == 0 && again?["unchanged"] == 5)
  }

  @Test func `files of different programs are imported by themselves`() async throws {
    let toggl = "Description,Start date,Start time,End date,End time\n"
    let clockify = "Project,Description,Start Date,Start Time,End Date,End Time\n"
    let files = try write(toggl, to: "a.csv") + write(clockify, to: "b.csv")
    let errors = try await fixture.run(["import"] + files).errors.replacing(
      fixture.home.path,
      with: ""
    )
    #expect(
      errors == """
        minuta: '/a.csv' is a file of Toggl Track, but '/b.csv' is a file of Clockify. \
        Import the files of each program by themselves.

        """
    )
  }

  @Test func `the formats of a folder are named, and one of them is imported`() async throws {
    _ = try write("i 2026-10-20 08:00:00 a\no 2026-10-20 09:00:00\n", to: "mix/a.timeclock")
    _ = try write("2024-05-17\n    1h Call\n", to: "mix/a.klg")
    _ = try write("Start,End\n", to: "mix/a.csv")
    let folder = "\(fixture.home.path)/mix"
    let errors = try await fixture.run("import", folder).errors
    #expect(errors.contains("has files of several formats: klog, timeclock, csv. Put the name of "))
    let value = try await fixture.outcome(["import", "klog", folder])["value"]
    #expect(value?["added"] == 1 && value?["format"] == "klog")
  }

  @Test func `the name of a format leaves out the other CSV files of a folder`() async throws {
    let toggl = "Description,Start date,Start time,End date,End time\n"
    let clockify = "Project,Description,Start Date,Start Time,End Date,End Time,Duration (h)\n"
    let times = "2024-05-17,08:30:00,2024-05-17,09:00:00"
    _ = try write("\(toggl)Call,\(times)\n", to: "mix/toggl.csv")
    _ = try write("\(clockify)Acme,Mail,\(times),00:30:00\n", to: "mix/clockify.csv")
    let folder = "\(fixture.home.path)/mix"
    for format in ["toggl", "clockify"] {
      let value = try await fixture.outcome(["import", format, folder])["value"]
      #expect(value?["added"] == 1 && value?["format"] == .string(format))
    }
  }

  @Test func `equal lengths in two files of one import are two records`() async throws {
    let files = try write("2024-05-17\n    1h Call\n", to: "a.klg", "b.klg")
    let value = try await fixture.outcome(["import"] + files)["value"]
    #expect(value?["added"] == 2 && value?["totalSeconds"] == 7200)
    let again = try await fixture.outcome(["import"] + files)["value"]
    #expect(again?["added"] == 0 && again?["unchanged"] == 2)
  }

  /// An import whose time grew with the square of the number of such entries would take minutes.
  @Test(.timeLimit(.minutes(1)))
  func `entries that start at once are imported as fast as others`() async throws {
    let entries = (0..<6000).map { "    8:00 - 9:00 Task \($0)\n" }
    try fixture.home.write("2024-05-17\n\(entries.joined())", to: "day.klg")
    let outcome = try await fixture.outcome(["import", "\(fixture.home.path)/day.klg"])
    #expect(outcome["value"]?["added"] == 6000)
  }
}
