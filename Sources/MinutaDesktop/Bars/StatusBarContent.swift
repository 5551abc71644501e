package import Foundation
package import IntentKit
package import JSONText
package import MinutaCore

/// The data that status bars show, taken from the result of the intent `Status`.
package struct StatusBarContent: Sendable {
  /// The result of `Status`; empty after a failure.
  let status: JSONObject
  package let running: [RunningTimer]
  let todaySeconds: Int
  /// The user's time zone, or nil if this machine has no data about it.
  let timeZone: TimeZone?
  /// The user's settings about times and durations.
  let rules: TimeRules
  let targets: [TargetProgress]
  /// The number of timers that kept running while the user was away.
  let forgottenCount: Int
  /// The number of files in the data folder that can't be used.
  let skippedFileCount: Int
  /// The outcome of the last key press, while it is worth showing.
  package let keyOutcome: KeyOutcome?
  /// The reason why there is no status; nil if there is one.
  package let failure: Failure?

  /// Creates the content from the result of `Status`.
  ///
  /// - Throws: `DecodingError` if it isn't such a result.
  package init(
    _ status: JSONObject,
    _ rules: TimeRules = TimeRules(),
    keyOutcome: KeyOutcome? = nil
  ) throws {
    self.status = status
    self.rules = rules
    self.keyOutcome = keyOutcome
    let result: StatusResult = try JSONValue.object(status).decode()
    running = result.running.map(RunningTimer.init)
    todaySeconds = result.todaySeconds
    targets = result.targets ?? []
    forgottenCount = result.unresolved?.count ?? 0
    skippedFileCount = result.skippedFiles?.count ?? 0
    timeZone = TimeZone(identifier: result.timeZone)
    failure = nil
  }

  /// Creates the content for a status that can't be read.
  package init(_ failure: Failure) {
    status = [:]
    running = []
    todaySeconds = 0
    timeZone = nil
    rules = TimeRules()
    targets = []
    forgottenCount = 0
    skippedFileCount = 0
    keyOutcome = nil
    self.failure = failure
  }

  /// Returns the next time at which the minutes of a timer, or of today, change without any change
  /// of the records.
  ///
  /// Nil if no timer is running.
  package func nextMinute(after now: Date) -> Date? {
    let timers = running.map { timer in
      let start = timer.start ?? now
      let minutes = (now.timeIntervalSince(start) / 60).rounded(.down)
      return start.addingTimeInterval((minutes + 1) * 60)
    }
    return (timers + [nextMinuteOfToday].compactMap(\.self).filter { $0 > now }).min()
  }

  /// The time at which the minutes of today's time change: it grows by a second for each timer.
  private var nextMinuteOfToday: Date? {
    guard let timer = running.first, let start = timer.start else { return nil }
    let seconds = (60 - todaySeconds % 60 + running.count - 1) / running.count
    return start.addingTimeInterval(Double(timer.seconds + seconds))
  }
}

/// The members of the result of `Status` that status bars show.
private struct StatusResult: Decodable {
  let running: [RunningTimer.Record]
  let todaySeconds: Int
  let timeZone: String
  let targets: [TargetProgress]?
  let unresolved: [JSONValue]?
  let skippedFiles: [JSONValue]?
}
