package import Foundation

extension TimeTracker {
  /// Joins records into one that lasts from their earliest start to their latest end.
  ///
  /// - Parameter reference: the tag of the joined record. Nil if all records have the same tag.
  package mutating func join(
    _ id: UUID,
    with others: [UUID],
    as reference: TagReference?
  ) throws(TrackingError) -> JoinResult {
    var joined = try existingRecord(id)
    var rest: [TimeRecord] = []
    for other in Set(others).subtracting([id]) { rest.append(try existingRecord(other)) }
    let records = ([joined] + rest).sorted(by: TimeRecord.isBefore)
    let first = records[0]
    (joined, rest) = (first, Array(records.dropFirst()))
    joined.tagId = try commonTag(of: records, reference)
    joined.endTime =
      records.contains(where: \.isRunning) ? nil : records.compactMap(\.endTime).max()
    joined.comment = comment(of: records)
    let untracked = joined.seconds(at: now) - coveredSeconds(of: records)
    let deleted = try tagged(rest)
    for record in rest {
      gatherImages(of: record, in: &joined)
      try change(record, to: nil)
    }
    try change(first, to: joined)
    return JoinResult(
      record: try tagged(joined),
      deleted: deleted,
      untrackedSeconds: untracked
    )
  }

  /// Returns the time in which at least one of the records runs.
  ///
  /// - Parameter records: the records in order of their start.
  private func coveredSeconds(of records: [TimeRecord]) -> Int {
    var (seconds, end) = (0, Date.distantPast)
    for record in records {
      let last = record.end(at: now)
      seconds += max(0, last.unixSeconds - max(end, record.startTime).unixSeconds)
      end = max(end, last)
    }
    return seconds
  }

  private mutating func commonTag(
    of records: [TimeRecord],
    _ reference: TagReference?
  ) throws(TrackingError) -> UUID? {
    if let reference {
      let known = try transaction.tags().find(reference)
      if let known, records.contains(where: { $0.tagId == known.id }) { return known.id }
      return try tag(for: reference)?.id
    }
    var tags: [Tag?] = []
    for record in try tagged(records) where !tags.contains(record.tag) { tags.append(record.tag) }
    if Set(records.map(\.tagId)).count > 1 { throw .tagsDiffer(tags) }
    return records.first?.tagId
  }

  private func comment(of records: [TimeRecord]) -> String? {
    var comments: [String] = []
    for comment in records.compactMap(\.comment) where !comments.contains(comment) {
      comments.append(comment)
    }
    return comments.isEmpty ? nil : comments.joined(separator: "\n")
  }

  private mutating func gatherImages(of record: TimeRecord, in joined: inout TimeRecord) {
    for file in record.images {
      let isTaken = joined.images.contains(file)
      let name = isTaken ? joined.newImageName(like: file) : file
      transaction.moveImage(
        ImageReference(record: record.id, file: file),
        to: ImageReference(record: joined.id, file: name)
      )
      joined.images.append(name)
    }
  }
}

package struct JoinResult: Sendable {
  package let record: TaggedRecord
  /// The records that no longer exist because they were joined into `record`, as they were before.
  package let deleted: [TaggedRecord]
  /// The time of `record` in which none of the joined records was running.
  package let untrackedSeconds: Int
}
