import Foundation
import IntentKit
import JSONText
import MinutaCore

/// A point in time that a call names, with or without a date.
struct Moment: ResolvedArgument {
  static let format = "moment"

  /// The time as the caller wrote it.
  let text: String
  /// The form of the text: with a date, only a time of day, or relative to now.
  let form: DateTimeParser.InputForm
  /// The instant; a time without a date is assumed to be today.
  ///
  /// `IntentContext.moment` determines the right day.
  let date: Date

  init(_ text: String, at pointer: JSONPointer, by resolver: ArgumentResolver) throws {
    let parser = DateTimeParser(now: resolver.now, days: resolver.days)
    guard let instant = parser.instant(text), let form = parser.kind(text) else {
      let isDay = RangePhrase(dayNamed: text) != nil
      let dates = isDay ? [text] : CivilTime.suggestedDates(for: text)
      let times = dates.map { "'\($0) 9:00'" }.joined(separator: " or ")
      let expected =
        CivilTime.lastDay(insteadOfMissingIn: text).map { "a day that exists, such as \($0)" }
        ?? (times.isEmpty ? nil : "a time such as \(times)")
        ?? "a time such as 09:30 or 2026-11-20T09:30:00+01:00, or an offset such as -15m"
      throw Failure.invalidFormat(text, at: pointer, expected: expected)
    }
    (self.text, self.form, date) = (text, form, instant.date)
    if form == .dated, let adjustment = instant.adjustment {
      resolver.note(
        adjustment.note(resolvedTo: instant.date, timeZone: resolver.days.timeZone)
      )
    }
    if let phrase = MomentPhrase(text), phrase.lacksYear,
      resolver.now.timeIntervalSince(instant.date) > Self.usualAge
    {
      let time = LocalTimeConverter(timeZone: resolver.days.timeZone).time(at: instant.date)
      resolver.note("A day without a year is the latest one that has begun, here \(time.dateText).")
    }
  }

  /// The age in seconds from which a day without a year may have been meant to come.
  private static let usualAge = 183 * 86_400.0

  var json: JSONValue { .string(Timestamp.text(date)) }
}

extension Moment {
  /// Returns the dates that a text such as `24.11.2026` may mean, for a message; nil if it has
  /// another form.
  static func suggestedDates(for text: String) -> String? {
    let dates = CivilTime.suggestedDates(for: text)
    return dates.isEmpty
      ? nil : dates.map { $0.contains(" ") ? "'\($0)'" : $0 }.joined(separator: " or ")
  }
}
