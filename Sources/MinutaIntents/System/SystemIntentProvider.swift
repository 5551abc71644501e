package import IntentKit
import JSONText

/// The list of system intents.
///
/// They act on the operating system instead of records, for example to show a notification.
enum SystemIntentRegistry {
  /// All system intents, in alphabetical order.
  static let all: [any SystemIntent.Type] = [
    NotifyIntent.self,
    WriteFileIntent.self,
  ]

  /// The definitions of the system intents.
  ///
  /// They are parsed on first use, as most calls need none. The tests validate them.
  static let definitions = all.compactMap { $0.parsedDefinition }
}

/// The implementation of a system intent, such as `Notify`.
protocol SystemIntent: EmbeddedIntent {
  /// The sentence for a dry run, which says what the call would do.
  var plan: String { get }

  /// Performs the call.
  func perform(by actions: SystemActions) async throws -> IntentOutput<Result>
}

/// The functions of the operating system that the system intents call.
package struct SystemActions: Sendable {
  /// Shows a desktop notification.
  package let notify: @Sendable (_ title: String, _ text: String) async throws(Failure) -> Void
  /// Writes a file and returns its absolute path.
  ///
  /// The given path may be relative.
  package let write: @Sendable (_ path: String, _ bytes: [UInt8]) async throws(Failure) -> String

  package init(
    notify: @escaping @Sendable (String, String) async throws(Failure) -> Void,
    write: @escaping @Sendable (String, [UInt8]) async throws(Failure) -> String
  ) {
    self.notify = notify
    self.write = write
  }
}

/// Provides the system intents, such as `Notify` and `WriteFile`.
package struct SystemIntentProvider: IntentProvider {
  private let actions: SystemActions

  package init(by actions: SystemActions) {
    self.actions = actions
  }

  package var capabilities: ProviderCapabilities { .concurrentCalls }

  package func definitions() -> [IntentDefinition] { SystemIntentRegistry.definitions }

  package func definition(of id: String) -> IntentDefinition? {
    let isThere = SystemIntentRegistry.all.contains { $0.id == id }
    return isThere ? definitions().first { $0.id == id } : nil
  }

  package func perform(
    _ call: ValidatedCall,
    in context: CallContext
  ) async throws(Failure) -> IntentResult {
    try await list.perform(call, in: context)
  }

  package func dryRunCopy() async -> (any IntentProvider)? { await list.dryRunCopy() }

  private var list: StaticIntentProvider {
    let pairs = zip(SystemIntentRegistry.all, definitions())
    return StaticIntentProvider(
      pairs.map { $0.intent($1, by: actions) },
      capabilities: .concurrentCalls
    )
  }
}

extension SystemIntent {
  fileprivate static func intent(_ definition: IntentDefinition, by actions: SystemActions)
    -> Intent
  {
    Intent(
      definition,
      plan: { arguments, _ in
        IntentResult(
          [:],
          dialog: try Self(arguments).plan,
          plan: DryRunPlan(values: arguments, changes: [], isResultKnown: false)
        )
      },
      body: { arguments, _ in try await Self(arguments).perform(by: actions).encoded() }
    )
  }
}
