import Foundation
import JSONText
import MinutaCore

/// The options for records as JSON.
struct RecordJSONOptions {
  /// The time of the call.
  let now: Date
  /// The time zone of local times; nil if the result has none, because no program reads it.
  var timeZone: TimeZone?

  /// Returns the local time, or nil if the result has none.
  func localTime(_ date: Date) -> JSONValue? {
    timeZone.map { .string(Timestamp.text(date, in: $0)) }
  }

  /// Returns the same options for another time zone.
  func with(_ zone: TimeZone) -> RecordJSONOptions {
    RecordJSONOptions(now: now, timeZone: timeZone.map { _ in zone })
  }
}
