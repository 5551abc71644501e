import Foundation

/// Combines stored records with these changes, as reads should see them.
extension StoreChanges {
  func record(_ id: UUID, over stored: () throws(TrackingError) -> TimeRecord?)
    throws(TrackingError) -> TimeRecord?
  {
    if let changed = records[id] { return changed }
    return try stored()
  }

  func runningRecords(over stored: [TimeRecord]) -> [TimeRecord] {
    overlay(stored, with: running.values)
  }

  func records(
    over stored: [TimeRecord],
    where isWanted: (TimeRecord) -> Bool
  ) -> [TimeRecord] {
    overlay(stored, with: records.values.lazy.compactMap { $0 }.filter(isWanted))
  }

  private func overlay(
    _ stored: [TimeRecord],
    with changed: some Sequence<TimeRecord>
  ) -> [TimeRecord] {
    if records.isEmpty { return stored }
    let unchanged = stored.filter { records[$0.id] == nil }
    let changed = changed.sorted(by: TimeRecord.isBefore)
    if changed.isEmpty { return unchanged }
    return merge(unchanged, changed)
  }

  private func merge(_ first: [TimeRecord], _ second: [TimeRecord]) -> [TimeRecord] {
    var merged: [TimeRecord] = []
    merged.reserveCapacity(first.count + second.count)
    var rest = second[...]
    for record in first {
      while let next = rest.first, TimeRecord.isBefore(next, record) {
        merged.append(next)
        rest.removeFirst()
      }
      merged.append(record)
    }
    return merged + rest
  }
}
