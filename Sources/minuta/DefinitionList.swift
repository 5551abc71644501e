import IntentKit

/// Intents that can be looked up and not done.
struct DefinitionList: IntentProvider {
  private let list: [IntentDefinition]

  init(_ list: [IntentDefinition]) {
    self.list = list
  }

  func definitions() -> [IntentDefinition] { list }

  /// It is the built-in intents that it stands for.
  var keepsKeys: Bool { true }

  func perform(_ call: CheckedCall, in context: CallContext) throws(IntentError) -> Answer {
    throw .unknownIntent(call.definition.id, near: nil)
  }

  func rehearsal() -> (any IntentProvider)? { self }
}
