import Foundation
import JSONText
import MinutaCore

/// The clock by which answers tell the times of records.
struct RecordJSONOptions {
  /// The call's one reading of the clock.
  let now: Date
  /// The zone of the local times; nil where an answer has none, as nobody reads it as JSON.
  var timeZone: TimeZone?

  /// A time as the zone's clock shows it.
  func localTime(_ date: Date) -> JSONValue? {
    timeZone.map { .string(Timestamp.text(date, in: $0)) }
  }

  /// The times in the zone that an answer names.
  func with(_ zone: TimeZone) -> RecordJSONOptions {
    RecordJSONOptions(now: now, timeZone: timeZone.map { _ in zone })
  }
}
