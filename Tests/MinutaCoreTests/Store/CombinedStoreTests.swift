import Foundation
import MinutaTestSupport
import Testing

@testable import MinutaCore

@Suite struct CombinedStoreTests {
  private let now = instant("2026-11-20T20:00:00Z")
  private let all = TimeRange(timeZone: .gmt)

  /// Returns a store in memory.
  private func store(
    _ tags: [MinutaCore.Tag],
    _ records: [TimeRecord] = []
  ) throws -> OverlayStore {
    let store = OverlayStore(over: EmptyStore())
    try store.write(ChangeOrigin(now: now, source: "test", intent: "Test")) { transaction in
      for tag in tags { transaction.save(tag) }
      for record in records { transaction.save(record) }
    }
    return store
  }

  private func combine(_ stores: [any RecordStore]) -> CombinedStore {
    CombinedStore(
      stores.enumerated().map { CombinedStore.Member(name: "store\($0 + 1)", store: $1) }
    )
  }

  private func tag(_ name: String, _ id: UUID = UUID(), isArchived: Bool = false)
    -> MinutaCore.Tag
  {
    MinutaCore.Tag(
      id: id,
      name: name,
      color: TagColor.hex(for: name),
      isArchived: isArchived,
      createdAt: now
    )
  }

  private func record(
    _ start: String,
    _ end: String?,
    _ tag: UUID? = nil,
    id: UUID = UUID()
  ) -> TimeRecord {
    TimeRecord(
      id: id,
      startTime: instant("2026-11-20T\(start):00Z"),
      endTime: end.map { instant("2026-11-20T\($0):00Z") },
      tagId: tag
    )
  }

  private func read<Result>(
    _ store: CombinedStore,
    _ body: (inout TimeTracker) throws -> Result
  ) throws -> Result {
    try store.read { snapshot in
      var tracker = TimeTracker(over: StoreTransaction(on: snapshot), now: now) { UUID() }
      return try body(&tracker)
    }
  }

  private func summary(
    _ store: CombinedStore,
    by dimensions: [SummaryDimension],
    of filter: RecordFilter = .all
  ) throws -> [String: Int] {
    try read(store) { tracker in
      let query = SummaryQuery(range: all, by: dimensions, now: now)
      let found = try tracker.summary(query, of: filter)
      return Dictionary(
        uniqueKeysWithValues: found.summary.groups.map { group in
          let key: String? =
            switch group.key {
            case .tag(let id): id.map { found.tags[$0]?.name ?? "unknown" }
            case .store(let name): name
            default: nil
            }
          return (key ?? "none", group.seconds)
        }
      )
    }
  }

  @Test func `tags with the same name are one, and a tag keeps its name if its id is taken`() throws
  {
    let shared = UUID()
    let (work, play) = (tag("Work", shared), tag("Play", shared))
    let other = tag("work", isArchived: true)
    let store = combine([
      try self.store([work], [record("09:00", "10:00", work.id)]),
      try store(
        [play, other],
        [
          record("09:00", "11:00", play.id), record("12:00", "12:30", other.id),
        ]
      ),
      try self.store([tag("Other", shared)], [record("12:00", "12:10", shared)]),
    ])
    let expected = ["Work": 5400, "Play": 7200, "Other": 600]
    #expect(try summary(store, by: [.tag]) == expected)
    #expect(try summary(store, by: [.store]) == ["store1": 3600, "store2": 9000, "store3": 600])
    try read(store) { tracker in
      let tags = try tracker.tags(includingArchived: true)
      #expect(tags.map(\.name) == ["Other", "Play", "Work"])
      #expect(Set(tags.map(\.id)).count == 3)
      #expect(tags[2] == work)
    }
    let filter = RecordFilter.tag(.name("WORK"), .subtree)
    #expect(try summary(store, by: [.store], of: filter) == ["store1": 3600, "store2": 1800])
  }

  @Test func `a tag is archived if it is archived in all stores that have it`() throws {
    let store = combine([
      try self.store([tag("A", isArchived: true), tag("B", isArchived: true)]),
      try self.store([tag("A"), tag("B", isArchived: true)]), try self.store([]),
    ])
    try read(store) { tracker in
      let tags = try tracker.tags(includingArchived: true)
      #expect(tags.map(\.isArchived) == [false, true])
    }
  }

