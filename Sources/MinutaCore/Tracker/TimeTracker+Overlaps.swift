import Foundation

extension TimeTracker {
  /// Looks at what the call at hand saved, and does what a policy asks for about records that it
  /// lies over.
  ///
  /// Stretches are half open: one that begins where another ends lies beside it. What lay over each
  /// other before the call is left alone.
  package mutating func resolveOverlaps(
    _ policy: OverlapPolicy
  ) throws(TrackingError) -> OverlapResolution {
    if policy == .allow { return OverlapResolution() }
    var found: [TimeRecord] = []
    var rest: [TimeRecord] = []
    let saved = transaction.changes.records.values.compactMap { $0 }.sorted(by: TimeRecord.isBefore)
    let changed = Set(saved.map(\.id))
    for record in saved {
      let others = try newOverlaps(of: record)
      found += others.filter { other in !found.contains { $0.id == other.id } }
      guard policy == .adjust else { continue }
      for other in others {
        let parts = try parts(of: other, around: record)
        // Nothing goes away as a whole, and what the call saved stays as it was asked for.
        if parts.isEmpty || changed.contains(other.id) {
          throw .recordsOverlap(try tagged([other]), canAdjust: false)
        }
        rest += parts
        save(parts, of: other)
      }
    }
    if policy == .refuse, !found.isEmpty {
      throw .recordsOverlap(try tagged(found), canAdjust: true)
    }
    return OverlapResolution(records: try tagged(found), rest: try tagged(rest))
  }

  /// The records that a saved one lies over, and did not before the call.
  private func newOverlaps(of record: TimeRecord) throws(TrackingError) -> [TimeRecord] {
    let before = try transaction.recordBeforeCall(record.id)
    let isWhereItWas = before?.startTime == record.startTime && before?.endTime == record.endTime
    if isWhereItWas || record.startTime == record.endTime { return [] }
    let reach = TimeRange(from: record.startTime, to: record.reach(at: now), timeZone: .gmt)
    var others = try transaction.records(in: reach, now: now)
    for running in try transaction.runningRecords()
    where !others.contains(where: { $0.id == running.id }) {
      others.append(running)
    }
    var found: [TimeRecord] = []
    for other in others where other.id != record.id && record.overlaps(other, now: now) {
      let otherBefore = try transaction.recordBeforeCall(other.id)
      if let before, let otherBefore, before.overlaps(otherBefore, now: now) { continue }
      found.append(other)
    }
    return found.sorted(by: TimeRecord.isBefore)
  }

  /// What is left of a record outside of another.
  private mutating func parts(
    of other: TimeRecord,
    around record: TimeRecord
  ) throws(TrackingError) -> [TimeRecord] {
    remainder(of: other, before: record.startTime, after: record.endTime ?? .distantFuture)
  }
}

extension TimeRecord {
  /// Up to where it may lie over others; a running timer has at least the second at hand.
  fileprivate func reach(at now: Date) -> Date {
    endTime.map { max($0, startTime) } ?? max(now, startTime).addingTimeInterval(1)
  }

  fileprivate func overlaps(_ other: TimeRecord, now: Date) -> Bool {
    if isRunning, other.isRunning { return true }
    return startTime < other.reach(at: now) && other.startTime < reach(at: now)
      && startTime != endTime && other.startTime != other.endTime
  }
}

/// What came of records that lie over each other.
package struct OverlapResolution: Sendable {
  /// Those that the call's own lie over, or lay over before they were shortened.
  package var records: [TaggedRecord] = []
  /// What is left of those that were shortened or split.
  package var rest: [TaggedRecord] = []
}
