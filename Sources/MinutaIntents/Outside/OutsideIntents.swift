package import IntentKit
import JSONText

/// The intents that do something outside the records.
enum OutsideIntents {
  /// In alphabetical order.
  static let all: [any OutsideIntent.Type] = [
    Notify.self,
    WriteFile.self,
  ]
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

extension IntentList {
  /// The intents that do something outside the records.
  package init(by means: OutsideMeans) {
    self.init(OutsideIntents.all.compactMap { $0.intent(by: means) }, mayOvertake: true)
  }
}

extension OutsideIntent {
  /// The intent, whose definition the tests have checked.
  fileprivate static func intent(by means: OutsideMeans) -> Intent? {
    guard let json = try? JSONValue(parsing: definition) else { return nil }
    return Intent(
      IntentDefinition(checked: json),
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
