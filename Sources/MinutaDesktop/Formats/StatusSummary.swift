import Foundation
import JSONText
import MinutaCore

/// What a status bar shows of the value of the intent `Status`.
struct StatusSummary {
  let running: [RunningTimer]
  let todaySeconds: Int
  /// Nil where the system does not know the zone.
  let timeZone: TimeZone?
  /// How many files could not be used.
  let skippedFileCount: Int

  init(_ status: JSONObject) {
    running = status["running"]?.array?.map(RunningTimer.init) ?? []
    todaySeconds = status["todaySeconds"]?.integer ?? 0
    skippedFileCount = status["skippedFiles"]?.array?.count ?? 0
    timeZone = status["timeZone"]?.string.flatMap(TimeZone.init(identifier:))
  }
}

/// A running timer as a status bar shows it.
struct RunningTimer {
  /// The name of its tag; of one that cannot be read, the beginning of its id.
  let name: String
  let start: Date?
  let seconds: Int

  init(_ record: JSONValue) {
    let tag = record["tag"]
    name = tag?["name"]?.string ?? tag?["id"]?.string.map { String($0.prefix(8)) } ?? "untagged"
    start = record["startTime"]?.string.flatMap(Timestamp.date)
    seconds = record["durationSeconds"]?.integer ?? 0
  }

  /// The wall clock at the start, such as `09:30`, with its day where it did not start today.
  func localStart(in timeZone: TimeZone?) -> String? {
    guard let start, let timeZone else { return nil }
    let clock = WallClock(timeZone: timeZone)
    var shown = clock.time(at: start)
    shown.second = 0
    let today = clock.time(at: start.addingTimeInterval(Double(seconds))).dateText
    return shown.dateText == today ? shown.clockText : "\(shown.dateText) \(shown.clockText)"
  }
}
