import Foundation
import IntentKit
import MinutaCore
import MinutaTestSupport
import Testing

@testable import minuta

/// Tests which readings of the times of `minuta log` are left at a time of day, and the times that
/// messages suggest.
@Suite(.timeLimit(.minutes(10))) struct EntryTimesTests {
  @Test(arguments: [
    ("log X 13:00", "15:00", ["--tag X --duration 13:00", "--tag X --start 13:00 --end now"]),
    ("log X 13:00", "12:00", ["--tag X --duration 13:00"]),
    ("log X 5:59", "15:00", ["--tag X --duration 5:59"]),
    ("log X 6:00", "15:00", ["--tag X --duration 6:00", "--tag X --start 6:00 --end now"]),
    (
      "log X 14:30-13:00", "15:00",
      [
        "! The end (13:00) is before the start (14:30). If you mean 13:00 to 14:30, write 13:00-14:30."
      ]
    ),
    ("log X 14:30-13:00", "9:00", ["--tag X --start 14:30 --end 13:00"]),
    (
      "log X yesterday 14:30-13:00", "15:00",
      [
        "--tag X --start 'yesterday 14:30' --end 13:00",
        "--tag X --start 'yesterday 13:00' --end 14:30",
      ]
    ),
    (
      "log X 12:00-9:00", "22:00",
      [
        "! The end (9:00) is before the start (12:00). If you mean 12:00 to 21:00, write 12:00-21:00."
      ]
    ),
    ("log X 8-5", "22:00", ["--tag X --start 8 --end 17:00"]),
    (
      "log Phase 9 1h", "8:00",
      ["--tag Phase --start 9 --duration 1h", "--tag 'Phase 9' --duration 1h"]
    ),
  ])
  func `only readings that can have passed are offered`(
    line: String,
    time: String,
    expected: [String]
  ) throws {
    let days = LocalCalendar(timeZone: .gmt)
    let noon = Date(timeIntervalSince1970: 1_795_348_800)
    let now = try #require(DateTimeParser(now: noon, days: days).instant(time)).date
    let parser = DateTimeParser(now: now, days: days)
    let words = try #require(line.shellWords)
    var found: [String]
    do throws(Failure) {
      found = try CommandLineReader.readings(words).loggable(by: parser, now: now).map(\.flags)
    } catch {
      found = ["! \(error.message)"]
    }
    #expect(found == expected)
  }

  @Test(arguments: [
    ("cut 12:00-11:00", "12:30", ["--start 12:00 --end 11:00"]),
    (
      "cut 12:00-11:00", "10:30",
      [
        "! The end (11:00) is before the start (12:00). If you mean 12:00 to 23:00, write 12:00-23:00."
      ]
    ),
    (
      "cut 12:00-1:00", "9:00",
      ["--start 12:00 --end 1:00", "--start 12:00 --end 13:00"]
    ),
  ])
  func `a cut can be on an earlier day if its start is still to come`(
    line: String,
    time: String,
    expected: [String]
  ) throws {
    let noon = Date(timeIntervalSince1970: 1_795_348_800)
    let days = LocalCalendar(timeZone: .gmt)
    let now = try #require(DateTimeParser(now: noon, days: days).instant(time)).date
    let parser = DateTimeParser(now: now, days: days)
    let words = try #require(line.shellWords)
    var found: [String]
    do throws(Failure) {
      let readings = try CommandLineReader.readings(words)
      found = try readings.loggable(by: parser, now: now, orEarlier: true).map(\.flags)
    } catch {
      found = ["! \(error.message)"]
    }
    #expect(found == expected)
  }

  /// A time zone in which it is now between 21:00 and 22:00.
  private static var eveningZone: String {
    let hour = Int(Date().timeIntervalSince1970) / 3600 % 24
    let offset = (21 - hour + 36) % 24 - 12
    return "Etc/GMT\(offset > 0 ? "-" : "+")\(abs(offset))"
  }

  @Test(arguments: [
    (["log", "Night", "23:30-00:30"], "Use an earlier time, such as 'yesterday 23:30-00:30'."),
    (["log", "Night", "2h", "23:30"], "Use an earlier time, such as 'yesterday 23:30'."),
    (["start", "Night", "23:30"], "Use an earlier time, such as 'yesterday 23:30'."),
    (["stop", "23:30"], "is in the future. Use an earlier time.\n"),
    (["stop", "in", "10m"], "is in the future. Use an earlier time.\n"),
    (["edit", "last", "12h"], "is in the future. Use an earlier time.\n"),
    (
      ["stop", "tomorrow"],
      "'tomorrow' is a day without a time, and still to come. Write a time up to now, or use '--tag' "
        + "for a tag of this name.\n"
    ),
    (["log", "X", "14:30-13:00"], "If you mean 13:00 to 14:30, write 13:00-14:30.\n"),
  ])
  func `a time that is still to come is answered with one that works`(
    words: [String],
    sentence: String
  ) async throws {
    let fixture = try MinutaFixture(timeZone: Self.eveningZone)
    _ = try await fixture.run("log", "Work", "5m")
    _ = try await fixture.run("start", "Work")
    let records = try fixture.records()
    let result = try await fixture.run(words)
    #expect(result.errors.hasSuffix(sentence) || result.errors.contains(sentence), "\(result)")
    #expect(try fixture.records() == records)
  }

  @Test func `a clock time alone is asked about from six hours on`() async throws {
    let fixture = try MinutaFixture(timeZone: Self.eveningZone)
    let refused = try await fixture.run("log", "X", "13:00")
    #expect(
      refused.errors
        == "minuta: This can be read in 2 ways. Write --tag X --duration 13:00 or --tag X --start 13:00 "
        + "--end now.\n"
    )
    #expect(refused.status == 2)
    #expect(try await fixture.run("log", "X", "23:00").output.hasPrefix("Logged 23h 00m on 'X'"))
    #expect(try await fixture.run("log", "X", "1:30").output.hasPrefix("Logged 1h 30m on 'X'"))
  }
}
