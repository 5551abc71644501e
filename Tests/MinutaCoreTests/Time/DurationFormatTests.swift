import MinutaCore
import Testing

@Suite struct DurationFormatTests {
  @Test(arguments: [
    ("1h30m", 5400), ("1h 30m", 5400), ("90m", 5400), ("1:30", 5400), ("1.5h", 5400),
    ("PT1H30M", 5400), ("pt90m", 5400), ("1:30:15", 5415), ("45s", 45), ("0m", 0), ("0.25h", 900),
    ("1h5s", 3605), ("30m", 1800), ("100:00", 360_000), ("1.33m", 80),
  ])
  func `E15 durations are parsed, with m for minutes`(text: String, seconds: Int) {
    #expect(DurationFormat.seconds(text) == seconds)
  }

  @Test(arguments: [
    "", "90", "h", "1.5", "-15m", "30m1h", "1h1h", "1:60", "1:3", "1.h", ".5h", "PT", "P1D", "1d",
    "999999999999h", "1e3h", "∞h", "١h", "nan h", "0x10m",
  ])
  func `a text that isn't a duration is rejected`(text: String) {
    #expect(DurationFormat.seconds(text) == nil)
  }

  @Test(arguments: [
    (0, "0s"), (59, "59s"), (60, "1m"), (3599, "59m"), (3600, "1h 00m"), (3900, "1h 05m"),
    (360_000, "100h 00m"), (-3900, "-1h 05m"),
  ])
  func `a duration is formatted in hours and minutes`(seconds: Int, text: String) {
    #expect(DurationFormat.text(seconds: seconds) == text)
  }
}
