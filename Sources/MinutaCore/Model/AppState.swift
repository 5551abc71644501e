/// What an editor or a status line shows, as of one moment.
package struct AppState: Sendable {
  /// By name, without those that are archived.
  package let tags: [Tag]
  package let runningTimers: [TaggedRecord]
  /// The records of which a part lies in the day.
  package let todaysRecords: [TaggedRecord]
  /// The records that were deleted and can be restored.
  package let pendingDeletions: [TaggedRecord]
  /// The part of today's records that lies in the day, summed.
  package let todaySeconds: Int
}

extension TimeTracker {
  package func appState(on day: TimeRange) throws(TrackingError) -> AppState {
    let today = try records(in: day, of: .all)
    return AppState(
      tags: try tags(includingArchived: false),
      runningTimers: try tagged(try transaction.runningRecords()),
      todaysRecords: today.records,
      pendingDeletions: try deletedRecords(),
      todaySeconds: today.totalSeconds
    )
  }
}
