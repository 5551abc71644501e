import Foundation

/// A short description of a call in the history.
///
/// It contains the origin of the call, and the records, tags and files that the call changed.
package struct HistoryEntrySummary: Sendable, Equatable {
  package let sequence: Int
  package let origin: ChangeOrigin
  /// The first few records that the call changed, as they were after it.
  ///
  /// Records that the call deleted are shown as they were before it.
  package let records: [TaggedRecord]
  package let recordCount: Int
  /// The first few tags that the call changed.
  ///
  /// A tag that was created only because a new record needed it is left out.
  package let tags: [TagDiff]
  package let tagCount: Int
  /// The store files that the call repaired.
  package let files: [String]

  /// The state of a tag before and after a call.
  ///
  /// `before` is nil if the call created the tag, and `after` is nil if the call deleted it.
  package struct TagDiff: Sendable, Equatable {
    package let before: Tag?
    package let after: Tag?
  }

  /// The maximum number of records and of tags in a summary.
  package static let limit = 2
}

/// The tags as they were at some point of the history.
///
/// While the history is read from newest to oldest, `rewind(before:)` takes the tags back in time.
struct TagHistoryRewinder {
  private var tags: [UUID: Tag]

  init(_ now: TagList) {
    tags = now.byID
  }

  /// Returns a summary of a history entry.
  ///
  /// The tags must have been rewound to their state directly after the entry.
  ///
  /// - Parameter timers: the timers whose idle time the entry decided about, if the entry changed
  ///   no records.
  func summary(of entry: HistoryEntry, _ timers: [TimeRecord]) -> HistoryEntrySummary {
    let changes = entry.records.prefix(HistoryEntrySummary.limit)
    let entities = changes.compactMap { ($0.after ?? $0.before)?.entity } + timers
    let changed = entry.tags.filter { $0.before != nil || entry.records.isEmpty }
    return HistoryEntrySummary(
      sequence: entry.sequence,
      origin: entry.origin,
      records: entities.prefix(HistoryEntrySummary.limit).map { record in
        TaggedRecord(record: record, tag: record.tagId.flatMap { tag($0, around: entry) })
      },
      recordCount: max(entry.records.count, timers.count),
      tags: changed.prefix(HistoryEntrySummary.limit).map {
        HistoryEntrySummary.TagDiff(before: $0.before?.entity, after: $0.after?.entity)
      },
      tagCount: changed.count,
      files: entry.repairs.map(\.subject)
    )
  }

  /// Returns a tag as it was directly after the entry, or before it if the entry deleted the tag.
  private func tag(_ id: UUID, around entry: HistoryEntry) -> Tag? {
    let change = entry.tags.first { $0.id == id }
    return (change?.after ?? change?.before)?.entity ?? tags[id]
  }

  /// Takes the tags back to their state before the entry.
  mutating func rewind(before entry: HistoryEntry) {
    // Keep a tag that the entry created, because a hand-edited older record may refer to it.
    for change in entry.tags {
      if let tag = (change.before ?? change.after)?.entity { tags[change.id] = tag }
    }
  }
}
