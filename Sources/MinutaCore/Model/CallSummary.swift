import Foundation

/// A short description of a call in the history: its origin, and the records, tags and files it
/// changed.
package struct CallSummary: Sendable, Equatable {
  package let sequence: Int
  package let origin: ChangeOrigin
  /// The first few records as they were after the call, or before it if the call deleted them.
  package let records: [TaggedRecord]
  package let recordCount: Int
  /// The first few tags that the call changed.
  ///
  /// Excludes a tag created only for a new record.
  package let tags: [TagDiff]
  /// The files that the call repaired.
  package let files: [String]

  /// A tag before and after a call.
  ///
  /// `before` or `after` is nil if the tag didn't exist.
  package struct TagDiff: Sendable, Equatable {
    package let before: Tag?
    package let after: Tag?
  }

  /// The maximum number of records and of tags in a summary.
  package static let limit = 2
}

/// The tags as they were at one point in the history, which is read from newest to oldest.
struct HistoricalTags {
  private var tags: [UUID: Tag]

  init(_ now: TagList) {
    tags = now.byID
  }

  /// Returns a summary of an entry.
  ///
  /// The tags must be in their state after the entry.
  ///
  /// - Parameter timers: the timers that the entry decided about without changing them.
  func summary(of entry: HistoryEntry, _ timers: [TimeRecord]) -> CallSummary {
    let changes = entry.records.prefix(CallSummary.limit)
    let entities = changes.compactMap { ($0.after ?? $0.before)?.entity } + timers
    let changed = entry.tags.filter { $0.before != nil || entry.records.isEmpty }
    return CallSummary(
      sequence: entry.sequence,
      origin: entry.origin,
      records: entities.prefix(CallSummary.limit).map { record in
        TaggedRecord(record: record, tag: record.tagId.flatMap { tag($0, around: entry) })
      },
      recordCount: max(entry.records.count, timers.count),
      tags: changed.prefix(CallSummary.limit).map {
        CallSummary.TagDiff(before: $0.before?.entity, after: $0.after?.entity)
      },
      files: entry.repairs.map(\.subject)
    )
  }

  /// Returns a tag as it was after the entry, or before it if the entry deleted the tag.
  private func tag(_ id: UUID, around entry: HistoryEntry) -> Tag? {
    let change = entry.tags.first { $0.id == id }
    return (change?.after ?? change?.before)?.entity ?? tags[id]
  }

  /// Rewinds the tags to their state before the entry.
  mutating func rewind(before entry: HistoryEntry) {
    // A tag that the entry created stays, because a hand-edited record may still refer to it.
    for change in entry.tags {
      if let tag = (change.before ?? change.after)?.entity { tags[change.id] = tag }
    }
  }
}
