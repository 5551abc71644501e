import Foundation
import MinutaTestSupport
import Testing

@testable import MinutaCore

@Suite struct TimestampTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0),
    ("2026-11-20T08:30:00Z", 1_795_163_400),
    ("2026-11-20T09:30:00+01:00", 1_795_163_400),
    ("2026-11-20t08:30:00z", 1_795_163_400),
    ("2026-11-20 03:00:00-05:30", 1_795_163_400),
    ("2026-11-20T08:30:00.999Z", 1_795_163_400),
    ("2038-01-19T03:14:08Z", 2_147_483_648),
    ("1969-12-31T23:59:59Z", -1),
    ("1600-01-01T00:00:00Z", -11_676_096_000),
    ("9999-12-31T23:59:59Z", 253_402_300_799),
    ("2024-02-29T12:00:00Z", 1_709_208_000),
  ])
  func `E5 the UTC offset of an instant is used`(text: String, seconds: Int) {
    #expect(Timestamp.date(text) == Date(timeIntervalSince1970: Double(seconds)))
  }

  @Test(arguments: [
    "", "2026-11-20", "2026-11-20T08:30", "2026-11-20T08:30:00", "2026-13-20T08:30:00Z",
    "2026-02-29T08:30:00Z", "2026-11-20T24:00:00Z", "2026-11-20T08:60:00Z",
    "2026-11-20T08:30:61Z", "2026-11-20T08:30:00.Z", "2026-11-20T08:30:00+1:00",
    "2026-11-20T08:30:00Zx", " 2026-11-20T08:30:00Z", "0000-01-01T00:00:00Z",
    "1599-12-31T23:59:59Z",
    "9999-12-31T23:59:59-01:00",
    "２０26-11-20T08:30:00Z",
  ])
  func `other text is rejected`(text: String) {
    #expect(Timestamp.date(text) == nil)
  }

  @Test func `instants since 1600 are formatted as in Foundation`() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<5000 {
      let seconds = Int.random(in: -11_676_096_000...250_000_000_000, using: &random)
      let date = Date(timeIntervalSince1970: Double(seconds))
      let text = Timestamp.text(date)
      #expect(text == date.formatted(.iso8601))
      #expect(Timestamp.date(text) == date)
    }
  }
}
