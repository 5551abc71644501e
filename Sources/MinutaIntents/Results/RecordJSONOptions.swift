import Foundation
import JSONText
import MinutaCore

/// The options for the JSON of records.
struct RecordJSONOptions {
  /// The time of the call.
  let now: Date
  /// The time zone of the local times; nil to leave them out of a result that no program reads.
  var timeZone: TimeZone?

  /// Returns a date as local time, or nil if the result has no local times.
  func localTime(_ date: Date) -> JSONValue? {
    timeZone.map { .string(Timestamp.text(date, in: $0)) }
  }

  /// Returns the same options with another time zone for local times.
  func with(_ zone: TimeZone) -> RecordJSONOptions {
    RecordJSONOptions(now: now, timeZone: timeZone.map { _ in zone })
  }
}
