import Contracts
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

  init(isInMemory: Bool = false) throws {
    folder = try TemporaryDirectory(isInMemory: isInMemory)
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

  static let day = StoreQueryResults.day

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

  static func tag(_ id: UUID) -> Tag { Tag(id: id, name: "Tag \(id.uuidString)", createdAt: day) }

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
      for tag in tags { transaction.save(Self.tag(tag)) }
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
