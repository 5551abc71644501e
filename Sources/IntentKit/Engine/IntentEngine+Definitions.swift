public import JSONText

extension IntentEngine {
  /// The definitions of all intents, by provider; none that an earlier one hides.
  public func definitions() async -> [IntentDefinition] {
    await registeredIntents().map(\.definition)
  }

  /// Returns the files of all providers that should define intents and can't be used.
  public func skippedDefinitions() async -> [SkippedDefinition] {
    var skipped: [SkippedDefinition] = []
    for provider in providers { skipped += await provider.skippedDefinitions() }
    return skipped
  }

  /// Tells when the intents may have changed, a stream for each provider that tells.
  public func definitionChanges() async -> [AsyncStream<Void>] {
    var streams: [AsyncStream<Void>] = []
    for provider in providers {
      if let stream = await provider.definitionChanges() { streams.append(stream) }
    }
    return streams
  }

  /// All intents with how their calls stand to others, in the order of `definitions`.
  public func registeredIntents() async -> [RegisteredIntent] {
    await registeredIntents(of: providers[...])
  }

  package var hasSeveralProviders: Bool { providers.count > 1 }

  /// The intents of the first provider, which are to be had at once.
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

  /// The definition of an intent; nil where there is none of that id.
  public func definition(of id: String) async throws(IntentError) -> IntentDefinition? {
    try await lookUp(intent: id)?.definition
  }

  /// Makes sure that a workflow can be done.
  ///
  /// - Throws: `IntentError.invalidWorkflow`.
  public func review(_ workflow: Workflow) async throws(IntentError) {
    _ = try await WorkflowAnalysis(workflow, among: providers, now: clock())
  }

  /// Everything that is wrong with what should be a workflow, without doing anything.
  public func problems(ofWorkflow json: JSONValue) async -> [IntentError] {
    do throws(IntentError) {
      let workflow = try Workflow(json: json)
      _ = try await WorkflowAnalysis(
        workflow,
        among: with(workflow).providers,
        now: clock()
      )
      return []
    } catch {
      guard case .invalidWorkflow(let problems, let file) = error else { return [error] }
      return problems.map { .invalidWorkflow([$0], file: file) }
    }
  }

  /// An intent with how its calls stand to others; nil where there is none of that id.
  func registeredIntent(of id: String) async throws(IntentError) -> RegisteredIntent? {
    try await lookUp(intent: id).map { RegisteredIntent($0.definition, of: providers[$0.provider]) }
  }

  /// Intents with how their calls stand to others, as far as there are any.
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
      allowsConcurrentCalls: provider.allowsConcurrentCalls,
      supportsIdempotencyKeys: provider.supportsIdempotencyKeys
    )
  }
}
