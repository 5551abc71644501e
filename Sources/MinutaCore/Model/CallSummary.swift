import Foundation

/// A call of the history in short: where it came from, and the records, tags and files it changed.
package struct CallSummary: Sendable, Equatable {
  package let sequence: Int
  package let origin: ChangeOrigin
  /// The first of the records as the call left them, or as they were where it deleted them.
  package let records: [TaggedRecord]
  package let recordCount: Int
  /// The first of the tags that the call changed; a tag that it made for a record is left out.
  package let tags: [TagDiff]
  /// The files that the call repaired.
  package let files: [String]

  /// A tag before and after a call; nil where it was not there.
  package struct TagDiff: Sendable, Equatable {
    package let before: Tag?
    package let after: Tag?
  }

  /// The most records and tags that are named.
  package static let limit = 2
}

/// The tags by id as they were at a moment of the history, which is read backwards.
struct HistoricalTags {
  private var tags: [UUID: Tag]

  init(_ now: TagList) {
    tags = now.byID
  }

  /// Summarizes an entry; the tags are those after it.
  ///
  /// - Parameter timers: the records that the entry decided about and did not change.
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

  /// A tag as it was after an entry, or before where the entry deleted it.
  private func tag(_ id: UUID, around entry: HistoryEntry) -> Tag? {
    let change = entry.tags.first { $0.id == id }
    return (change?.after ?? change?.before)?.entity ?? tags[id]
  }

  /// Goes back to the tags before an entry.
  mutating func rewind(before entry: HistoryEntry) {
    // One that was not there before keeps its name, for the records of a file edited by hand.
    for change in entry.tags {
      if let tag = (change.before ?? change.after)?.entity { tags[change.id] = tag }
    }
  }
}
