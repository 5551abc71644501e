package import IntentKit
import JSONText

/// Provides the intents of the user's plugins to an engine.
package struct PluginProvider: ChangingIntentProvider {
  private let makeHost: @Sendable () -> PluginHost
  private var isDryRun = false

  /// Creates a provider.
  ///
  /// - Parameter host: returns the host of the plugins; called each time the provider needs the
  ///   plugins.
  package init(_ host: @escaping @Sendable () -> PluginHost) {
    makeHost = host
  }

  private var host: PluginHost { makeHost() }

  /// Concurrent calls, and defaults of their own: some servers reject the defaults that their
  /// schemas state.
  package var capabilities: ProviderCapabilities { [.concurrentCalls, .ownDefaults] }

  package func definitions() async -> [IntentDefinition] { await host.definitions() }

  package func skippedDefinitions() async -> [SkippedDefinition] {
    await host.skippedDefinitions()
  }

  package func definition(of id: String) async throws(Failure) -> IntentDefinition? {
    try await host.definition(of: id)
  }

  package func perform(
    _ call: ValidatedCall,
    in context: CallContext
  ) async throws(Failure) -> IntentResult {
    if isDryRun, !call.definition.effects.readOnly {
      return try await host.plan(of: call, in: context) ?? Self.plan(of: call)
    }
    return try await host.perform(call, in: context)
  }

  package func definitionChanges() async -> AsyncStream<Void>? { await host.definitionChanges() }

  package func changes(of call: ValidatedCall) async -> AsyncStream<Void>? {
    await host.changes(of: call)
  }

  /// Returns a dry-run result that lists only the call's values, for plugins without dry runs.
  private static func plan(of call: ValidatedCall) -> IntentResult {
    IntentResult(
      [:],
      dialog: "Would call '\(call.definition.id)'. Its plugin doesn't say what that would change.",
      plan: DryRunPlan(values: call.values, changes: [], isResultKnown: false)
    )
  }

  package func dryRunCopy() async -> (any IntentProvider)? {
    var provider = self
    provider.isDryRun = true
    return provider
  }
}
