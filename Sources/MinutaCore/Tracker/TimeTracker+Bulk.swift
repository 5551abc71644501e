import Foundation

extension TimeTracker {
  /// Changes all records of a range that match a filter, as one call.
  package mutating func bulkUpdate(
    _ range: TimeRange,
    of filter: RecordFilter,
    _ change: BulkChange
  ) throws(TrackingError) -> BulkUpdateResult {
    var updated = BulkUpdateResult()
    for record in try selected(range, filter) {
      if change.deletes {
        transaction.deleteRecord(record.id)
        updated.before.append(record)
        continue
      }
      var edit = RecordEdit()
      edit.tag = change.tag
      edit.isPlanned = change.isPlanned
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

/// A change that is applied to each of many records.
package struct BulkChange: Sendable {
  package var tag = FieldEdit<TagReference>.keep
  /// The shift in seconds.
  ///
  /// Negative values move records earlier.
  package var shift = 0
  package var deletes = false
  /// Whether times may lie in the future.
  package var isPlanned = false

  package init() {}
}

package struct BulkUpdateResult: Sendable {
  /// The changed records as they were before.
  package fileprivate(set) var before: [TimeRecord] = []
  /// The changed records as they are now.
  ///
  /// Empty if they were deleted.
  package fileprivate(set) var after: [TaggedRecord] = []
}
