package import Foundation

extension TimeTracker {
  package func tags(includingArchived: Bool) throws(TrackingError) -> [Tag] {
    let tags = try transaction.tags().tags.filter { includingArchived || !$0.isArchived }
    return tags.sorted { $0.name < $1.name }
  }

  /// The records of which a part lies in a range.
  package func records(
    in range: TimeRange,
    of filter: RecordFilter
  ) throws(TrackingError) -> RecordList {
    let records = try selected(range, filter)
    let total = Aggregation(range: range, now: now).summary(of: records).totalSeconds
    return RecordList(records: try tagged(records), totalSeconds: total)
  }

  package func summary(
    of range: TimeRange,
    by dimensions: [SummaryDimension],
    of filter: RecordFilter
  ) throws(TrackingError) -> TaggedSummary {
    if case .all = filter, dimensions == [.tag] || dimensions.isEmpty {
      return try tagSummary(of: range, isGrouped: !dimensions.isEmpty)
    }
    let records = try selected(range, filter)
    let tags = try transaction.tags().byID
    let summary = Aggregation(range: range, by: dimensions, now: now)
      .summary(of: records, names: tags.mapValues(\.name))
    return TaggedSummary(summary: summary, tags: tags)
  }

  package func status(on day: TimeRange) throws(TrackingError) -> TimerStatus {
    let running = try tagged(try transaction.runningRecords())
    var today = TagTotals(range: day)
    _ = try transaction.spans(in: day, now: now, checking: .records) { today.add($0) }
    return TimerStatus(running: running, todaySeconds: today.totalSeconds)
  }

  private func tagSummary(
    of range: TimeRange,
    isGrouped: Bool
  ) throws(TrackingError) -> TaggedSummary {
    var totals = TagTotals(range: range)
    let numbered = try transaction.spans(in: range, now: now, checking: .months) { totals.add($0) }
    let tags = try transaction.tags().byID
    let summary = totals.summary(tags: numbered, names: tags.mapValues(\.name), isGrouped)
    return TaggedSummary(summary: summary, tags: tags)
  }

  /// Looks at every file of the records.
  package func verify() throws(TrackingError) { try transaction.verify() }

  func selected(
    _ range: TimeRange,
    _ filter: RecordFilter
  ) throws(TrackingError) -> [TimeRecord] {
    let records = try transaction.records(in: range, now: now)
    switch filter {
    case .all: return records
    case .untagged: return records.filter { $0.tagId == nil }
    case .tag(let reference):
      let id = try knownTag(reference).id
      return records.filter { $0.tagId == id }
    }
  }
}

/// Which records count.
package enum RecordFilter: Sendable, Hashable {
  case all
  case untagged
  case tag(TagReference)
}

package struct RecordList: Sendable {
  package let records: [TaggedRecord]
  /// The part of them that lies in the range.
  package let totalSeconds: Int
}

package struct TaggedSummary: Sendable {
  package let summary: Summary
  package let tags: [UUID: Tag]
}

package struct TimerStatus: Sendable {
  package let running: [TaggedRecord]
  /// The sum over all records of the day.
  package let todaySeconds: Int
}
