import Foundation
import IntentKit
import JSONText

/// The values of a call, as what they mean.
struct HabitArguments: Sendable {
  private let values: JSONObject
  /// The call's one reading of the clock, in whole seconds, as it is kept.
  let now: Date

  init(_ values: JSONObject, now: Date) {
    self.values = values
    self.now = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down))
  }

  /// A value that its definition requires.
  func text(_ name: String) -> String { values[name]?.string ?? "" }

  func optionalText(_ name: String) -> String? { values[name]?.string }

  func flag(_ name: String) -> Bool { values[name]?.bool ?? false }

  func integer(_ name: String) -> Int { values[name]?.integer ?? 0 }

  /// A day by its date, or `today` or `yesterday`.
  func day(_ name: String, in calendar: DayCalendar) throws(IntentError) -> Day? {
    guard let value = values[name] else { return nil }
    let today = calendar.day(of: now)
    switch value.string {
    case "today": return today
    case "yesterday": return calendar.day(before: today)
    default: break
    }
    guard let day = Day(json: value) else {
      let expected = "'today', 'yesterday' or \(Day.expected)"
      throw .invalidValue(ValidationError(name, .invalidFormat(expected: expected, found: value)))
    }
    return day
  }

  func date(_ name: String) throws(IntentError) -> Date? {
    guard let value = values[name] else { return nil }
    guard let date = Date(json: value) else {
      let expected = Date.expected
      throw .invalidValue(ValidationError(name, .invalidFormat(expected: expected, found: value)))
    }
    return Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
  }
}
