import JSONText

/// A substitute for a provider that doesn't support dry runs.
///
/// It rejects every call of a dry run.
struct DryRunUnsupportedProvider: ChangingIntentProvider {
  let provider: any IntentProvider

  var capabilities: ProviderCapabilities { provider.capabilities }

  func definitions() async -> [IntentDefinition] {
    await provider.definitions()
  }

  func skippedDefinitions() async -> [SkippedDefinition] {
    await (provider as? any ChangingIntentProvider)?.skippedDefinitions() ?? []
  }

  func definitionChanges() async -> AsyncStream<Void>? {
    await (provider as? any ChangingIntentProvider)?.definitionChanges()
  }

  func changes(of call: ValidatedCall) async -> AsyncStream<Void>? {
    await (provider as? any ChangingIntentProvider)?.changes(of: call)
  }

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
