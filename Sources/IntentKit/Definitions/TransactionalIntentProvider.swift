/// A provider that can commit the changes of several calls together.
public protocol TransactionalIntentProvider: IntentProvider {
  /// Returns the stored result of an earlier call with this idempotency key, or nil if there is
  /// none.
  ///
  /// - Throws: `Failure.keyReused` if the key belongs to a different call.
  func storedResult(for key: IdempotencyKey) async throws(Failure) -> IntentResult?

  /// Whether calls of an intent can be part of an atomic group, in which all calls take effect or
  /// none.
  func canRunInAtomicGroup(_ definition: IntentDefinition) async -> Bool

  /// Runs calls in order and commits their changes together.
  ///
  /// Each call sees the changes of earlier ones. The provider may stop after any call; the caller
  /// then passes the remaining calls to this method again.
  ///
  /// - Returns: One result for each call handled, at least one. If a failure ends the group, it is
  ///   the last result.
  /// - Throws: `Failure` if nothing could be committed, in which case no call took effect.
  func performGroup(
    _ calls: [ValidatedCall],
    in context: CallGroupContext
  ) async throws(Failure) -> [Result<IntentResult, Failure>]
}

extension IntentProvider {
  /// Runs a group of calls; only the first one if the provider isn't transactional.
  func performNext(
    _ calls: [ValidatedCall],
    in context: CallGroupContext
  ) async throws(Failure) -> [Result<IntentResult, Failure>] {
    if let provider = self as? any TransactionalIntentProvider {
      return try await provider.performGroup(calls, in: context)
    }
    guard let call = calls.first else { return [] }
    if case .allOrNothing = context.rule { throw .atomicGroupUnsupported(call.definition.id) }
    do throws(Failure) {
      return [.success(try await perform(call, in: context.alone))]
    } catch {
      return [.failure(error)]
    }
  }
}
