import Synchronization

/// A store that reads from another and keeps what is written to it in memory.
package final class OverlayStore: RecordStore {
  private let base: any RecordStore
  private let changes = Mutex(StoreChanges())

  package init(over base: any RecordStore) {
    self.base = base
  }

  package func read<Result>(_ body: (any StoreView) throws -> Result) throws -> Result {
    let changes = changes.withLock { $0 }
    return try base.read { view in try body(StoreTransaction(on: view, after: changes)) }
  }

  package func write<Result>(
    _ origin: ChangeOrigin,
    _ body: (inout StoreTransaction) throws -> Result
  ) throws -> Result {
    let (result, calls) = try base.read { view in
      var transaction = StoreTransaction(on: view, after: changes.withLock { $0 })
      let result = try body(&transaction)
      transaction.endCall(origin)
      return (result, transaction.calls)
    }
    changes.withLock { changes in
      for call in calls { changes.add(call.changes) }
    }
    return result
  }
}
