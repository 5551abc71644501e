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

  /// Creates the content from the result of `Status`.
  ///
  /// - Throws: `DecodingError` if it isn't such a result.
  init(_ status: JSONObject) throws {
    let status: StatusResult = try JSONValue.object(status).decode()
    running = status.running.map(RunningTimer.init)
    todaySeconds = status.todaySeconds
    skippedFileCount = status.skippedFiles?.count ?? 0
    timeZone = TimeZone(identifier: status.timeZone)
  }
}

/// The members of the result of `Status` that status bars show.
private struct StatusResult: Decodable {
  let running: [Record]
  let todaySeconds: Int
  let timeZone: String
  let skippedFiles: [JSONValue]?

  struct Record: Decodable {
    let tag: Tag?
    let startTime: String
    let durationSeconds: Int
  }

  struct Tag: Decodable {
    let id: String
    let name: String?
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

  fileprivate init(_ record: StatusResult.Record) {
    name = record.tag.map { $0.name ?? String($0.id.prefix(8)) } ?? "untagged"
    start = Timestamp.date(record.startTime)
    seconds = record.durationSeconds
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
