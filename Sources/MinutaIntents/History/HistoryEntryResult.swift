import JSONText
import MinutaCore

/// An entry of the history in a result.
package struct HistoryEntryResult: Codable, Sendable {
  package let entry: Int
  package let time: String
  package let source: String
  package let intent: String
  package let undone: Bool
  /// The id of the workflow or batch run; nil for a single call.
  package let run: String?
  /// The numbers of the entries that this one undid; nil if none.
  package let undoes: [Int]?
  package let changes: [ChangeResult]
  /// The time in the user's time zone, with the date if it isn't today.
  package private(set) var localTime: String?
  /// The command of the intent, or its id if it has none.
  package private(set) var command: String?
  /// The changed records, tags and files as text.
  package private(set) var summary: String?

  init(_ entry: HistoryEntry, isUndone: Bool) {
    self.entry = entry.sequence
    time = Timestamp.text(entry.origin.now)
    source = entry.origin.source
    intent = entry.origin.intent
    undone = isUndone
    run = entry.origin.run
    undoes = entry.undoes.isEmpty ? nil : Array(entry.undoes)
    changes =
      entry.records.map { ChangeResult($0, "record") }
      + entry.tags.map { ChangeResult($0, "tag") } + entry.repairs.map(ChangeResult.init)
  }

  /// - Parameter formatter: the formatter of the call that lists the history.
  init(_ item: HistoryListItem, days: LocalCalendar, formatter: SentenceFormatter) {
    self.init(item.entry, isUndone: item.isUndone)
    let time = item.entry.origin.now
    localTime = formatter.moment(time)
    command = item.call.command
    // Times in the summary leave out the date if it is the entry's own date.
    summary = item.call.subject(SentenceFormatter(now: time, days: days))
  }
}
