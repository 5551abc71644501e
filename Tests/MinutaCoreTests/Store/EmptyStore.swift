import Foundation
import MinutaCore

/// A store that contains nothing.
///
/// To get a store in memory for a test, put an `OverlayStore` on top of it.
struct EmptyStore: RecordStore {
  private struct EmptySnapshot: StoreSnapshot {
    func tags() -> TagList { TagList() }
    func runningRecords() -> [TimeRecord] { [] }
    func records(in range: TimeRange, now: Date) -> [TimeRecord] { [] }
    func record(_ id: UUID) -> TimeRecord? { nil }
    func records(withPrefix prefix: String) -> [TimeRecord] { [] }
    func lastRecord(where isWanted: (UUID, UUID?) -> Bool) -> TimeRecord? { nil }
    func touchedRecords(undone: Set<Int>, _ body: (UUID) -> Bool) {}
    func deletedRecords() -> [StoredEntity<TimeRecord>] { [] }
    func trashedImages(of record: TimeRecord) -> Set<String> { [] }
    func history(_ body: (HistoryEntry) -> Bool) {}
    func idempotentResult(forKey key: String) -> IdempotentResult? { nil }
    func findings() -> [StoreFinding] { [] }
    func canApply(_ repair: StoreRepair) -> Bool { false }
    func repaired(_ repairs: [StoreRepair]) -> any StoreSnapshot { self }
    func skippedFiles() -> [SkippedFile] { [] }
  }

  func read<Result>(_ body: (any StoreSnapshot) throws -> Result) throws -> Result {
    try body(EmptySnapshot())
  }

  func write<Result>(
    _ origin: ChangeOrigin,
    _ body: (inout StoreTransaction) throws -> Result
  ) throws -> Result {
    var transaction = StoreTransaction(on: EmptySnapshot())
    return try body(&transaction)
  }
}
