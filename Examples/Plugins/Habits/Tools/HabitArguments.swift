import Foundation
import IntentKit
import JSONText

/// The arguments of a call, with access by name and type.
struct HabitArguments: Sendable {
  private let values: JSONObject
  /// The time of the call in whole seconds, read once so that all parts of the call agree.
  let now: Date

  init(_ values: JSONObject, now: Date) {
    self.values = values
    self.now = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down))
  }

  /// Returns the text of a required argument.
  func text(_ name: String) -> String { values[name]?.string ?? "" }

  func optionalText(_ name: String) -> String? { values[name]?.string }

  func flag(_ name: String) -> Bool { values[name]?.bool ?? false }

  func integer(_ name: String) -> Int { values[name]?.integer ?? 0 }

  /// Returns the day in an argument: a date, `today` or `yesterday`; nil if it is missing.
  func day(_ name: String, in calendar: DayCalendar) throws(Failure) -> Day? {
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

  func date(_ name: String) throws(Failure) -> Date? {
    guard let value = values[name] else { return nil }
    guard let date = Date(json: value) else {
      let expected = Date.expected
      throw .invalidValue(ValidationError(name, .invalidFormat(expected: expected, found: value)))
    }
    return Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
  }
}
