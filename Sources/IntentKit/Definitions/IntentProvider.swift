public import Foundation
public import JSONText

/// Where intents come from.
///
/// The engine looks an intent up, checks a call's values against its definition, and has the call
/// performed.
public protocol IntentProvider: Sendable {
  /// The intents it has, in a stable order.
  func definitions() async -> [IntentDefinition]

  /// The intent of an id; nil where it has none.
  ///
  /// For one that need not know all its intents to find one.
  ///
  /// - Throws: `IntentError` where it may have it and cannot tell.
  func definition(of id: String) async throws(IntentError) -> IntentDefinition?

  /// Returns the files that should define intents and can't be used.
  func skippedDefinitions() async -> [SkippedDefinition]

  /// Tells when the intents it has may have changed; nil where they never do.
  func definitionChanges() async -> AsyncStream<Void>?

  /// Whether one client's calls may overtake each other: true where they share nothing.
  var allowsConcurrentCalls: Bool { get }

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

  /// Whether a call that comes again with its key is answered as before, and done once only.
  var supportsIdempotencyKeys: Bool { get }

  /// The answer that a key was given before; nil where there was none.
  ///
  /// - Throws: `IntentError.keyReused` where the key belongs to another call.
  func storedResult(for key: IdempotencyKey) async throws(IntentError) -> IntentResult?

  /// Whether what a call leaves out is given as its definition says; where it is not, that is left
  /// to whoever does the call.
  var fillsDefaults: Bool { get }

  /// Whether calls of an intent can be done all or nothing with others.
  func canRunInAtomicGroup(_ definition: IntentDefinition) async -> Bool

  /// Does what a call asks for, unless it was done already under the call's key.
  ///
  /// - Throws: `IntentError`, among them `keyReused` where the key belongs to another call.
  func perform(
    _ call: ValidatedCall,
    in context: CallContext
  ) async throws(IntentError) -> IntentResult

  /// The stamp of an answer that is made now; nil where none can be told, or not without waiting.
  func cacheValidator(at now: Date) -> CacheValidator?

  /// Does calls in order, each seeing what those before it did, and makes it all last at once.
  ///
  /// - Returns: What became of the first calls, at least of one; the caller goes on with the rest.
  ///   Where the rule lets a failure end the group, it is the last.
  /// - Throws: `IntentError` where nothing could be made to last; then none was done.
  func performGroup(
    _ calls: [ValidatedCall],
    in context: CallGroupContext
  ) async throws(IntentError) -> [Result<IntentResult, IntentError>]

  /// Tells when the answer of a call that changes nothing may have changed, until nobody listens any
  /// more or nothing more can be told; nil where it is not for the provider to tell.
  func changes(of call: ValidatedCall) async -> AsyncStream<Void>?

  /// The last place of each batch that lasts, the newest batch first; none where that is not known.
  func batchPositions() async throws(IntentError) -> [BatchPosition]

  /// A provider that answers as this one would and changes nothing outside its own memory; later
  /// calls of it see what earlier ones would have done. Nil where there can be none.
  func dryRunCopy() async -> (any IntentProvider)?
}

extension IntentProvider {
  /// Looks among all.
  public func definition(of id: String) async throws(IntentError) -> IntentDefinition? {
    await definitions().first { $0.id == id }
  }

  /// Returns none.
  public func skippedDefinitions() async -> [SkippedDefinition] { [] }

  /// They never do.
  public func definitionChanges() async -> AsyncStream<Void>? { nil }

  /// They may not.
  public var allowsConcurrentCalls: Bool { false }

  /// It keeps none.
  public var supportsIdempotencyKeys: Bool { false }

  /// There was none.
  public func storedResult(for key: IdempotencyKey) async throws(IntentError) -> IntentResult? {
    nil
  }

  /// It is.
  public var fillsDefaults: Bool { true }

  /// Finds nothing wrong.
  public func check(
    _ values: JSONObject,
    of definition: IntentDefinition,
    in context: CallContext
  ) async throws(IntentError) {}

  /// Can take none back.
  public func canRunInAtomicGroup(_ definition: IntentDefinition) async -> Bool { false }

  /// Can tell none.
  public func cacheValidator(at now: Date) -> CacheValidator? { nil }

  /// Does the first call alone; nothing is known of how to take one back.
  public func performGroup(
    _ calls: [ValidatedCall],
    in context: CallGroupContext
  ) async throws(IntentError) -> [Result<IntentResult, IntentError>] {
    guard let call = calls.first else { return [] }
    if case .allOrNothing = context.rule { throw .atomicGroupUnsupported(call.definition.id) }
    do throws(IntentError) {
      return [.success(try await perform(call, in: context.alone))]
    } catch {
      return [.failure(error)]
    }
  }

  /// It is not.
  public func changes(of call: ValidatedCall) async -> AsyncStream<Void>? { nil }

  /// Knows none.
  public func batchPositions() async throws(IntentError) -> [BatchPosition] { [] }
}
