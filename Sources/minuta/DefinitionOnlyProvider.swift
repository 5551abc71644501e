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

  /// Always true, because the built-in intents support idempotency keys.
  var supportsIdempotencyKeys: Bool { true }

  func perform(_ call: ValidatedCall, in context: CallContext) throws(Failure) -> IntentResult {
    throw .unknownIntent(call.definition.id, near: nil)
  }

  func dryRunCopy() -> (any IntentProvider)? { self }
}
