import Foundation
import IntentKit
package import JSONText
import MinutaCore
import MinutaExport

/// The records of one tag in an import.
package struct ImportedTagResult: Codable, Sendable, Comparable {
  /// The name of the tag; nil for records without a tag.
  @Nullable package private(set) var tag: String?
  package let records: Int
  package let totalSeconds: Int

  init(_ total: TagTotals.Total) {
    _tag = Nullable(wrappedValue: total.tag)
    records = total.count
    totalSeconds = total.seconds
  }

  /// Whether a tag is before another: by name, and records without a tag last.
  package static func < (first: ImportedTagResult, second: ImportedTagResult) -> Bool {
    guard let name = first.tag, let other = second.tag else { return first.tag != nil }
    return name < other
  }
}

/// The number of records of an import with a label.
package struct ImportedLabelResult: Codable, Sendable, Comparable {
  package let label: String
  package let records: Int

  init(_ label: Label, _ count: Int) {
    (self.label, records) = (label.text, count)
  }

  /// Whether a label is before another: that of more records first.
  package static func < (first: ImportedLabelResult, second: ImportedLabelResult) -> Bool {
    (-first.records, first.label) < (-second.records, second.label)
  }
}

/// A record of a file to import.
package struct ImportedRecordResult: Codable, Sendable {
  package let file: String
  package let line: Int
  package let id: String
  package let startTime: String
  package let endTime: String
  package let durationSeconds: Int
  package let tag: String?
  package let comment: String?

  init(_ record: RecordToImport) {
    file = record.file
    line = record.line
    id = record.id.uuidString
    startTime = Timestamp.text(record.start)
    endTime = Timestamp.text(record.end)
    durationSeconds = record.seconds
    tag = record.tag
    comment = record.comment
  }
}

/// A record that an import updated.
package struct ImportUpdateResult: Codable, Sendable {
  package let id: String
  /// The changed fields; empty if only the time zone changed.
  package let changes: [FieldChangeResult]
  /// The old and new values in words, such as `updated 385E00D8: comment none is now 'Call'`.
  package let text: String

  init(from before: TaggedRecord, to after: TaggedRecord, _ formatter: SentenceFormatter) {
    id = after.record.id.uuidString
    changes = FieldChangeResult.changes(from: before, to: after, formatter)
    let texts = changes.map { change in
      let values = [change.before, change.after].map { $0?.quoted ?? "none" }
      return "\(change.field) \(values[0]) is now \(values[1])"
    }
    let all = texts.isEmpty ? "time zone" : texts.joined(separator: ", ")
    text = "updated \(id.prefix(8)): \(all)"
  }
}

/// A part of a file that isn't imported, or not as it stands.
package struct SkippedPartResult: Codable, Sendable {
  package let file: String
  package let line: Int
  package let reason: String

  init(_ skipped: ImportPreview.Skipped) {
    file = skipped.file
    line = skipped.line
    reason = skipped.reason.clause
  }

  init(_ change: ImportPreview.Located<ClockChange>) {
    file = change.file
    line = change.line
    switch change.value {
    case .time(let adjustment, let date, let timeZone):
      reason = adjustment.note(resolvedTo: date, timeZone: timeZone)
    case .length(let shown, let seconds):
      let texts = [shown, seconds].map { DurationFormat.text(seconds: $0) }
      reason = "its times are \(texts[0]) apart, but it lasts \(texts[1]), as the clock changes"
    }
  }

  /// Creates the note about the duration of a record; nil if it doesn't contradict the times.
  init?(_ record: RecordToImport) {
    guard let duration = record.ignoredDuration else { return nil }
    file = record.file
    line = record.line
    let texts = [duration, record.seconds].map { DurationFormat.text(seconds: $0) }
    reason = "its duration is \(texts[0]), but it lasts \(texts[1]) from start to end"
  }

  init(_ invalid: ImportPreview.Invalid) {
    file = invalid.file
    line = invalid.problem.line
    reason = invalid.problem.reason.clause
  }
}
