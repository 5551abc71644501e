import Foundation
import MinutaCore
import MinutaStore

extension SnapshotCacheTests {
  /// The results of several queries of a store, to be compared.
  struct StoreResults: Equatable {
    let records: [TimeRecord]
    let running: [TimeRecord]
    let last: TimeRecord?
    let tags: [String]
    let skippedFiles: Set<String>

    init(_ store: DirectoryStore) throws {
      self = try store.read { view in try StoreResults(view) }
    }

    init(_ view: any StoreSnapshot) throws {
      self = try StoreResults(
        records: view.records(in: TimeRange(timeZone: .gmt), now: .distantFuture),
        running: view.runningRecords(),
        last: view.lastRecord { _ in true },
        tags: view.tags().tags.map(\.name),
        skippedFiles: Set(view.skippedFiles().map { "\($0.path): \($0.reason)" })
      )
    }

    init(
      records: [TimeRecord],
      running: [TimeRecord],
      last: TimeRecord?,
      tags: [String],
      skippedFiles: Set<String>
    ) {
      self.records = records
      self.running = running
      self.last = last
      self.tags = tags
      self.skippedFiles = skippedFiles
    }
  }
}
