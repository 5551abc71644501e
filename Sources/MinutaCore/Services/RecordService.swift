package import Foundation

/// The operations on records.
package protocol RecordService {
  /// Adds a record for time that has already been spent, or that is planned.
  mutating func logTime(_ time: LogTimeRequest) throws(TrackingError) -> TaggedRecord

  /// Adds a record that another program tracked, unless a record with its id exists or was deleted.
  ///
  /// A missing tag is created. An archived tag is used as it is, because the record is old.
  mutating func importRecord(
    _ request: RecordImportRequest
  ) throws(TrackingError) -> RecordImportResult

  /// Finds the record that a caller referred to.
  ///
  /// The text is `last`, `running`, an id, the beginning of an id, or a number such as `@1` for the
  /// record with the latest start.
  func record(_ text: String) throws(TrackingError) -> TimeRecord

  /// Returns the ids of the records with the latest starts: those that `@1`, `@2` and so on name.
  ///
  /// - Parameter ids: the ids after which no more are needed; nil for as many as there are.
  func newestRecords(_ count: Int, until ids: Set<UUID>?) throws(TrackingError) -> [UUID]

  /// Returns the record with an id, which must exist.
  func existingRecord(_ id: UUID) throws(TrackingError) -> TimeRecord

  /// Marks a record as the one that the current call is about.
  ///
  /// In later calls, `last` refers to it.
  mutating func touch(_ id: UUID)

  /// Changes fields of a record.
  ///
  /// Giving an end to a running timer stops it.
  mutating func updateRecord(
    _ id: UUID,
    _ edit: RecordEdit
  ) throws(TrackingError) -> RecordUpdateResult

  /// Deletes a record, and returns it as it was before.
  mutating func deleteRecord(_ id: UUID) throws(TrackingError) -> TaggedRecord

  /// Splits a record at one or more moments within it.
  ///
  /// The first part keeps the id and the images.
  ///
  /// - Returns: The parts in order. If the record is a running timer, the last part keeps running.
  mutating func splitRecord(
    _ id: UUID,
    at moments: [Date]
  ) throws(TrackingError) -> [TaggedRecord]

  /// Removes a period of time from every record that overlaps it.
  ///
  /// - Parameters:
  ///   - tag: the tag that the records must have, or a tag above it. Nil for all records.
  ///   - id: the id of the only record to change. Nil for all records.
  mutating func cut(
    from start: Date,
    to end: Date,
    of tag: TagReference?,
    only id: UUID?
  ) throws(TrackingError) -> RangeCutResult

  /// Joins records into one that lasts from their earliest start to their latest end.
  ///
  /// - Parameter reference: the tag of the joined record. Nil if all records have the same tag.
  mutating func join(
    _ id: UUID,
    with others: [UUID],
    as reference: TagReference?
  ) throws(TrackingError) -> JoinResult

  /// Changes or deletes all records of a range that match a filter, as one call.
  mutating func bulkUpdate(
    _ range: TimeRange,
    of filter: RecordFilter,
    _ change: BulkRecordChange
  ) throws(TrackingError) -> BulkUpdateResult

  /// Adds an image to a record and chooses a file name for it.
  mutating func attachImage(
    _ image: [UInt8],
    _ format: ImageFormat,
    to id: UUID
  ) throws(TrackingError) -> ImageUpdateResult

  /// Removes an image from a record.
  ///
  /// - Parameter image: the image's file name, or its zero-based index in the record.
  mutating func removeImage(
    _ image: String,
    from id: UUID
  ) throws(TrackingError) -> ImageUpdateResult

  /// Applies the overlap policy to the records that the current call has saved.
  ///
  /// Overlaps that existed before the call are ignored. Records don't overlap if one ends exactly
  /// when the other starts.
  mutating func resolveOverlaps(
    _ policy: OverlapPolicy
  ) throws(TrackingError) -> OverlapResolution
}
