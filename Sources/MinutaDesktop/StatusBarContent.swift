import Foundation
import JSONText
import MinutaCore

/// The data that status bars show, taken from the result of the intent `Status`.
struct StatusBarContent {
  let running: [RunningTimer]
  let todaySeconds: Int
  /// The user's time zone, or nil if this machine has no data about it.
  let timeZone: TimeZone?
  /// The number of files in the data folder that can't be used.
  let skippedFileCount: Int

  init(_ status: JSONObject) {
    running = status["running"]?.array?.map(RunningTimer.init) ?? []
    todaySeconds = status["todaySeconds"]?.integer ?? 0
    skippedFileCount = status["skippedFiles"]?.array?.count ?? 0
    timeZone = status["timeZone"]?.string.flatMap(TimeZone.init(identifier:))
  }
}

/// A running timer as shown in a status bar.
struct RunningTimer {
  /// The name of the timer's tag.
  ///
  /// For a tag without a name in the status, this is the beginning of the tag's id; for a timer
  /// without a tag, it is `untagged`.
  let name: String
  let start: Date?
  let seconds: Int

  init(_ record: JSONValue) {
    let tag = record["tag"]
    name = tag?["name"]?.string ?? tag?["id"]?.string.map { String($0.prefix(8)) } ?? "untagged"
    start = record["startTime"]?.string.flatMap(Timestamp.date)
    seconds = record["durationSeconds"]?.integer ?? 0
  }

  /// Returns the local time at which the timer started, such as `09:30`.
  ///
  /// The text begins with the date if that isn't today. Nil if the time or the time zone is
  /// unknown.
  func localStart(in timeZone: TimeZone?) -> String? {
    guard let start, let timeZone else { return nil }
    let clock = LocalTimeConverter(timeZone: timeZone)
    var shown = clock.time(at: start)
    shown.second = 0
    let today = clock.time(at: start.addingTimeInterval(Double(seconds))).dateText
    return shown.dateText == today ? shown.clockText : "\(shown.dateText) \(shown.clockText)"
  }
}
