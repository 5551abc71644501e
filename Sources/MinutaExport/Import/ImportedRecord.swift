package import Foundation
package import MinutaCore

/// A record as another program's file describes it.
package struct ImportedRecord: Sendable, Equatable {
  /// The line of the file on which the record begins, counted from 1.
  package var line: Int
  /// The other program's id of the record; nil if it has none.
  package var id: String?
  /// The id of the record that Minuta exported; nil if the file has no id, or if another program
  /// made the record.
  package var ownID: UUID?
  /// Whether Minuta exported the record without its id.
  package var isOwnWithoutID = false
  package var time: ImportedTime
  /// The path of the tag, such as client, project and task; empty if the record has no tag.
  ///
  /// A component may contain a `/`, which `pathForm` explains.
  package var path: [String]
  /// The meaning of the components in `path`.
  package var pathForm = PathForm.name
  /// The text of a column that has the name of an id, which other rows may have, too; nil if there
  /// is none.
  package var possibleID: String?
  /// The user whose record it is in the other program; nil if the file doesn't say.
  package var user: String?
  /// The tag's name in the file, which a label keeps if the tag doesn't give it back.
  ///
  /// The id doesn't depend on it.
  package var spelling: TagSpelling?
  /// The text of the comment; nil if there is none.
  package var text: String?
  /// Whether words such as `#12` in the text are labels for the program that wrote the file, too.
  package var textHasLabels = false
  /// The labels, which are appended to the comment.
  package var labels: [Label]
  /// The IANA name of the record's time zone; nil for the zone of its start, or of the import.
  package var timeZone: String?
  /// The duration that the file states.
  ///
  /// It decides between the instants of a local time that the clock shows twice or never.
  package var seconds: Int?
  /// The seconds by which breaks make the record shorter.
  ///
  /// The id doesn't depend on it, so that a break that is added later changes the record.
  package var breakSeconds = 0

  package init(
    line: Int,
    id: String? = nil,
    ownID: UUID? = nil,
    time: ImportedTime,
    path: [String] = [],
    text: String? = nil,
    labels: [Label] = [],
    timeZone: String? = nil,
    seconds: Int? = nil
  ) {
    self.line = line
    self.id = id
    self.ownID = ownID
    self.time = time
    self.path = path
    self.text = text
    self.labels = labels
    self.timeZone = timeZone
    self.seconds = seconds
  }
}

/// The meaning of the components in an imported record's path.
package enum PathForm: Sendable {
  /// The name of a tag in another program.
  case name
  /// Separate fields, such as client and project.
  case separateNames
  /// The name of a tag in Minuta, which keeps blanks around a `/` and empty components.
  case ownName
}

/// The time of an imported record.
package enum ImportedTime: Sendable, Equatable {
  case interval(ImportedInstant, ImportedInstant)
  /// A start and a number of seconds.
  case lasting(ImportedInstant, seconds: Int)
  /// A number of seconds on a day, without a time of day.
  case length(seconds: Int, day: CivilTime)

  /// Whether the start is in the time zone of the import.
  var isLocal: Bool {
    switch self {
    case .interval(.local, _), .lasting(.local, _), .length: true
    default: false
    }
  }
}

/// A point in time as a file states it.
package enum ImportedInstant: Sendable, Hashable {
  /// The seconds since 1970-01-01T00:00:00Z.
  case utc(Int)
  /// A date and time of day in the time zone of the import.
  case local(CivilTime)
  /// A date and time of day in a time zone with an IANA name.
  case zoned(CivilTime, zone: String)
}

/// An element of a file to import.
package enum ImportedItem: Sendable, Equatable {
  case record(ImportedRecord)
  /// An element that is valid, but that has no place in Minuta, such as a running timer.
  case skipped(line: Int, SkipReason)
  /// An element that can't be read, so that the file isn't imported unless the user allows it.
  case invalid(line: Int, InvalidReason)
}

/// The reason why a valid element of a file isn't imported.
package enum SkipReason: Sendable, Hashable {
  /// A timer that is still running.
  case running
  /// An entry without any time.
  case noTime
  /// A negative duration.
  case negative(seconds: Int)
  /// A break, which makes the entries before it shorter.
  case cut(seconds: Int)
  /// An all-day event.
  case allDay
  /// A cancelled event, or one that doesn't take up time.
  case notBusy
  /// An event that the user declined.
  case declined
  /// A repeated event, whose repetitions aren't imported.
  case repeating
  /// An element of another kind, which is named.
  case notARecord(String)
  /// Elements of another kind, which are too many to list: their kind and number.
  case notRecords(kind: String, count: Int)
  /// An entry with a duration, but without a date.
  case noDate
  /// An entry that repeats an earlier one: it has the same id, or is the same in an earlier file.
  case repeated(hasID: Bool)

  /// Whether this is a break, which counts by making other entries shorter.
  var isBreak: Bool { if case .cut = self { true } else { false } }

  /// Whether this is one entry, and not a count of other elements.
  var isEntry: Bool { if case .notRecords = self { false } else { true } }
}

/// The reason why an element of a file can't be read.
package enum InvalidReason: Error, Sendable, Hashable {
  /// The line or element doesn't follow the format.
  case malformed
  /// The line doesn't follow the format, where this was expected.
  case expected(String)
  /// The session has no end before the next one, in this line.
  case noEnd(nextLine: Int)
  /// The entry belongs to a record that this earlier line makes unreadable.
  case afterInvalidLine(Int)
  /// The file ends before the element does.
  case cut
  /// The text isn't valid UTF-8.
  case encoding
  /// A member or column that a record needs is missing.
  case missing(String)
  /// A value isn't a time, a duration, or a number.
  case invalidTime(String)
  case invalidDuration(String)
  /// A date doesn't fit the order of the others: its text, that order, one that it fits, and the
  /// line that decided the order; nil if the user did.
  case dateOrder(String, DateOrder, fits: DateOrder, line: Int?)
  /// A day has an entry that is longer than the day.
  case longerThanDay(seconds: Int)
  /// A time before the year 1600 or after 9999.
  case outOfRange
  /// The file names a time zone that doesn't exist.
  case unknownTimeZone(String)
  /// The comment or the tag's name has more characters than a record may have.
  case tooLong
  /// The tag's name has more levels than a record may have.
  case tooManyLevels
  /// The end is before the start.
  case endBeforeStart
  /// A quoted cell has no end.
  case unclosedQuote
  /// Text follows a closing quote, so that one may be missing before it.
  case textAfterQuote
  /// A row has more cells than the header.
  case tooManyCells
  /// A row in a file of a known program has fewer cells than the header.
  case tooFewCells
}
