/// The numbers of records that calls added and changed.
package struct RecordChangeTotals: Sendable, Equatable {
  package private(set) var added = 0
  package private(set) var changed = 0
  /// The time of the added and changed records, without running timers.
  package private(set) var seconds = 0

  init() {}

  init(_ entry: HistoryEntry) { add(entry) }

  mutating func add(_ entry: HistoryEntry) {
    for change in entry.records {
      guard let after = change.after?.entity else { continue }
      if change.before == nil { added += 1 } else { changed += 1 }
      if let end = after.endTime { seconds += after.seconds(at: end) }
    }
  }
}
