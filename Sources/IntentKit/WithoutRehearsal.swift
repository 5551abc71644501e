import JSONText

/// Stands in a rehearsal for a provider that has none.
struct WithoutRehearsal: IntentProvider {
  let provider: any IntentProvider

  var mayOvertake: Bool { provider.mayOvertake }

  func definitions() async -> [IntentDefinition] {
    await provider.definitions()
  }

  func definitionChanges() async -> AsyncStream<Void>? { await provider.definitionChanges() }

  var keepsKeys: Bool { provider.keepsKeys }

  func kept(_ key: CallKey) async throws(IntentError) -> Answer? { try await provider.kept(key) }

  var fillsDefaults: Bool { provider.fillsDefaults }

  func definition(of id: String) async throws(IntentError) -> IntentDefinition? {
    try await provider.definition(of: id)
  }

  func check(
    _ values: JSONObject,
    of definition: IntentDefinition,
    in context: CallContext
  ) async throws(IntentError) {
    try await provider.check(values, of: definition, in: context)
  }

  func perform(
    _ call: CheckedCall,
    in context: CallContext
  ) async throws(IntentError) -> Answer {
    throw .noDryRun(call.definition.id)
  }

  func batchPlaces() async throws(IntentError) -> [BatchPlace] {
    try await provider.batchPlaces()
  }

  func rehearsal() async -> (any IntentProvider)? { self }
}
