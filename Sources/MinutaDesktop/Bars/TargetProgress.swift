import Foundation
import MinutaCore

/// The progress of a target in its current period, as in the result of `Status`.
struct TargetProgress: Decodable, Sendable {
  /// The name of the tag; nil for a target of all time.
  let tag: String?
  /// The period: `day`, `week` or `month`.
  let per: String
  let dueSeconds: Int
  let doneSeconds: Int
  let doneAt: String?

  /// The time done as a percentage of the time due, at most 100; nil if no time is due.
  var percentage: Int? {
    if dueSeconds <= 0 { return nil }
    return Int(min(100, max(0, 100 * Double(doneSeconds) / Double(dueSeconds))))
  }

  /// Returns whether the time of a tag counts for the target.
  func counts(_ name: String) -> Bool {
    guard let tag = tag?.lowercased() else { return true }
    let name = name.lowercased()
    return name == tag || name.hasPrefix(tag + "/")
  }

  /// Returns a line about the progress; nil if no time is due.
  ///
  /// - Parameter today: A moment of the day whose times have no date.
  func line(in timeZone: TimeZone?, _ rules: TimeRules, today: Date) -> String? {
    if dueSeconds <= 0 { return nil }
    let progress = "\(rules.barDuration(doneSeconds)) of \(rules.barDuration(dueSeconds))"
    let period = per == "day" ? "today" : "this \(per)"
    let name = tag.map { " on \($0)" } ?? ""
    return "Target \(period): \(progress)\(name)\(rest(timeZone, rules, today))"
  }

  /// Returns the time at which the target will be met, or the time above it.
  private func rest(_ timeZone: TimeZone?, _ rules: TimeRules, _ today: Date) -> String {
    if let timeZone, let date = doneAt.flatMap(Timestamp.date) {
      return ", done at \(date.localTimeText(in: timeZone, rules, today: today))"
    }
    let over = doneSeconds - dueSeconds
    return over >= 60 ? ", \(rules.barDuration(over)) over" : ""
  }
}
