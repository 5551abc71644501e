import Synchronization

/// A store that keeps its writes in memory, on top of another store that it only reads.
package final class OverlayStore: RecordStore {
  private struct PendingWrites {
    var changes = StoreChanges()
    var calls = CompactCallChangesList()
  }

  private let base: any RecordStore
  /// The writes that the base store hasn't received yet.
  private let written = Mutex(PendingWrites())

  package init(over base: any RecordStore) {
    self.base = base
  }

  /// The unwritten changes that reads apply on top of the base store.
  package var changes: StoreChanges { written.withLock { $0.changes } }

  package func read<Result>(_ body: (any StoreSnapshot) throws -> Result) throws -> Result {
    let changes = changes
    return try base.read { view in try body(StoreTransaction(on: view, after: changes)) }
  }

  package func write<Result>(
    _ origin: ChangeOrigin,
    _ body: (inout StoreTransaction) throws -> Result
  ) throws -> Result {
    let changes = changes
    let (result, calls) = try base.read { view in
      let call = CallAttempt(origin, { StoreTransaction(on: view, after: changes) }, body)
      return (try call.outcome.get(), call.transaction.calls)
    }
    written.withLock { written in
      for call in calls {
        written.changes.add(call.changes)
        written.calls.append(call)
      }
    }
    return result
  }

  package func flush() throws {
    let calls = written.withLock { $0.calls.all }
    if calls.isEmpty { return }
    if try base.planChanges(calls) { written.withLock { $0 = PendingWrites() } }
  }
}
