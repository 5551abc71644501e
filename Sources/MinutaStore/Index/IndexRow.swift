import Foundation
import MinutaCore

/// A row of the index, which describes one record file.
struct IndexRow: Sendable, Equatable {
  var id: UUID
  /// The record's start in seconds since 1970.
  var start: Int64
  /// The record's end in seconds since 1970; `running` for a running timer.
  var end: Int64
  var tag: UUID?
  /// The file's fingerprint; 0 forces the file to be read again.
  var fingerprint: UInt64
  var name: RecordFileName
  /// Whether this file is a duplicate: another file is the original of the same record.
  var isDuplicate = false

  static let running = Int64.max

  var isRunning: Bool { end == Self.running }

  init(_ record: TimeRecord, name: String, fingerprint: UInt64) {
    id = record.id
    start = Int64(record.startTime.unixSeconds)
    end = record.endTime.map { Int64($0.unixSeconds) } ?? Self.running
    tag = record.tagId
    self.fingerprint = fingerprint
    self.name = RecordFileName(name, start: start, id: id)
  }

  init(
    id: UUID,
    start: Int64,
    end: Int64,
    tag: UUID?,
    fingerprint: UInt64,
    name: RecordFileName,
    isDuplicate: Bool = false
  ) {
    (self.id, self.start, self.end, self.tag) = (id, start, end, tag)
    (self.fingerprint, self.name, self.isDuplicate) = (fingerprint, name, isDuplicate)
  }

  /// The file's name without its directory.
  var fileName: String { name.text(start: start, id: id) }

  /// Returns whether another row has the same ID, times and tag.
  func hasSameContent(as other: IndexRow) -> Bool {
    id == other.id && start == other.start && end == other.end && tag == other.tag
  }

  /// A record with only the values that the index contains.
  var record: TimeRecord {
    TimeRecord(
      id: id,
      startTime: Date(timeIntervalSince1970: Double(start)),
      endTime: isRunning ? nil : Date(timeIntervalSince1970: Double(end)),
      tagId: tag
    )
  }

  /// Returns whether the first row sorts before the second, as in `TimeRecord.isBefore`.
  static func isBefore(_ first: IndexRow, _ second: IndexRow) -> Bool {
    first.start == second.start ? first.id < second.id : first.start < second.start
  }
}
