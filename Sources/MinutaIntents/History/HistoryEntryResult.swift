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
}

/// An entry in a list of the history, with text about it.
package struct HistoryListResult: Codable, Sendable {
  package let entry: HistoryEntryResult
  package let text: Text

  /// The members that describe the entry as text.
  package struct Text: Codable, Sendable {
    /// The time in the user's time zone, with the date if it isn't today.
    package let localTime: String
    /// The command of the intent, or its id if it has none.
    package let command: String
    /// The changed records, tags and files.
    package let summary: String
    /// The number of calls of one run for which the entry stands; nil for one call.
    package let calls: Int?
    /// The parts of the summary; none if the text was read from JSON, which has only the whole.
    package var parts: [HistoryEntryPart] = []

    private enum CodingKeys: CodingKey {
      case localTime, command, summary, calls
    }
  }

  /// - Parameter formatter: the formatter of the call that lists the history.
  init(_ item: HistoryListItem, formatter: SentenceFormatter) {
    entry = HistoryEntryResult(item.entry, isUndone: item.isUndone)
    let time = item.entry.origin.now
    // Times in the summary leave out the date if it is the entry's own date.
    let parts = item.parts(formatter.at(time))
    text = Text(
      localTime: formatter.moment(time),
      command: item.command,
      summary: parts.sentence(),
      calls: item.callCount == 1 ? nil : item.callCount,
      parts: parts
    )
  }

  /// Decodes the members of both parts from one object.
  package init(from decoder: any Decoder) throws {
    entry = try HistoryEntryResult(from: decoder)
    text = try Text(from: decoder)
  }

  /// Encodes the members of both parts into one object.
  package func encode(to encoder: any Encoder) throws {
    try entry.encode(to: encoder)
    try text.encode(to: encoder)
  }
}
