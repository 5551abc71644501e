import Foundation

extension TimeTracker {
  /// Changes or deletes all records of a range that match a filter, as one call.
  package mutating func bulkUpdate(
    _ range: TimeRange,
    of filter: RecordFilter,
    _ change: BulkRecordChange
  ) throws(TrackingError) -> BulkUpdateResult {
    var updated = BulkUpdateResult()
    for record in try selected(range, filter) {
      if change.deletes {
        try self.change(record, to: nil)
        updated.before.append(record)
        continue
      }
      var edit = RecordEdit()
      (edit.tag, edit.comment) = (change.tag, change.comment)
      edit.isPlanned = change.isPlanned
      (edit.addedLabels, edit.removedLabels) = (change.addedLabels, change.removedLabels)
      if change.shift != 0 {
        edit.start = record.startTime.addingTimeInterval(Double(change.shift))
        edit.end = record.endTime?.addingTimeInterval(Double(change.shift))
        let edges = [edit.start, edit.end].compactMap { $0 }
        guard edges.allSatisfy(Timestamp.range.contains) else { throw .timeOutOfRange }
      }
      let result = try updateRecord(record.id, edit)
      if result.isUnchanged { continue }
      updated.before.append(record)
      updated.after.append(result.record)
    }
    return updated
  }
}

/// A change that is applied to several records.
package struct BulkRecordChange: Sendable {
  package var tag = FieldEdit<TagReference>.keep
  package var comment = FieldEdit<String>.keep
  /// The labels to add to the comments, after `removedLabels` have been removed.
  package var addedLabels: [Label] = []
  package var removedLabels: [Label] = []
  /// The number of seconds by which to move the records; negative values move them earlier.
  package var shift = 0
  package var deletes = false
  /// Whether the records may be moved into the future.
  package var isPlanned = false

  package init() {}
}

package struct BulkUpdateResult: Sendable {
  /// The changed or deleted records, as they were before the call.
  package fileprivate(set) var before: [TimeRecord] = []
  /// The changed records as they are after the call.
  ///
  /// Empty if the call deleted them.
  package fileprivate(set) var after: [TaggedRecord] = []
}
