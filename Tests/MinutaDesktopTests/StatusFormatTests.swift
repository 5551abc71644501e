import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@testable import MinutaDesktop

struct StatusFormatTests {
  @Test func `the list contains every format of the folder, sorted`() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: PackageDirectory.path + "/Sources/MinutaDesktop/Formats"
    )
    #expect(StatusFormats.all.map { "\(type(of: $0)).swift" } == files.sorted())
    #expect(StatusFormats.all.map(\.name) == StatusFormats.all.map(\.name).sorted())
  }

  @Test func `an unknown format is rejected with a suggestion`() {
    let error = #expect(throws: Failure.unknownFormat("waybra", near: "waybar")) {
      try StatusFormats.named("waybra")
    }
    #expect(error?.code == "unknownFormat")
    #expect(error?.message.contains("json or waybar") == true)
  }

  @Test func `json is the status on one line`() throws {
    let status = StatusCase(running: [.timer("Work\n")]).json
    let line = try StatusFormats.named("json").line(for: status)
    #expect(!line.contains("\n"))
    #expect(try JSONValue(parsing: line) == .object(status))
  }

  @Test(arguments: [
    (StatusCase(), "3h 20m", "idle", "Today 3h 20m"),
    (StatusCase(todaySeconds: 0), "0s", "idle", "Today 0s"),
    (
      StatusCase(running: [.timer("Work")]), "Work 1h 05m", "running",
      "Work 1h 05m since 10:30\nToday 3h 20m"
    ),
    (
      StatusCase(running: [.timer("Work"), .timer(nil, seconds: 59)]), "Work 1h 05m +1", "running",
      "Work 1h 05m since 10:30\nuntagged 59s since 10:30\nToday 3h 20m"
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
    let line = try StatusFormats.named("waybar").line(for: status.json)
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
    let status = StatusCase(running: [timer], todaySeconds: 60).json
    let object = try JSONValue(parsing: StatusFormats.named("waybar").line(for: status))
    #expect(object["text"] == "ABCD 1m")
    #expect(object["tooltip"] == "ABCD 1m since 10:30\nToday 1m")
  }

  @Test(arguments: HostileTagName.all)
  func `67 a malicious tag name is escaped for Waybar`(name: HostileTagName) throws {
    let line = try StatusFormats.named("waybar").line(
      for: StatusCase(running: [.timer(name.text)]).json
    )
    #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
    let object = try JSONValue(parsing: line)
    #expect(object["text"]?.string == "\(name.short) 1h 05m")
    #expect(object["tooltip"]?.string == "\(name.whole) 1h 05m since 10:30\nToday 3h 20m")
    #expect(object["class"] == "running")
  }
}
