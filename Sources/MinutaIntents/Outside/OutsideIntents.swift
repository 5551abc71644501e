package import IntentKit
import JSONText

/// The intents that do something outside the records.
enum OutsideIntents {
  /// In alphabetical order.
  static let all: [any OutsideIntent.Type] = [
    Notify.self,
    WriteFile.self,
  ]

  /// Their definitions, which the tests have checked; most calls need none of them.
  static let definitions = all.compactMap { type in
    (try? JSONValue(parsing: type.definition)).map(IntentDefinition.init(checked:))
  }
}

/// What an intent does outside the records.
protocol OutsideIntent: SendableMetatype {
  /// Its definition, compiled in.
  static var definition: [UInt8] { get }

  /// What a call would do, as one sentence.
  static func plan(_ values: IntentValues) -> String

  /// Does what a call asks for.
  static func perform(_ values: IntentValues, by means: OutsideMeans) async throws -> Answer
}

/// The means by which something is done outside the records.
package struct OutsideMeans: Sendable {
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
package struct OutsideProvider: IntentProvider {
  private let means: OutsideMeans

  package init(by means: OutsideMeans) {
    self.means = means
  }

  package var mayOvertake: Bool { true }

  package func definitions() -> [IntentDefinition] { OutsideIntents.definitions }

  package func definition(of id: String) -> IntentDefinition? {
    let isThere = OutsideIntents.all.contains { "\($0)" == id }
    return isThere ? definitions().first { $0.id == id } : nil
  }

  package func perform(
    _ call: CheckedCall,
    in context: CallContext
  ) async throws(IntentError) -> Answer {
    try await list.perform(call, in: context)
  }

  package func rehearsal() async -> (any IntentProvider)? { await list.rehearsal() }

  private var list: IntentList {
    let pairs = zip(OutsideIntents.all, definitions())
    return IntentList(pairs.map { $0.intent($1, by: means) }, mayOvertake: true)
  }
}

extension OutsideIntent {
  fileprivate static func intent(_ definition: IntentDefinition, by means: OutsideMeans) -> Intent {
    Intent(
      definition,
      plan: { values, _ in
        Answer(
          [:],
          dialog: plan(IntentValues(values)),
          plan: Plan(values: values, changes: [], tellsValue: false)
        )
      },
      body: { values, _ in try await perform(IntentValues(values), by: means) }
    )
  }
}
