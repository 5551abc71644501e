import IntentKit
import MinutaIntents

/// Provides the definitions of the built-in intents, but can't perform them.
struct DefinitionOnlyProvider: IntentProvider {
  private let catalog: BuiltInIntentCatalog

  init(_ catalog: BuiltInIntentCatalog) {
    self.catalog = catalog
  }

  func definitions() -> [IntentDefinition] { catalog.definitions }

  /// Returns the definition of an intent and decodes no other definition.
  func definition(of id: String) -> IntentDefinition? { catalog.definition(of: id) }

  /// The capabilities of the built-in intents.
  var capabilities: ProviderCapabilities { .idempotencyKeys }

  func perform(_ call: ValidatedCall, in context: CallContext) throws(Failure) -> IntentResult {
    throw .unknownIntent(call.definition.id, near: nil)
  }

  func dryRunCopy() -> (any IntentProvider)? { self }
}
