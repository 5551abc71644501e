package import Foundation

extension TimeTracker {
  /// Changes fields of a record.
  ///
  /// Giving an end to a running timer stops it.
  package mutating func updateRecord(
    _ id: UUID,
    _ edit: RecordEdit
  ) throws(TrackingError) -> RecordUpdateResult {
    let before = try existingRecord(id)
    var record = before
    record.startTime = edit.start?.truncatedToSeconds ?? before.startTime
    record.endTime = edit.end?.truncatedToSeconds ?? before.endTime
    try check(record, edit)
    record.tagId = try tagId(of: before, edit.tag)
    switch edit.comment {
    case .keep: break
    case .remove: record.comment = nil
    case .set(let comment):
      // A comment without labels is a new text for the labels that the record has.
      let labels = Label.all(in: comment).isEmpty ? CommentParts(before.comment).labels : []
      record.comment = CommentParts(text: comment, labels: labels).comment
    }
    for label in edit.removedLabels { record.comment = label.removed(from: record.comment) }
    for label in edit.addedLabels { record.comment = label.added(to: record.comment) }
    if record != before { try change(before, to: record) }
    return RecordUpdateResult(before: try tagged(before), record: try tagged(record))
  }

  /// Checks that the record's times are valid after the edit.
  ///
  /// Times that didn't change may lie in the future, so that a planned record can get a comment.
  private func check(_ record: TimeRecord, _ edit: RecordEdit) throws(TrackingError) {
    let isPlanned = edit.isPlanned && !record.isRunning
    if let start = edit.start, start > now, !isPlanned { throw .startInFuture(start) }
    if let end = record.endTime, end < record.startTime {
      throw .endBeforeStart(start: record.startTime, end: end)
    }
    if let end = edit.end, end > now, !isPlanned { throw .endInFuture(end) }
  }

  private mutating func tagId(
    of record: TimeRecord,
    _ edit: FieldEdit<TagReference>
  ) throws(TrackingError) -> UUID? {
    switch edit {
    case .keep: return record.tagId
    case .remove: return nil
    case .set(let reference):
      // Compare with the record's current tag first: a record can keep its tag even if it is
      // archived.
      let known = try transaction.tags().find(reference)
      if let known, known.id == record.tagId { return known.id }
      return try tag(for: reference)?.id
    }
  }

  /// Deletes a record, and returns it as it was before.
  package mutating func deleteRecord(_ id: UUID) throws(TrackingError) -> TaggedRecord {
    let record = try existingRecord(id)
    try change(record, to: nil)
    return try tagged(record)
  }
}

/// An edit of an optional field of a record: keep, remove or replace its value.
package enum FieldEdit<Value: Sendable>: Sendable {
  case keep
  case remove
  case set(Value)
}

/// The fields of a record to change.
package struct RecordEdit: Sendable {
  package var tag = FieldEdit<TagReference>.keep
  /// The comment; the labels at the end of the old one stay if a new one has none.
  package var comment = FieldEdit<String>.keep
  /// The labels to add to the comment, after `removedLabels` have been removed.
  package var addedLabels: [Label] = []
  package var removedLabels: [Label] = []
  /// The new start, or nil to keep the current one.
  package var start: Date?
  /// The new end, or nil to keep the current one.
  package var end: Date?
  /// Whether the times may lie in the future.
  package var isPlanned = false

  package init() {}
}

package struct RecordUpdateResult: Sendable {
  package let before: TaggedRecord
  package let record: TaggedRecord
  /// Whether the edit changed nothing, because the record already had these values.
  package var isUnchanged: Bool { record.record == before.record }
}
