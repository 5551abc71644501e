public import JSONText

extension IntentEngine {
  /// Returns the definitions of all intents, in the order of the providers.
  ///
  /// For a duplicate ID, only the first is included.
  public func definitions() async -> [IntentDefinition] {
    await registeredIntents().map(\.definition)
  }

  /// Returns the files, from all providers, that should define intents but can't be used.
  public func skippedDefinitions() async -> [SkippedDefinition] {
    var skipped: [SkippedDefinition] = []
    for case let provider as any ChangingIntentProvider in providers {
      skipped += await provider.skippedDefinitions()
    }
    return skipped
  }

  /// Returns a stream of definition changes for each provider whose intents can change.
  public func definitionChanges() async -> [AsyncStream<Void>] {
    var streams: [AsyncStream<Void>] = []
    for case let provider as any ChangingIntentProvider in providers {
      if let stream = await provider.definitionChanges() { streams.append(stream) }
    }
    return streams
  }

  /// Returns all registered intents, in the order of `definitions`.
  public func registeredIntents() async -> [RegisteredIntent] {
    await registeredIntents(of: providers[...])
  }

  package var hasSeveralProviders: Bool { providers.count > 1 }

  /// Returns the intents of the first provider, without waiting for the other providers.
  package func firstProviderIntents() async -> [RegisteredIntent] {
    await registeredIntents(of: providers.prefix(1))
  }

  private func registeredIntents(of providers: ArraySlice<any IntentProvider>) async
    -> [RegisteredIntent]
  {
    var known: Set<String> = []
    var registeredIntents: [RegisteredIntent] = []
    for provider in providers {
      for definition in await provider.definitions() where known.insert(definition.id).inserted {
        registeredIntents.append(RegisteredIntent(definition, of: provider))
      }
    }
    return registeredIntents
  }

  /// Returns the definition of an intent, or nil if the ID is unknown.
  public func definition(of id: String) async throws(Failure) -> IntentDefinition? {
    try await lookUp(intent: id)?.definition
  }

  /// Checks that a workflow is valid, including the workflows that it calls.
  ///
  /// - Throws: `Failure.invalidWorkflow`.
  public func review(_ workflow: Workflow) async throws(Failure) {
    _ = try await WorkflowAnalysis(workflow, among: providers, now: clock())
  }

  /// Returns every problem of a workflow, without running anything.
  public func problems(ofWorkflow json: JSONValue) async -> [Failure] {
    do throws(Failure) {
      let workflow = try Workflow(json: json)
      _ = try await WorkflowAnalysis(
        workflow,
        among: with(workflow).providers,
        now: clock()
      )
      return []
    } catch {
      let file = error.data["file"]?.string
      return error.problems.isEmpty
        ? [error] : error.problems.map { .invalidWorkflow([$0], file: file) }
    }
  }

  /// Returns a registered intent, or nil if the ID is unknown.
  func registeredIntent(of id: String) async throws(Failure) -> RegisteredIntent? {
    try await lookUp(intent: id).map { RegisteredIntent($0.definition, of: providers[$0.provider]) }
  }

  /// Returns registered intents by ID, leaving out unknown IDs.
  func registeredIntents(of ids: [String]) async -> [String: RegisteredIntent] {
    var registeredIntents: [String: RegisteredIntent] = [:]
    for id in ids { registeredIntents[id] = try? await registeredIntent(of: id) }
    return registeredIntents
  }
}

extension RegisteredIntent {
  fileprivate init(_ definition: IntentDefinition, of provider: any IntentProvider) {
    self.init(
      definition: definition,
      allowsConcurrentCalls: provider.capabilities.contains(.concurrentCalls),
      supportsIdempotencyKeys: provider.capabilities.contains(.idempotencyKeys)
    )
  }
}
