import Foundation
import JSONText
import MinutaCore

/// The parts of the result of `Status` that a status bar shows.
struct StatusSummary {
  let running: [RunningTimer]
  let todaySeconds: Int
  /// The user's time zone, or nil if the system doesn't know it.
  let timeZone: TimeZone?
  /// The number of files that can't be used.
  let skippedFileCount: Int

  init(_ status: JSONObject) {
    running = status["running"]?.array?.map(RunningTimer.init) ?? []
    todaySeconds = status["todaySeconds"]?.integer ?? 0
    skippedFileCount = status["skippedFiles"]?.array?.count ?? 0
    timeZone = status["timeZone"]?.string.flatMap(TimeZone.init(identifier:))
  }
}

/// A running timer in a status bar.
struct RunningTimer {
  /// The name of the timer's tag, or the first digits of the tag's id if the tag can't be read.
  let name: String
  let start: Date?
  let seconds: Int

  init(_ record: JSONValue) {
    let tag = record["tag"]
    name = tag?["name"]?.string ?? tag?["id"]?.string.map { String($0.prefix(8)) } ?? "untagged"
    start = record["startTime"]?.string.flatMap(Timestamp.date)
    seconds = record["durationSeconds"]?.integer ?? 0
  }

  /// Returns the local time of the start, such as `09:30`, with the date if it isn't today.
  func localStart(in timeZone: TimeZone?) -> String? {
    guard let start, let timeZone else { return nil }
    let clock = WallClock(timeZone: timeZone)
    var shown = clock.time(at: start)
    shown.second = 0
    let today = clock.time(at: start.addingTimeInterval(Double(seconds))).dateText
    return shown.dateText == today ? shown.clockText : "\(shown.dateText) \(shown.clockText)"
  }
}
