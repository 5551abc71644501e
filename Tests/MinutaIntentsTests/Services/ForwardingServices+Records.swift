import Foundation
import MinutaCore

extension ForwardingServices {
  mutating func logTime(_ time: LogTimeRequest) throws(TrackingError) -> TaggedRecord {
    try base.logTime(time)
  }

  mutating func importRecord(
    _ request: RecordImportRequest
  ) throws(TrackingError) -> RecordImportResult {
    try base.importRecord(request)
  }

  func record(_ text: String) throws(TrackingError) -> TimeRecord {
    try base.record(text)
  }

  func newestRecords(_ count: Int, until ids: Set<UUID>?) throws(TrackingError) -> [UUID] {
    try base.newestRecords(count, until: ids)
  }

  func existingRecord(_ id: UUID) throws(TrackingError) -> TimeRecord {
    try base.existingRecord(id)
  }

  mutating func touch(_ id: UUID) {
    base.touch(id)
  }

  mutating func updateRecord(
    _ id: UUID,
    _ edit: RecordEdit
  ) throws(TrackingError) -> RecordUpdateResult {
    try base.updateRecord(id, edit)
  }

  mutating func deleteRecord(_ id: UUID) throws(TrackingError) -> TaggedRecord {
    try base.deleteRecord(id)
  }

  mutating func splitRecord(
    _ id: UUID,
    at moments: [Date]
  ) throws(TrackingError) -> [TaggedRecord] {
    try base.splitRecord(id, at: moments)
  }

  mutating func cut(
    from start: Date,
    to end: Date,
    of tag: TagReference?,
    only id: UUID?
  ) throws(TrackingError) -> RangeCutResult {
    try base.cut(from: start, to: end, of: tag, only: id)
  }

  mutating func join(
    _ id: UUID,
    with others: [UUID],
    as reference: TagReference?
  ) throws(TrackingError) -> JoinResult {
    try base.join(id, with: others, as: reference)
  }

  mutating func bulkUpdate(
    _ range: TimeRange,
    of filter: RecordFilter,
    _ change: BulkRecordChange
  ) throws(TrackingError) -> BulkUpdateResult {
    try base.bulkUpdate(range, of: filter, change)
  }

  mutating func attachImage(
    _ image: [UInt8],
    _ format: ImageFormat,
    to id: UUID
  ) throws(TrackingError) -> ImageUpdateResult {
    try base.attachImage(image, format, to: id)
  }

  mutating func removeImage(
    _ image: String,
    from id: UUID
  ) throws(TrackingError) -> ImageUpdateResult {
    try base.removeImage(image, from: id)
  }

  mutating func resolveOverlaps(
    _ policy: OverlapPolicy
  ) throws(TrackingError) -> OverlapResolution {
    try base.resolveOverlaps(policy)
  }
}
