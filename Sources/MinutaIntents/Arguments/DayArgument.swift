import Foundation
import IntentKit
import JSONText
import MinutaCore

/// A day without a time, such as `yesterday` or `2026-11-20`.
struct DayArgument: ResolvedArgument {
  static let format = "day"

  /// The number of days since 1970-01-01.
  let number: Int

  init(_ text: String, at pointer: JSONPointer, by resolver: ArgumentResolver) throws {
    let parser = DateTimeParser(now: resolver.now, days: resolver.days)
    guard RangePhrase(dayNamed: text) != nil,
      let noon = parser.instant("\(text) 12:00", on: .today)?.date
    else {
      let expected = "a day such as yesterday, monday or 2026-11-20"
      throw Failure.invalidFormat(text, at: pointer, expected: expected)
    }
    number = LocalTimeConverter(timeZone: resolver.days.timeZone).time(at: noon).daysSince1970
  }

  var json: JSONValue { .string(CivilTime(day: number).dateText) }
}
