package import IntentKit
import JSONText

/// The intents that do something outside the records.
enum SystemIntentTypes {
  /// In alphabetical order.
  static let all: [any SystemIntent.Type] = [
    NotifyIntent.self,
    WriteFileIntent.self,
  ]

  /// Their definitions, which the tests have checked; most calls need none of them.
  static let definitions = all.compactMap { type in
    (try? JSONValue(parsing: type.definition)).map(IntentDefinition.init(checked:))
  }
}

/// What an intent does outside the records.
protocol SystemIntent: SendableMetatype {
  /// Its definition, compiled in.
  static var definition: [UInt8] { get }

  /// What a call would do, as one sentence.
  static func plan(_ arguments: IntentArguments) -> String

  /// Does what a call asks for.
  static func perform(_ arguments: IntentArguments, by actions: SystemActions) async throws
    -> IntentResult
}

/// The means by which something is done outside the records.
package struct SystemActions: Sendable {
  /// Shows a person a title and a text.
  package let notify: @Sendable (_ title: String, _ text: String) async throws(OutcomeError) -> Void
  /// Writes a file of a path as the user gave it, and answers its absolute path.
  package let write:
    @Sendable (_ path: String, _ bytes: [UInt8]) async throws(OutcomeError) -> String

  package init(
    notify: @escaping @Sendable (String, String) async throws(OutcomeError) -> Void,
    write: @escaping @Sendable (String, [UInt8]) async throws(OutcomeError) -> String
  ) {
    self.notify = notify
    self.write = write
  }
}

/// Provides the intents that do something outside the records.
package struct SystemIntents: IntentProvider {
  private let actions: SystemActions

  package init(by actions: SystemActions) {
    self.actions = actions
  }

  package var allowsConcurrentCalls: Bool { true }

  package func definitions() -> [IntentDefinition] { SystemIntentTypes.definitions }

  package func definition(of id: String) -> IntentDefinition? {
    let isThere = SystemIntentTypes.all.contains { $0.id == id }
    return isThere ? definitions().first { $0.id == id } : nil
  }

  package func perform(
    _ call: ValidatedCall,
    in context: CallContext
  ) async throws(IntentError) -> IntentResult {
    try await list.perform(call, in: context)
  }

  package func dryRunCopy() async -> (any IntentProvider)? { await list.dryRunCopy() }

  private var list: StaticIntentProvider {
    let pairs = zip(SystemIntentTypes.all, definitions())
    return StaticIntentProvider(
      pairs.map { $0.intent($1, by: actions) },
      allowsConcurrentCalls: true
    )
  }
}

extension SystemIntent {
  /// The id of the intent: the type's name without `Intent`.
  static var id: String { String("\(Self.self)".dropLast("Intent".count)) }

  fileprivate static func intent(_ definition: IntentDefinition, by actions: SystemActions)
    -> Intent
  {
    Intent(
      definition,
      plan: { arguments, _ in
        IntentResult(
          [:],
          dialog: plan(IntentArguments(arguments)),
          plan: DryRunPlan(values: arguments, changes: [], isResultKnown: false)
        )
      },
      body: { arguments, _ in try await perform(IntentArguments(arguments), by: actions) }
    )
  }
}
