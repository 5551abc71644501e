import IntentKit
import MinutaIntents

/// Provides the definitions of the built-in intents, but can't perform them.
struct DefinitionOnlyProvider: IntentProvider {
  private let catalog: BuiltInIntentCatalog

  init(_ catalog: BuiltInIntentCatalog) {
    self.catalog = catalog
  }

  func definitions() -> [IntentDefinition] { catalog.definitions }

  /// Decodes only the requested definition.
  func definition(of id: String) -> IntentDefinition? { catalog.definition(of: id) }

  /// The built-in intents, whose definitions it provides, support keys.
  var supportsIdempotencyKeys: Bool { true }

  func perform(_ call: ValidatedCall, in context: CallContext) throws(IntentError) -> IntentResult {
    throw .unknownIntent(call.definition.id, near: nil)
  }

  func dryRunCopy() -> (any IntentProvider)? { self }
}
