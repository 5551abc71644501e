package import Foundation

/// Runs calls of time tracking on a store, and creates the ids of new records and tags.
package actor TimeTrackingService: TimeTracking {
  private let store: any RecordStore
  private let makeID: @Sendable () -> UUID
  private let willCall: (@Sendable () -> Void)?

  /// - Parameter willCall: is called before each call, but not in dry runs.
  package init(
    store: any RecordStore,
    makeID: @escaping @Sendable () -> UUID,
    willCall: (@Sendable () -> Void)? = nil
  ) {
    self.store = store
    self.makeID = makeID
    self.willCall = willCall
  }

  package func write<Result: Sendable>(
    _ origin: ChangeOrigin,
    _ body: @Sendable (inout TimeTracker) throws -> Result
  ) throws -> Result {
    willCall?()
    let makeID = makeID
    return try store.write(origin) { transaction in
      var tracker = TimeTracker(over: transaction, now: origin.now, makeID: makeID)
      let result = try body(&tracker)
      transaction = tracker.transaction
      return result
    }
  }

  package func read<Result: Sendable>(
    now: Date,
    _ body: @Sendable (inout TimeTracker) throws -> Result
  ) throws -> Result {
    willCall?()
    let makeID = makeID
    return try store.read { view in
      var tracker = TimeTracker(over: StoreTransaction(on: view), now: now, makeID: makeID)
      return try body(&tracker)
    }
  }

  package func dryRunCopy() -> any TimeTracking {
    TimeTrackingService(store: store.dryRunCopy(), makeID: makeID)
  }

  package func flush() throws {
    try store.flush()
  }
}
