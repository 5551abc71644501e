import IntentKit
import MinutaIntents

/// The built-in intents, to be looked up and not done.
struct DefinitionOnlyProvider: IntentProvider {
  private let catalog: BuiltInIntentCatalog

  init(_ catalog: BuiltInIntentCatalog) {
    self.catalog = catalog
  }

  func definitions() -> [IntentDefinition] { catalog.definitions }

  /// Reads no more than the one that is asked for.
  func definition(of id: String) -> IntentDefinition? { catalog.definition(of: id) }

  /// It is the built-in intents that it stands for.
  var supportsIdempotencyKeys: Bool { true }

  func perform(_ call: ValidatedCall, in context: CallContext) throws(IntentError) -> IntentResult {
    throw .unknownIntent(call.definition.id, near: nil)
  }

  func dryRunCopy() -> (any IntentProvider)? { self }
}
