package import Foundation

/// What totals need of a record: small numbers, which the index of a store has at hand.
package struct RecordSpan: Sendable, Equatable {
  /// Seconds since 1970.
  package let start: Int64
  /// As `start` and never before it; the reading of the clock for a running timer.
  package let end: Int64
  /// The tag by its number among those that the query answers with; `noTag` for none.
  package let tag: Int32

  package static let noTag: Int32 = -1

  package init(start: Int64, end: Int64, tag: Int32) {
    (self.start, self.end, self.tag) = (start, end, tag)
  }
}

/// How many files are looked at that tell whether what is known of records still holds.
package enum SpanCheck: Sendable {
  /// Those of the records that are asked for.
  case records
  /// Those of the months that are asked for, the newest first, as far as the store goes at once.
  case months
}

extension StoreView {
  /// Reads the records themselves.
  package func spans(
    in range: TimeRange,
    now: Date,
    checking: SpanCheck,
    _ body: (RecordSpan) -> Void
  ) throws(TrackingError) -> [UUID] {
    try spansOfRecords(in: range, now: now, body)
  }

  /// The spans of records that are read.
  package func spansOfRecords(
    in range: TimeRange,
    now: Date,
    _ body: (RecordSpan) -> Void
  ) throws(TrackingError) -> [UUID] {
    var tags: [UUID] = []
    var numbers: [UUID: Int32] = [:]
    for record in try records(in: range, now: now) {
      var number = RecordSpan.noTag
      if let tag = record.tagId {
        number = numbers[tag] ?? Int32(tags.count)
        if numbers.updateValue(number, forKey: tag) == nil { tags.append(tag) }
      }
      body(
        RecordSpan(
          start: Int64(record.startTime.wholeSeconds),
          end: Int64(record.end(at: now).wholeSeconds),
          tag: number
        )
      )
    }
    return tags
  }

  /// Has looked at every file already.
  package func verify() throws(TrackingError) {}
}
