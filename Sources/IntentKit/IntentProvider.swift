public import Foundation
public import JSONText

/// Where intents come from.
///
/// The engine looks an intent up, checks a call's values against its definition, has them resolved
/// and then performed. Calls that write are performed one after the other.
public protocol IntentProvider: Sendable {
  /// The intents it has, in a stable order.
  func definitions() async -> [IntentDefinition]

  /// Finds what is wrong with values whatever anything holds: a text that is no time, two values that
  /// cannot stand beside each other. Asks no store.
  ///
  /// - Parameter values: values that the definition's schema allows, defaults filled in.
  /// - Throws: `IntentError.invalidValue`.
  func check(
    _ values: JSONObject,
    of definition: IntentDefinition,
    in context: CallContext
  ) async throws(IntentError)

  /// The answer of an earlier call with the same key; nil where there was none.
  ///
  /// - Throws: `IntentError.keyReused` where the earlier call was another.
  func kept(_ key: CallKey) async throws(IntentError) -> Answer?

  /// Gives values their meaning, where the schema names one by `x-minuta-type` or
  /// `x-minuta-entity`. Changes nothing anywhere.
  ///
  /// - Parameter values: values that the definition's schema allows, defaults filled in.
  /// - Throws: `IntentError.invalidValue` for a value that means nothing.
  func resolve(
    _ values: JSONObject,
    of definition: IntentDefinition,
    in context: CallContext
  ) async throws(IntentError) -> ResolvedValues

  /// Does what a call asks for, unless it was done already under the key of the context.
  ///
  /// - Parameter values: what `resolve` answered.
  func perform(
    _ intent: String,
    with values: JSONObject,
    in context: CallContext
  ) async throws(IntentError) -> Answer

  /// Does several calls, all or nothing, each seeing what those before it did.
  ///
  /// - Throws: `TogetherFailure` with the call that failed; nothing was changed then.
  func performTogether(
    _ calls: [CheckedCall],
    at now: Date,
    from door: Door
  ) async throws(TogetherFailure) -> [Answer]

  /// A provider that answers as this one would and changes nothing outside its own memory; later
  /// calls of it see what earlier ones would have done. Nil where there can be none.
  func rehearsal() async -> (any IntentProvider)?
}

extension IntentProvider {
  /// Does none, since nothing is known of how to take one back.
  public func performTogether(
    _ calls: [CheckedCall],
    at now: Date,
    from door: Door
  ) async throws(TogetherFailure) -> [Answer] {
    throw TogetherFailure(index: 0, error: .notTogether(calls.first?.definition.id ?? ""))
  }

  /// Keeps no answers.
  public func kept(_ key: CallKey) async throws(IntentError) -> Answer? { nil }

  /// Finds nothing wrong.
  public func check(
    _ values: JSONObject,
    of definition: IntentDefinition,
    in context: CallContext
  ) async throws(IntentError) {}
}

/// Values with their meaning.
public struct ResolvedValues: Sendable, Equatable {
  /// The values in the form that `IntentProvider.perform` takes.
  public let values: JSONObject
  /// Sentences about choices that were made on the way, for the answer's dialog.
  public let notes: [String]

  /// Makes resolved values.
  public init(_ values: JSONObject, notes: [String] = []) {
    self.values = values
    self.notes = notes
  }
}
