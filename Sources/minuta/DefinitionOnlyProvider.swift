import IntentKit
import JSONText
import MinutaCore
import MinutaIntents

/// Provides the definitions of the built-in intents and checks their calls, but can't perform them.
struct DefinitionOnlyProvider: IntentProvider {
  let catalog: BuiltInIntentCatalog
  let days: LocalCalendar

  func definitions() -> [IntentDefinition] { catalog.definitions }

  /// Returns the definition of an intent and decodes no other definition.
  func definition(of id: String) -> IntentDefinition? { catalog.definition(of: id) }

  /// The capabilities of the built-in intents.
  var capabilities: ProviderCapabilities { .idempotencyKeys }

  func check(
    _ values: JSONObject,
    of definition: IntentDefinition,
    in context: CallContext
  ) throws(Failure) {
    try catalog.check(values, of: definition, in: context, days)
  }

  func perform(_ call: ValidatedCall, in context: CallContext) throws(Failure) -> IntentResult {
    throw .unknownIntent(call.definition.id, near: nil)
  }

  func dryRunCopy() -> (any IntentProvider)? { self }
}
