import Foundation

extension TimeTracker {
  /// Applies the overlap policy to the records that the current call saved.
  ///
  /// Records that only touch don't overlap. Overlaps that existed before the call are ignored.
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
        // Never delete an entire record, and don't adjust the records that the call itself saved.
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

  /// Returns the records that a saved record overlaps now and didn't before the call.
  private func newOverlaps(of record: TimeRecord) throws(TrackingError) -> [TimeRecord] {
    let before = try transaction.recordBeforeCall(record.id)
    let isUnmoved = before?.startTime == record.startTime && before?.endTime == record.endTime
    if isUnmoved || record.startTime == record.endTime { return [] }
    let range = TimeRange(from: record.startTime, to: record.overlapEnd(at: now), timeZone: .gmt)
    var others = try transaction.records(in: range, now: now)
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

  /// Returns the parts of a record that lie outside another.
  private mutating func parts(
    of other: TimeRecord,
    around record: TimeRecord
  ) throws(TrackingError) -> [TimeRecord] {
    remainder(of: other, before: record.startTime, after: record.endTime ?? .distantFuture)
  }
}

extension TimeRecord {
  /// Returns the end for overlap checks.
  ///
  /// A running timer covers at least the current second.
  fileprivate func overlapEnd(at now: Date) -> Date {
    endTime.map { max($0, startTime) } ?? max(now, startTime).addingTimeInterval(1)
  }

  fileprivate func overlaps(_ other: TimeRecord, now: Date) -> Bool {
    if isRunning, other.isRunning { return true }
    return startTime < other.overlapEnd(at: now) && other.startTime < overlapEnd(at: now)
      && startTime != endTime && other.startTime != other.endTime
  }
}

/// The result of applying an overlap policy.
package struct OverlapResolution: Sendable {
  /// The records that overlap the call's records, as they were before any adjustment.
  package var records: [TaggedRecord] = []
  /// The remaining parts of records that were shortened or split.
  package var rest: [TaggedRecord] = []
}
