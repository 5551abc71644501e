import IntentKit
import MinutaIntents

/// The built-in intents, to be looked up and not done.
struct DefinitionList: IntentProvider {
  private let catalogue: BuiltInCatalogue

  init(_ catalogue: BuiltInCatalogue) {
    self.catalogue = catalogue
  }

  func definitions() -> [IntentDefinition] { catalogue.definitions }

  /// Reads no more than the one that is asked for.
  func definition(of id: String) -> IntentDefinition? { catalogue.definition(of: id) }

  /// It is the built-in intents that it stands for.
  var keepsKeys: Bool { true }

  func perform(_ call: CheckedCall, in context: CallContext) throws(IntentError) -> Answer {
    throw .unknownIntent(call.definition.id, near: nil)
  }

  func rehearsal() -> (any IntentProvider)? { self }
}
