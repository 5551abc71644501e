package import Foundation

/// Rows that are made from full records in memory.
package struct InMemoryRowSource: RecordRowSource {
  package private(set) var lookup = RowLookupTable()
  package private(set) var rows: [RecordRow] = []

  /// Converts records to rows.
  ///
  /// - Parameters:
  ///     - records: the records, sorted by `TimeRecord.isBefore`.
  ///     - now: the time up to which running timers count.
  package init(_ records: [TimeRecord], now: Date) {
    var tags: [UUID?: Int32] = [nil: 0]
    var zones: [String?: Int32] = [nil: 0]
    var comments: [String?: Int32] = [nil: 0]
    rows.reserveCapacity(records.count)
    for record in records {
      rows.append(
        RecordRow(
          start: record.startTime.unixSeconds,
          end: record.end(at: now).unixSeconds,
          tag: tags.number(of: record.tagId, &lookup.tags),
          zone: zones.number(of: record.timeZone, &lookup.zones),
          comment: comments.number(of: record.comment, &lookup.comments),
          isRunning: record.isRunning,
          hasImages: !record.images.isEmpty
        )
      )
    }
  }

  package func forEachBlock(_ body: ([RecordRow]) -> Void) { body(rows) }
}

extension Dictionary where Value == Int32 {
  /// Returns the number assigned to a key, and assigns the next number if the key is new.
  mutating func number(of key: Key, _ keys: inout [Key]) -> Int32 {
    if let number = self[key] { return number }
    let number = Int32(keys.count)
    keys.append(key)
    self[key] = number
    return number
  }
}
