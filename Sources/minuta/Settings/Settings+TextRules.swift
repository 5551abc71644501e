import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaLog

extension Settings {
  /// Returns the texts that break the rule which their schema names in `x-minuta-type`.
  static func textProblems(
    in value: JSONValue,
    _ schema: JSONValue?,
    at place: JSONPointer = JSONPointer()
  ) -> [ValidationError] {
    guard let schema else { return [] }
    if let items = value.array {
      return items.enumerated().flatMap {
        textProblems(in: $1, schema["items"], at: place.appending($0))
      }
    }
    if let object = value.object {
      return object.withoutComment.members.flatMap { member in
        let inner = schema["properties"]?[member.key] ?? schema["additionalProperties"]
        return textProblems(in: .string(member.key), schema["propertyNames"], at: place)
          + textProblems(in: member.value, inner, at: place.appending(member.key))
      }
    }
    guard let text = value.literal, let expected = expected(by: schema, insteadOf: text) else {
      return []
    }
    return [ValidationError(place, .invalidFormat(expected: expected, found: value))]
  }

  /// Returns what the rule of a schema expects if a text doesn't follow it, otherwise nil.
  private static func expected(by schema: JSONValue, insteadOf text: String) -> String? {
    let (expected, isRight): (String, Bool) =
      switch schema["x-minuta-type"]?.string {
      case "timeZone":
        ("the name of a time zone such as Europe/Zurich", TimeZone(identifier: text) != nil)
      case "timeOfDay": ("a time of day such as 06:00", TimeRules.dayStart(text) != nil)
      case "days": ("days such as 2026-12-25", TimeRules.days(text) != nil)
      case "day": ("a day such as 2026-01-01", TimeRules.days(text)?.count == 1)
      case "duration":
        (
          "a duration such as \(schema["default"]?.string ?? "8h")",
          DurationFormat.seconds(text) != nil
        )
      case "hourlyRate": ("an hourly rate such as 85.50", DecimalNumber(text) != nil)
      case "percentage": ("a percentage such as 19", DecimalNumber(text) != nil)
      case "currency": ("a currency code such as EUR", Currency(text) != nil)
      case "invoiceNumber":
        ("a pattern such as {year}-{number}", InvoiceNumberPattern(text) != nil)
      case "commandLine":
        (
          "a command line such as 'summary week', with each quote closed",
          text.shellWords?.isEmpty == false
        )
      case "aliasName":
        (
          "a name without spaces that doesn't begin with '-'",
          !text.isEmpty && !text.hasPrefix("-") && !text.contains(" ")
        )
      case "logLevels":
        (
          "debug, info or error, or levels such as storage=debug",
          (try? LogFilter(text)) != nil
        )
      default: ("", true)
      }
    return isRight ? nil : expected
  }
}
