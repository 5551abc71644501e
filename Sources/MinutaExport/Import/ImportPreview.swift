package import Foundation
package import MinutaCore

/// The content of files to import, as far as it is shown before the import.
package struct ImportPreview: Sendable {
  package let format: any ImportFormat.Type
  /// The number of records.
  package private(set) var count = 0
  package private(set) var seconds = 0
  /// The first records, at most 5.
  package private(set) var first: [RecordToImport] = []
  package private(set) var totals = TagTotals()
  /// The elements that aren't imported, at most 100.
  package private(set) var skipped: [Skipped] = []
  /// The number of entries among them.
  package private(set) var skippedCount = 0
  /// The breaks that make the entries before them shorter, at most 20.
  package private(set) var breaks: [Skipped] = []
  package private(set) var breakCount = 0
  /// The elements that can't be read, at most 20.
  package private(set) var invalid: [Invalid] = []
  package private(set) var invalidCount = 0
  /// The local times that the clock shows twice or never, at most 20.
  package private(set) var clockChanges: [Located<ClockChange>] = []
  package private(set) var clockChangeCount = 0
  /// The records whose duration in the file contradicts their start and end, at most 20.
  package private(set) var ignoredDurations: [RecordToImport] = []
  package private(set) var ignoredDurationCount = 0
  /// The number of records of which the file has no time of day.
  package private(set) var unplacedCount = 0
  /// The number of records that last longer than a day.
  package private(set) var longCount = 0
  /// The longest of them; nil if there is none.
  package private(set) var longest: RecordToImport?
  /// The start of the first record and the end of the last; nil if there are no records.
  package private(set) var range: Range<Date>?
  /// Whether local times were read in the time zone of the import.
  package internal(set) var hasLocalTimes = false

  /// Whether a record begins or ends within a minute.
  package private(set) var hasSeconds = false
  /// Whether an entry has no id in the file.
  package private(set) var hasEntriesWithoutID = false

  /// The indices, among the records of all files, of those that repeat earlier ones.
  package internal(set) var repeats: Set<Int> = []

  /// The columns of the first table among the files; empty for other files.
  package internal(set) var columns: [ImportedColumn] = []
  /// The names of the tables' columns that aren't imported.
  package internal(set) var ignoredColumns: [String] = []
  /// The users that the tables name; at most 1,000.
  package internal(set) var users: Set<String> = []
  /// The number of events that an attendee declined, who may be the user.
  package internal(set) var declinedCount = 0
  /// The names of clients, projects and tasks that a `/` divides into several levels.
  package private(set) var dividedNames: Set<String> = []
  /// The number of words in the texts that become labels.
  package private(set) var labelInTextCount = 0
  /// The first of them; nil if there is none.
  package private(set) var firstLabelInText: Label?

  /// An element that isn't imported.
  package struct Skipped: Sendable {
    package let file: String
    package let line: Int
    package let reason: SkipReason
  }

  /// An element that can't be read.
  package struct Invalid: Sendable {
    package let file: String
    package let problem: FormatError.Problem
  }

  /// A value and the place in a file where it is.
  package struct Located<Value: Sendable>: Sendable {
    package let file: String
    package let line: Int
    package let value: Value
  }

  init(format: any ImportFormat.Type) {
    self.format = format
  }

  mutating func add(_ element: RecordSequence.Element) {
    switch element {
    case .record(let record): add(record)
    case .skipped(let element) where element.reason.isBreak:
      breakCount += 1
      if breaks.count < 20 { breaks.append(element) }
    case .skipped(let element):
      if element.reason.isEntry { skippedCount += 1 }
      if skipped.count < 100 { skipped.append(element) }
    case .invalid(let element):
      invalidCount += 1
      if invalid.count < 20 { invalid.append(element) }
    }
  }

  private mutating func add(_ record: RecordToImport) {
    count += 1
    seconds += record.seconds
    if first.count < 5 { first.append(record) }
    hasSeconds = hasSeconds || [record.start, record.end].contains { $0.unixSeconds % 60 != 0 }
    clockChangeCount += record.clockChanges.count
    for change in record.clockChanges where clockChanges.count < 20 {
      clockChanges.append(Located(file: record.file, line: record.line, value: change))
    }
    if !record.isPlaced { unplacedCount += 1 }
    if record.ignoredDuration != nil {
      ignoredDurationCount += 1
      if ignoredDurations.count < 20 { ignoredDurations.append(record) }
    }
    if record.seconds > 86_400 {
      longCount += 1
      if record.seconds > longest?.seconds ?? 0 { longest = record }
    }
    totals.add(seconds: record.seconds, to: record.tag)
    dividedNames.formUnion(record.dividedNames)
    labelInTextCount += record.labelsInText.count
    firstLabelInText = firstLabelInText ?? record.labelsInText.first
    hasEntriesWithoutID = hasEntriesWithoutID || !record.hasID
    let known = range ?? record.start..<record.end
    range = min(known.lowerBound, record.start)..<max(known.upperBound, record.end)
  }
}
