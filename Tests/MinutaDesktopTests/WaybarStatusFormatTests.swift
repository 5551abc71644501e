import Foundation
import IntentKit
import JSONText
import MinutaDesktop
import MinutaTestSupport
import Testing

struct WaybarStatusFormatTests {
  @Test(arguments: [
    (StatusCase(), "3h 20m", "idle", "Today 3h 20m"),
    (StatusCase(todaySeconds: 0), "0m", "idle", "Today 0m"),
    (
      StatusCase(running: [.timer("Work")]), "Work 1h 05m", "running",
      "Work 1h 05m since 10:30\nToday 3h 20m"
    ),
    (
      StatusCase(running: [.timer("Work"), .timer(nil, seconds: 59)]), "Work 1h 05m +1", "running",
      "Work 1h 05m since 10:30\nuntagged 0m since 10:30\nToday 3h 20m"
    ),
    (
      StatusCase(running: [.timer("Work", seconds: 86_400)]), "Work 24h 00m", "running",
      "Work 24h 00m since 2026-11-20 10:30\nToday 3h 20m"
    ),
    (
      StatusCase(running: [.timer("Work")], timeZone: "America/St_Johns"), "Work 1h 05m", "running",
      "Work 1h 05m since 06:00\nToday 3h 20m"
    ),
    (
      StatusCase(running: [.timer("Work")], timeZone: "Mars/Olympus"), "Work 1h 05m", "running",
      "Work 1h 05m\nToday 3h 20m"
    ),
  ])
  func `the Waybar format shows the running timers`(
    status: StatusCase,
    text: String,
    state: String,
    tooltip: String
  ) throws {
    let line = try status.line("waybar")
    #expect(
      try JSONValue(parsing: line)
        == [
          "text": .string(text), "alt": .string(state), "tooltip": .string(tooltip),
          "class": .string(state),
        ]
    )
  }

  @Test func `an unreadable tag is shown by its id`() throws {
    let timer: JSONValue = [
      "startTime": "2026-11-20T09:30:00Z", "tag": ["id": "ABCD"], "durationSeconds": 60,
    ]
    let status = StatusCase(running: [timer], todaySeconds: 60)
    let object = try JSONValue(parsing: status.line("waybar"))
    #expect(object["text"] == "ABCD 1m")
    #expect(object["tooltip"] == "ABCD 1m since 10:30\nToday 1m")
  }

  @Test(arguments: HostileTagName.all)
  func `D67 a malicious tag name is escaped for Waybar`(name: HostileTagName) throws {
    let line = try StatusCase(running: [.timer(name.text)]).line("waybar")
    #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
    let object = try JSONValue(parsing: line)
    #expect(object["text"]?.string == "\(name.short) 1h 05m")
    #expect(object["tooltip"]?.string == "\(name.whole) 1h 05m since 10:30\nToday 3h 20m")
    #expect(object["class"] == "running")
  }

  /// The targets: two hours of work a day, half of them done, and ten hours a week.
  private static let targets: [JSONValue] = [
    .target("Work", per: "day", done: 3600, due: 7200, at: "2026-11-20T11:35:00Z"),
    .target(nil, per: "week", done: 37_800, due: 36_000),
  ]

  @Test(arguments: [
    ([JSONValue.timer("work/Website")], 50, ["running"]),
    ([.timer("Worker")], 100, ["running", "target-met"]),
    ([], 50, ["idle"]),
  ])
  func `the percentage is that of the first target that counts`(
    running: [JSONValue],
    percentage: Int,
    classes: [String]
  ) throws {
    let status = StatusCase(running: running, targets: Self.targets)
    let object = try JSONValue(parsing: status.line("waybar"))
    #expect(object["percentage"]?.integer == percentage)
    let shown = object["class"]?.array?.compactMap(\.string) ?? [object["class"]?.string ?? ""]
    #expect(shown == classes)
  }

  @Test func `the tooltip shows targets, and what needs attention`() throws {
    let status = StatusCase(
      running: [.timer("Work")],
      targets: Self.targets + [.target("Rest", per: "day", done: 5, due: 0)],
      forgottenCount: 1,
      skippedFileCount: 2
    )
    let date = try Date("2026-11-20T09:31:00Z", strategy: .iso8601)
    let line = try status.line("waybar", after: KeyOutcome("No tag '<b>'.", at: date))
    let object = try JSONValue(parsing: line)
    #expect(
      object["tooltip"]?.string?.split(separator: "\n") == [
        "Work 1h 05m since 10:30", "Today 3h 20m",
        "Target today: 1h 00m of 2h 00m on Work, done at 12:35",
        "Target this week: 10h 30m of 10h 00m, 30m over",
        "1 timer ran while you were away; run &#39;minuta resolve&#39;",
        "2 files can&#39;t be used",
        "Key at 10:31: No tag &#39;&lt;b&gt;&#39;.",
      ]
    )
    #expect(object["class"] == ["running", "forgotten"])
  }

  @Test(arguments: [(35_999, false), (36_000, false), (36_059, false), (36_060, true)])
  func `time above a target is shown from a whole minute`(done: Int, isShown: Bool) throws {
    let status = StatusCase(targets: [.target(nil, per: "week", done: done, due: 36_000)])
    let tooltip = try JSONValue(parsing: status.line("waybar"))["tooltip"]?.string
    #expect(tooltip?.contains(", 1m over") == isShown)
    #expect(tooltip?.contains("Target this week: ") == true)
  }

  @Test func `the minutes of a timer change at whole minutes since its start`() throws {
    let status = try StatusBarContent(StatusCase(running: [.timer("Work", seconds: 3900)]).json)
    let start = try Date("2026-11-20T09:30:00Z", strategy: .iso8601)
    for (now, next) in [(0, 60), (59.9, 60), (60, 120), (3900, 3960), (-5, 0), (-60, 0)]
      as [(Double, Double)]
    {
      #expect(
        status.nextMinute(after: start.addingTimeInterval(now)) == start.addingTimeInterval(next)
      )
    }
    #expect(try StatusBarContent(StatusCase().json).nextMinute(after: start) == nil)
  }

  /// The starts of timers before 10:35:00, the seconds of today's time, and the seconds up to the next
  /// change.
  @Test(arguments: [
    (["09:30:00"], 12_000, 60.0), (["09:30:00"], 12_045, 15), (["09:29:20"], 12_001, 20),
    (["09:30:00", "09:29:20"], 12_001, 20), (["09:30:00", "09:29:20"], 12_031, 15),
    (["09:30:00", "09:29:20"], 12_051, 5),
  ])
  func `the tooltip has the minutes of each timer and of today`(
    starts: [String],
    todaySeconds: Int,
    expected: Double
  ) throws {
    let now = try Date("2026-11-20T10:35:00Z", strategy: .iso8601)
    let timers = try starts.map { time -> JSONValue in
      let start = "2026-11-20T\(time)Z"
      let seconds = try now.timeIntervalSince(Date(start, strategy: .iso8601))
      return .timer("Work", seconds: Int(seconds), start: start)
    }
    let status = StatusCase(running: timers, todaySeconds: todaySeconds)
    let next = try StatusBarContent(status.json).nextMinute(after: now)
    #expect(next?.timeIntervalSince(now) == expected)
  }
}
