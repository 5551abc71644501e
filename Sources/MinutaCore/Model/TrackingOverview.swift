/// The data that an editor or a status bar shows, all read at the same moment.
package struct TrackingOverview: Sendable {
  /// All tags that aren't archived, sorted by name.
  package let tags: [Tag]
  package let runningTimers: [TaggedRecord]
  /// The records that overlap today.
  package let todaysRecords: [TaggedRecord]
  /// The deleted records that can be restored.
  package let pendingDeletions: [TaggedRecord]
  /// The total time of today's records in seconds, counting only the parts that lie within today.
  package let todaySeconds: Int
}

extension TimeTracker {
  /// Returns the data that an editor or a status bar shows.
  ///
  /// - Parameter day: today.
  package func appState(on day: TimeRange) throws(TrackingError) -> TrackingOverview {
    let today = try records(in: day, of: .all, limit: nil)
    return TrackingOverview(
      tags: try tags(includingArchived: false),
      runningTimers: try tagged(try transaction.runningRecords()),
      todaysRecords: today.records,
      pendingDeletions: try deletedRecords(),
      todaySeconds: today.totalSeconds
    )
  }
}
