import Foundation
import MinutaCore

/// What the index knows of the file of a record.
struct IndexRow: Sendable, Equatable {
  var id: UUID
  /// Seconds since 1970.
  var start: Int64
  /// As `start`; `running` for a timer that has none.
  var end: Int64
  var tag: UUID?
  /// The number of the file's stamp; 0 where it is not known.
  var stamp: UInt64
  var name: RecordFileName
  /// Whether another file of the same id is the record's own.
  var isDuplicate = false

  static let running = Int64.max

  var isRunning: Bool { end == Self.running }

  init(_ record: TimeRecord, name: String, stamp: UInt64) {
    id = record.id
    start = Int64(record.startTime.unixSeconds)
    end = record.endTime.map { Int64($0.unixSeconds) } ?? Self.running
    tag = record.tagId
    self.stamp = stamp
    self.name = RecordFileName(name, start: start, id: id)
  }

  init(
    id: UUID,
    start: Int64,
    end: Int64,
    tag: UUID?,
    stamp: UInt64,
    name: RecordFileName,
    isDuplicate: Bool = false
  ) {
    (self.id, self.start, self.end, self.tag) = (id, start, end, tag)
    (self.stamp, self.name, self.isDuplicate) = (stamp, name, isDuplicate)
  }

  /// The name of the file.
  var fileName: String { name.text(start: start, id: id) }

  /// Whether it tells the same of the record as another.
  func hasSameContent(as other: IndexRow) -> Bool {
    id == other.id && start == other.start && end == other.end && tag == other.tag
  }

  /// The record as far as it is known.
  var record: TimeRecord {
    TimeRecord(
      id: id,
      startTime: Date(timeIntervalSince1970: Double(start)),
      endTime: isRunning ? nil : Date(timeIntervalSince1970: Double(end)),
      tagId: tag
    )
  }

  /// The order of `TimeRecord.isBefore`.
  static func isBefore(_ first: IndexRow, _ second: IndexRow) -> Bool {
    first.start == second.start ? first.id < second.id : first.start < second.start
  }
}
