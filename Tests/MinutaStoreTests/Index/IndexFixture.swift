import Foundation
import MinutaCore
import MinutaTestSupport
import SystemCalls

@testable import MinutaStore

/// A test store that can be opened with an index in a cache or in memory.
struct IndexFixture {
  let folder: TemporaryDirectory
  let root: String
  let cache: String

  init() throws {
    folder = try TemporaryDirectory()
    root = "\(folder.path)/store"
    cache = "\(folder.path)/cache"
  }

  /// Opens the store with an index in the cache, like a new process.
  func indexed(budget: Int = IndexCacheOptions.defaultBudget, cachesSnapshot: Bool = false)
    -> DirectoryStore
  {
    DirectoryStore(
      path: root,
      machine: "test",
      cachesSnapshot: cachesSnapshot,
      index: IndexCacheOptions(folder: cache, budget: budget)
    )
  }

  /// A store that keeps the index in memory and so builds it from the files.
  var plain: DirectoryStore { DirectoryStore(path: root, machine: "test") }

  func write(_ store: DirectoryStore, _ body: (inout StoreTransaction) throws -> Void) throws {
    let origin = ChangeOrigin(now: Self.day, source: "test", intent: "Test")
    try store.write(origin, body)
  }

  static let day = Date(timeIntervalSince1970: 1_795_000_000)

  static func record(
    _ seconds: Int,
    runs: Bool = false,
    tag: UUID? = nil,
    _ random: inout SeededGenerator
  ) -> TimeRecord {
    let start = day + Double(seconds)
    // Let some records end before they start, since edited files can contain such records.
    let length = seconds > 0 && seconds.isMultiple(of: 11) ? -100 : abs(seconds) % 7000
    return TimeRecord(
      id: id(&random),
      startTime: start,
      endTime: runs ? nil : start + Double(length),
      tagId: tag,
      comment: seconds.isMultiple(of: 3) ? "Ein Wört \"mit\" Zeichen" : nil,
      timeZone: "Europe/Zurich"
    )
  }

  static func id(_ random: inout SeededGenerator) -> UUID {
    let (first, second) = (random.next(), random.next())
    return withUnsafeBytes(of: (first, second)) { bytes in
      UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }
  }

  /// Creates records that start at intervals of `step` seconds, in one transaction.
  func fill(_ count: Int, step: Int = 3600, seed: UInt64 = 1) throws -> [TimeRecord] {
    var random = SeededGenerator(seed: seed)
    let tags = (0..<5).map { _ in Self.id(&random) }
    let records = (0..<count).map { number in
      Self.record(-number * step, tag: (tags + [nil]).randomElement(using: &random) ?? nil, &random)
    }
    try write(indexed()) { transaction in
      for record in records { transaction.create(record) }
    }
    return records
  }

  func path(of record: TimeRecord) -> String {
    "\(root)/\(StoreLayout.folder(of: record))/\(StoreLayout.names(of: record)[0])"
  }

  /// The paths of the index cache's header and pack files.
  var cacheFiles: [String] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: cache)) ?? []
    return names.filter { $0.hasSuffix("/head") || $0.hasSuffix(".pack") }.sorted()
      .map { "\(cache)/\($0)" }
  }
}

/// The results of all kinds of queries of a store, to be compared with those of another.
struct StoreQueryResults: Equatable {
  let records: [TimeRecord]
  let running: [TimeRecord]
  let last: TimeRecord?
  let byPrefix: [TimeRecord]
  let spans: [String]
  let daySpans: [String]
  let skippedFiles: [SkippedFile]

  init(_ store: DirectoryStore, now: Date = IndexFixture.day + 100_000) throws {
    let all = TimeRange(timeZone: .gmt)
    let day = TimeRange(from: IndexFixture.day - 86_400, to: IndexFixture.day, timeZone: .gmt)
    self = try store.read { view in
      let spans = try Self.spans(view, all, now, .months)
      let records = try view.records(in: all, now: now)
      return Self(
        records: records,
        running: try view.runningRecords(),
        last: try view.lastRecord { _ in true },
        byPrefix: try records.prefix(2).flatMap { record in
          [try view.record(record.id)].compactMap { $0 }
            + (try view.records(withPrefix: String(record.id.text.prefix(4))))
        },
        spans: spans,
        daySpans: try Self.spans(view, day, now, .records),
        skippedFiles: view.skippedFiles()
      )
    }
  }

  private init(
    records: [TimeRecord],
    running: [TimeRecord],
    last: TimeRecord?,
    byPrefix: [TimeRecord],
    spans: [String],
    daySpans: [String],
    skippedFiles: [SkippedFile]
  ) {
    (self.records, self.running, self.last, self.byPrefix) = (records, running, last, byPrefix)
    (self.spans, self.daySpans, self.skippedFiles) = (spans, daySpans, skippedFiles)
  }

  /// Returns the rows with their tags, as sorted texts, since the order of rows with the same start
  /// is undefined.
  private static func spans(
    _ view: any StoreSnapshot,
    _ range: TimeRange,
    _ now: Date,
    _ checking: FreshnessCheckScope
  ) throws -> [String] {
    let source = try view.rows(in: range, now: now, columns: [], checking: checking)
    var rows: [RecordRow] = []
    source.forEachBlock { rows += $0 }
    let starts = rows.map(\.start)
    guard starts == starts.sorted() else { return ["not in order"] }
    return rows.map { row in
      let tag = source.lookup.tags[Int(row.tag)]?.text ?? "none"
      return "\(row.start) \(row.end) \(tag)\(row.isRunning ? " running" : "")"
    }.sorted()
  }
}
