package import Foundation
package import MinutaCore

/// A record that an import adds, with the line that it comes from.
package struct RecordToImport: Sendable, Equatable {
  package let id: UUID
  package let start: Date
  package let end: Date
  /// The name of the tag, which may be a path; nil if the record has no tag.
  package let tag: String?
  package let comment: String?
  /// The IANA name of the time zone that the record gets.
  package let timeZone: String
  /// Whether the file names the time zone, or has times in the one of the import.
  package let hasTimeZone: Bool
  /// The path of the file.
  package let file: String
  /// The line on which the record begins, counted from 1.
  package let line: Int
  /// Whether the file has an id of the record.
  package var hasID = true
  /// Whether the file has the time of day; without it, the record follows the earlier ones of its day.
  package var isPlaced = true

  /// The effects of clock changes on the times and the length of the record.
  package var clockChanges: [ClockChange] = []
  /// The seconds that the file states for the record if they contradict its start and end.
  package var ignoredDuration: Int?
  /// The number of equal records before it in the file, if Minuta exported it without its id; nil for
  /// other records.
  package var equalBefore: Int?
  /// The names in the file, such as a project's, that a `/` divides into several levels of the tag.
  package var dividedNames: [String] = []
  /// The labels of the record if its tag is one of several in the file; else none.
  package var labels: [Label] = []
  /// The words such as `#12` in the text that are no labels for the program that wrote the file.
  package var labelsInText: [Label] = []

  package var seconds: Int { Int(end.timeIntervalSince(start)) }
}

/// The effect of a change of the clock on a record to import.
package enum ClockChange: Sendable, Equatable {
  /// A local time that the clock of a time zone shows twice or never, and the instant that it gets.
  case time(LocalTimeConverter.LocalTimeAdjustment, date: Date, timeZone: TimeZone)
  /// The seconds between the local times of a record, and the seconds for which it lasts.
  case length(shown: Int, seconds: Int)
}