  @Test func `records with the same id in two stores are both there, each with its store`() throws {
    let id = UUID()
    let store = combine([
      try self.store([], [record("09:00", "10:00", id: id), record("08:00", nil)]),
      try self.store([], [record("09:00", "11:00", id: id)]),
    ])
    try read(store) { tracker in
      let list = try tracker.records(in: all, of: .all, limit: nil)
      #expect(list.records.map(\.store) == ["store1", "store1", "store2"])
      #expect(list.records.dropFirst().map(\.record.id) == [id, id])
      #expect(list.totalSeconds == 12 * 3600 + 3 * 3600)
      let today = TimeRange(from: instant("2026-11-20T00:00:00Z"), to: nil, timeZone: .gmt)
      let status = try tracker.status(on: today)
      #expect(status.running.map(\.store) == ["store1"])
      #expect(status.todaySeconds == list.totalSeconds)
    }
  }

  @Test func `the records of many stores are sums of the same rows`() throws {
    var random = SeededGenerator(seed: 24)
    for round in 0..<60 {
      let parts = try (0..<(round % 7 + 1)).map { _ in try RandomRecords(round, &random) }
      let store = combine(try parts.map { try self.store([], $0.records) })
      let range = parts[0].range
      let records = parts.enumerated().flatMap { number, part in
        part.records.map { record in
          var record = record
          record.store = Int16(number + 1)
          return record
        }
      }.sorted(by: TimeRecord.isBefore)
      for dimensions: [SummaryDimension] in [
        [], [.tag], [.comment], [.store, .day], [.week, .store], [.day, .comment],
      ] {
        for unit in [Rounding.Unit.record, .day, .tag] {
          let rounding = Rounding(round % 3 == 0 ? .none : .up, to: 900, per: unit)
          let query = SummaryQuery(
            range: range,
            by: dimensions,
            days: parts[0].days,
            rounding: rounding,
            usesRecordZones: round % 4 == 1,
            now: parts[0].now
          )
          let names = [nil] + parts.indices.map { String?.some("store\($0 + 1)") }
          let expected = query.summary(
            of: InMemoryRowSource(records, now: parts[0].now),
            storeNames: names
          )
          let found = try store.read { snapshot in
            try TimeTracker(over: StoreTransaction(on: snapshot), now: parts[0].now) { UUID() }
              .summary(query, of: .all).summary
          }
          #expect(found == expected)
          // Rounding takes each store on its own, so the sum is that of their own summaries.
          let own = parts.map { query.summary(of: $0.records).totalSeconds }
          #expect(found.totalSeconds == own.reduce(0, +))
        }
      }
    }
  }

  /// A store that can't be read.
  private struct UnreadableStore: RecordStore {
    static let error = TrackingError.storeUnreadable(path: "/x", reason: "it is gone")
    /// Whether a read calls its closure before it fails.
    var failsLate = false

    func read<Result>(_ body: (any StoreSnapshot) throws -> Result) throws -> Result {
      if failsLate { _ = try EmptyStore().read(body) }
      throw Self.error
    }

    func write<Result>(
      _ origin: ChangeOrigin,
      _ body: (inout StoreTransaction) throws -> Result
    ) throws -> Result { throw Self.error }
  }

  @Test(arguments: [false, true])
  func `a store that can't be read is named and costs only itself`(failsLate: Bool) throws {
    let unreadable = UnreadableStore(failsLate: failsLate)
    let store = combine([
      unreadable, try self.store([], [record("09:00", "10:00")]), unreadable,
      try self.store([], [record("09:00", "11:00")]), unreadable,
    ])
    #expect(try summary(store, by: [.store]) == ["store2": 3600, "store4": 7200])
    let skipped = try store.read { $0.skippedStores }
    #expect(
      skipped == [1, 3, 5].map { SkippedStore(name: "store\($0)", error: UnreadableStore.error) }
    )
    #expect(throws: UnreadableStore.error) {
      try combine([unreadable, unreadable]).read { $0.skippedStores }
    }
  }

  @Test func `an error of the call is no error of a store`() throws {
    let store = combine([try self.store([]), try self.store([])])
    var calls = 0
    #expect(throws: TrackingError.emptyTagName) {
      try store.read { _ in
        calls += 1
        throw TrackingError.emptyTagName
      }
    }
    #expect(calls == 1)
    #expect(throws: TrackingError.self) {
      try store.write(ChangeOrigin(now: now, source: "test", intent: "Test")) { _ in }
    }
  }
}
