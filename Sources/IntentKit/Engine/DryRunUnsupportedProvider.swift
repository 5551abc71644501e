import JSONText

/// A substitute for a provider that doesn't support dry runs.
///
/// It rejects every call of a dry run.
struct DryRunUnsupportedProvider: IntentProvider {
  let provider: any IntentProvider

  var allowsConcurrentCalls: Bool { provider.allowsConcurrentCalls }

  func definitions() async -> [IntentDefinition] {
    await provider.definitions()
  }

  func definitionChanges() async -> AsyncStream<Void>? { await provider.definitionChanges() }

  var supportsIdempotencyKeys: Bool { provider.supportsIdempotencyKeys }

  func storedResult(for key: IdempotencyKey) async throws(Failure) -> IntentResult? {
    try await provider.storedResult(for: key)
  }

  var fillsDefaults: Bool { provider.fillsDefaults }

  func definition(of id: String) async throws(Failure) -> IntentDefinition? {
    try await provider.definition(of: id)
  }

  func check(
    _ values: JSONObject,
    of definition: IntentDefinition,
    in context: CallContext
  ) async throws(Failure) {
    try await provider.check(values, of: definition, in: context)
  }

  func perform(
    _ call: ValidatedCall,
    in context: CallContext
  ) async throws(Failure) -> IntentResult {
    throw .dryRunUnsupported(call.definition.id)
  }

  func dryRunCopy() async -> (any IntentProvider)? { self }
}
