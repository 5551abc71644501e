import Foundation
import MinutaCore

/// A store that has nothing and keeps nothing; an overlay makes it one in memory.
struct EmptyStore: RecordStore {
  private struct View: StoreView {
    func tags() -> TagList { TagList() }
    func runningRecords() -> [TimeRecord] { [] }
    func records(in range: TimeRange, now: Date) -> [TimeRecord] { [] }
    func record(_ id: UUID) -> TimeRecord? { nil }
    func records(withPrefix prefix: String) -> [TimeRecord] { [] }
    func lastRecord(where isWanted: (UUID) -> Bool) -> TimeRecord? { nil }
    func touchedRecords(undone: Set<Int>, _ body: (UUID) -> Bool) {}
    func deletedRecords() -> [EntityImage<TimeRecord>] { [] }
    func trashedImages(of record: TimeRecord) -> Set<String> { [] }
    func history(_ body: (HistoryEntry) -> Bool) {}
    func kept(_ key: String) -> KeptAnswer? { nil }
    func batchSteps() -> [BatchStep] { [] }
    func findings() -> [Finding] { [] }
    func fits(_ repair: StoreRepair) -> Bool { false }
    func repaired(_ repairs: [StoreRepair]) -> any StoreView { self }
    func setAside() -> [SetAsideFile] { [] }
  }

  func read<Result>(_ body: (any StoreView) throws -> Result) throws -> Result {
    try body(View())
  }

  func write<Result>(
    _ origin: ChangeOrigin,
    _ body: (inout StoreTransaction) throws -> Result
  ) throws -> Result {
    var transaction = StoreTransaction(on: View())
    return try body(&transaction)
  }
}
