/// A call that has run on a transaction, after the conflict copies in its store were merged.
///
/// Conflict copies are found only while a call reads, so the call runs first without the merge. If
/// there are copies to merge, it runs again on the merged files.
package struct CallAttempt<Result> {
  /// The transaction after the call; the merge of conflict copies is a call of its own in it.
  package let transaction: StoreTransaction
  package let outcome: Swift.Result<Result, any Error>

  /// Runs a call.
  ///
  /// - Parameter makeTransaction: creates a transaction without changes of its own.
  package init(
    _ origin: ChangeOrigin,
    _ makeTransaction: () -> StoreTransaction,
    _ body: (inout StoreTransaction) throws -> Result
  ) {
    var transaction = makeTransaction()
    let outcome = Swift.Result { try body(&transaction) }
    transaction.endCall(origin)
    // If the call works without the merge, or fails because of the same problem, nothing is merged.
    if let repairs = try? transaction.copyRepairs(after: outcome), !repairs.isEmpty {
      var merged = makeTransaction()
      merged.repair(repairs)
      merged.endCall(ChangeOrigin(now: origin.now, source: origin.source, intent: "Sync"))
      let again = Swift.Result { try body(&merged) }
      merged.endCall(origin)
      if case .success = again, merged.calls.count > 1 {
        (self.transaction, self.outcome) = (merged, again)
        return
      }
    }
    (self.transaction, self.outcome) = (transaction, outcome)
  }
}

extension StoreTransaction {
  /// Returns the repairs of conflict copies that a call should be preceded by.
  ///
  /// A call that changes nothing merges nothing, unless it failed because tags are in conflict.
  /// Repairs and syncs deal with copies themselves.
  fileprivate func copyRepairs<Result>(
    after outcome: Swift.Result<Result, any Error>
  ) throws(TrackingError) -> [StoreRepair] {
    if calls.contains(where: { !$0.changes.incoming.isEmpty }) { return [] }
    var hasChanged = false
    if case .success = outcome { hasChanged = !calls.isEmpty }
    return try copyRepairs(ofTagsOnly: !hasChanged)
  }
}
