package import Foundation
package import IntentKit
import JSONText
package import MinutaCore
package import MinutaExport

/// The list of system intents.
///
/// They act on the operating system instead of records, for example to show a notification.
enum SystemIntentRegistry {
  /// All system intents, in alphabetical order.
  static let all: [any SystemIntent.Type] = [
    ImportIntent.self,
    NotifyIntent.self,
    SyncIntent.self,
    SyncStatusIntent.self,
    WriteFileIntent.self,
  ]

  /// The definitions of the system intents.
  ///
  /// They are parsed on first use, as most calls need none. The tests validate them.
  static let definitions = all.compactMap { $0.parsedDefinition }
}

/// The implementation of a system intent, such as `Notify`.
protocol SystemIntent: EmbeddedIntent {
  /// Returns the result of a dry run.
  func plan(by actions: SystemActions, in context: CallContext) async throws
    -> SystemIntentPlan<Result>

  /// Performs the call.
  func perform(by actions: SystemActions, in context: CallContext) async throws
    -> IntentOutput<Result>
}

/// The result of a system intent's dry run.
enum SystemIntentPlan<Result: Encodable & Sendable> {
  /// A sentence that says what the call would do.
  case sentence(String)
  /// The result that the call would have.
  case output(IntentOutput<Result>)

  /// Returns the result as JSON.
  func encoded(_ arguments: JSONObject) throws -> IntentResult {
    switch self {
    case .sentence(let sentence):
      return IntentResult(
        [:],
        dialog: sentence,
        plan: DryRunPlan(values: arguments, changes: [], isResultKnown: false)
      )
    case .output(let output):
      var result = try output.encoded()
      result.plan = DryRunPlan(values: arguments, changes: [])
      return result
    }
  }
}

/// The functions of the operating system that the system intents call.
package struct SystemActions: Sendable {
  /// Shows a desktop notification.
  package let notify: @Sendable (_ title: String, _ text: String) async throws(Failure) -> Void
  /// Returns the absolute path of a file to write, which may be given as a relative one.
  ///
  /// Throws if a file mustn't be written there; so does `write`.
  package let output: @Sendable (_ path: String) throws(Failure) -> String
  /// Writes a file and returns its absolute path.
  ///
  /// The given path may be relative.
  package let write: @Sendable (_ path: String, _ bytes: [UInt8]) async throws(Failure) -> String

  /// Opens a file to import; a folder opens as all files in it that belong to one format.
  package let openImport: @Sendable (_ path: String) throws(Failure) -> ImportPath
  /// The sync of the data folder.
  package let syncService: any SyncService
  /// The calendar for local times in imported files.
  package let days: LocalCalendar
  /// The user's settings about times, for sentences.
  package let rules: TimeRules
  /// Returns a new id, for the run of an import.
  package let makeID: @Sendable () -> UUID

  package init(
    notify: @escaping @Sendable (String, String) async throws(Failure) -> Void,
    output: @escaping @Sendable (String) throws(Failure) -> String = { $0 },
    write: @escaping @Sendable (String, [UInt8]) async throws(Failure) -> String,
    openImport: @escaping @Sendable (String) throws(Failure) -> ImportPath,
    syncService: any SyncService = UnavailableSyncService(),
    days: LocalCalendar,
    rules: TimeRules = TimeRules(),
    makeID: @escaping @Sendable () -> UUID
  ) {
    self.notify = notify
    self.output = output
    self.write = write
    self.openImport = openImport
    self.syncService = syncService
    self.days = days
    self.rules = rules
    self.makeID = makeID
  }

  /// Returns the formatter for the sentences of a call.
  func formatter(in context: CallContext) -> SentenceFormatter {
    SentenceFormatter(now: context.now, days: days, rules: rules)
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
      plan: { arguments, context in
        try await Self(arguments).plan(by: actions, in: context).encoded(arguments)
      },
      body: { arguments, context in
        try await Self(arguments).perform(by: actions, in: context).encoded()
      }
    )
  }
}
