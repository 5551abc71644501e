package import Foundation

extension TimeTracker {
  /// Splits a record at one or more moments within it.
  ///
  /// The first part keeps the id and the images.
  ///
  /// - Returns: The parts in order. If the record is a running timer, the last part keeps running.
  package mutating func splitRecord(
    _ id: UUID,
    at moments: [Date]
  ) throws(TrackingError) -> [TaggedRecord] {
    let record = try existingRecord(id)
    let end = record.end(at: now)
    let moments = Set(moments.map(\.truncatedToSeconds)).sorted()
    for moment in moments where moment <= record.startTime || moment >= end {
      throw .splitOutside(moment, start: record.startTime, end: end)
    }
    var parts = [record]
    for moment in moments {
      var next = copyWithoutImages(of: record)
      next.startTime = moment
      next.endTime = record.endTime
      parts[parts.count - 1].endTime = moment
      parts.append(next)
    }
    try replace(record, with: parts)
    return try tagged(parts)
  }

  /// Replaces a record by its parts, of which one may keep its id; without parts, it is deleted.
  mutating func replace(
    _ record: TimeRecord,
    with parts: [TimeRecord]
  ) throws(TrackingError) {
    try change(record, to: parts.first { $0.id == record.id })
    for part in parts where part.id != record.id { transaction.create(part) }
  }

  /// Returns a copy of a record with a new id and without images.
  private func copyWithoutImages(of record: TimeRecord) -> TimeRecord {
    TimeRecord(
      id: makeID(),
      startTime: record.startTime,
      endTime: record.endTime,
      tagId: record.tagId,
      comment: record.comment,
      timeZone: record.timeZone
    )
  }

  /// Removes a period of time from every record that overlaps it.
  ///
  /// - Parameters:
  ///   - tag: the tag that the records must have, or a tag above it. Nil for all records.
  ///   - id: the id of the only record to change. Nil for all records.
  package mutating func cut(
    from start: Date,
    to end: Date,
    of tag: TagReference?,
    only id: UUID?
  ) throws(TrackingError) -> RangeCutResult {
    if end < start { throw .endBeforeStart(start: start, end: end) }
    let period = TimeRange(
      from: start.truncatedToSeconds,
      to: end.truncatedToSeconds,
      timeZone: .gmt
    )
    var cut = RangeCutResult()
    for record in try selected(period, tag.map { .tagged($0) } ?? .all)
    where id == nil || record.id == id {
      let rest = remainder(
        of: record,
        before: start.truncatedToSeconds,
        after: end.truncatedToSeconds
      )
      try replace(record, with: rest)
      cut.count(try tagged(record), try tagged(rest), now: now)
    }
    return cut
  }

  /// Returns the parts of a record that lie outside a period.
  ///
  /// The first part keeps the id and the images. A running timer continues after the period, unless
  /// the period ends in the future.
  func remainder(of record: TimeRecord, before start: Date, after end: Date) -> [TimeRecord] {
    var parts: [TimeRecord] = []
    if record.startTime < start {
      var first = record
      first.endTime = start
      parts.append(first)
    }
    if record.endTime.map({ $0 > end }) ?? (end <= now) {
      var last = parts.isEmpty ? record : copyWithoutImages(of: record)
      last.startTime = end
      parts.append(last)
    }
    return parts
  }
}

/// The result of removing a period of time from records.
package struct RangeCutResult: Sendable {
  /// The records as they were before, in order.
  package private(set) var before: [TaggedRecord] = []
  /// The parts that remain of the records that were shortened or split.
  package private(set) var rest: [TaggedRecord] = []
  /// The records that lay within the period and were deleted, as they were before.
  package private(set) var deleted: [TaggedRecord] = []
  package private(set) var shortened = 0
  package private(set) var split = 0
  /// The total number of seconds removed, counting running timers up to now.
  package private(set) var seconds = 0

  /// The number of records that were shortened, split or deleted.
  package var records: Int { shortened + split + deleted.count }

  mutating func count(_ record: TaggedRecord, _ parts: [TaggedRecord], now: Date) {
    let left = parts.reduce(0) { $0 + $1.record.seconds(at: now) }
    seconds += record.record.seconds(at: now) - left
    before.append(record)
    rest += parts
    switch parts.count {
    case 0: deleted.append(record)
    case 1: shortened += 1
    default: split += 1
    }
  }
}
