package import Foundation
package import MinutaCore

/// The results of all kinds of queries of a store, to be compared with those of another.
package struct StoreQueryResults: Equatable {
  package let records: [TimeRecord]
  package let running: [TimeRecord]
  package let tags: [Tag]
  package let skippedFiles: [SkippedFile]
  private let last: [TimeRecord?]
  private let byID: [TimeRecord]
  private let spans: [String]
  private let dayRecords: [TimeRecord]
  private let daySpans: [String]

  /// The day of most records in tests of stores; it has no special meaning.
  package static let day = Date(timeIntervalSince1970: 1_795_000_000)
  private static let now = day + 100_000
  private static let all = TimeRange(timeZone: .gmt)
  private static let dayRange = TimeRange(from: day - 86_400, to: day, timeZone: .gmt)

  package init(_ store: any RecordStore) throws {
    self = try store.read { view in try Self(view) }
  }

  package init(_ view: any StoreSnapshot) throws {
    spans = try Self.spans(view, Self.all, .months)
    records = try view.records(in: Self.all, now: Self.now)
    running = try view.runningRecords()
    tags = try view.tags().tags
    let last = try view.lastRecord { _, _ in true }
    let tag = records.first?.tagId
    self.last = [
      last, try view.lastRecord { id, _ in id != last?.id }, try view.lastRecord { $1 == tag },
    ]
    byID = try records.prefix(2).flatMap { record in
      [try view.record(record.id)].compactMap { $0 }
        + (try view.records(withPrefix: Self.prefix(of: record)))
    }
    dayRecords = try view.records(in: Self.dayRange, now: Self.now)
    daySpans = try Self.spans(view, Self.dayRange, .records)
    skippedFiles = view.skippedFiles()
  }

  /// Creates the results that a store with these records and tags must have, without a store.
  init(records: [TimeRecord], tags: [Tag]) {
    let records = records.sorted(by: TimeRecord.isBefore)
    self.records = records
    self.tags = tags
    running = records.filter { $0.endTime == nil }
    last = [
      records.last, records.dropLast().last, records.last { $0.tagId == records.first?.tagId },
    ]
    byID = records.prefix(2).flatMap { record in
      [record] + records.filter { $0.id.uuidString.hasPrefix(Self.prefix(of: record)) }
    }
    dayRecords = records.filter { Self.dayRange.overlaps($0, now: Self.now) }
    spans = records.map(Self.span).sorted()
    daySpans = dayRecords.map(Self.span).sorted()
    skippedFiles = []
  }

  private static func prefix(of record: TimeRecord) -> String {
    String(record.id.uuidString.prefix(4))
  }

  /// Returns the rows with their tags, as sorted texts, since the order of rows with the same start
  /// is undefined.
  private static func spans(
    _ view: any StoreSnapshot,
    _ range: TimeRange,
    _ checking: FreshnessCheckScope
  ) throws -> [String] {
    let source = try view.rows(in: range, now: now, columns: [], checking: checking)
    var rows: [RecordRow] = []
    source.forEachBlock { rows += $0 }
    let starts = rows.map(\.start)
    guard starts == starts.sorted() else { return ["not in order"] }
    return rows.map { row in
      text(row.start, row.end, source.lookup.tags[Int(row.tag)], row.isRunning)
    }.sorted()
  }

  private static func span(_ record: TimeRecord) -> String {
    let end = max(record.endTime ?? now, record.startTime).timeIntervalSince1970
    let start = record.startTime.timeIntervalSince1970
    return text(Int(start), Int(end), record.tagId, record.endTime == nil)
  }

  private static func text(_ start: Int, _ end: Int, _ tag: UUID?, _ isRunning: Bool) -> String {
    "\(start) \(end) \(tag?.uuidString ?? "none")\(isRunning ? " running" : "")"
  }
}
