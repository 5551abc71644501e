public import Foundation
public import JSONText

/// A source of intents.
///
/// The engine looks up the intent, validates the call's values against its definition, and then
/// runs the call through the provider.
public protocol IntentProvider: Sendable {
  /// Returns the provider's intents, in a stable order.
  func definitions() async -> [IntentDefinition]

  /// Returns the intent with an ID, or nil if the provider doesn't have it.
  ///
  /// Implement this if the provider can find one intent without loading all of them.
  ///
  /// - Throws: `IntentError` if the provider can't determine whether it has the intent.
  func definition(of id: String) async throws(IntentError) -> IntentDefinition?

  /// Returns the files that should define intents but can't be used.
  func skippedDefinitions() async -> [SkippedDefinition]

  /// Returns a stream with an element whenever the intents may have changed, or nil if they never
  /// change.
  func definitionChanges() async -> AsyncStream<Void>?

  /// Whether calls of one client may run concurrently, because the intents share no state.
  var allowsConcurrentCalls: Bool { get }

  /// Checks values without reading any store, such as the format of a time or conflicting
  /// arguments.
  ///
  /// - Parameter values: Values that are valid for the definition's schema, with defaults included.
  /// - Throws: `IntentError.invalidValue`.
  func check(
    _ values: JSONObject,
    of definition: IntentDefinition,
    in context: CallContext
  ) async throws(IntentError)

  /// Whether the provider runs a call only once per idempotency key and repeats its result.
  var supportsIdempotencyKeys: Bool { get }

  /// Returns the stored result for an idempotency key, or nil if there is none.
  ///
  /// - Throws: `IntentError.keyReused` if the key belongs to a different call.
  func storedResult(for key: IdempotencyKey) async throws(IntentError) -> IntentResult?

  /// Whether the engine fills in the definition's defaults.
  ///
  /// If false, the provider does it.
  var fillsDefaults: Bool { get }

  /// Whether calls of an intent can run atomically with others.
  func canRunInAtomicGroup(_ definition: IntentDefinition) async -> Bool

  /// Runs a call, or returns the stored result if the call's key has already been used.
  ///
  /// - Throws: `IntentError`, such as `keyReused` if the key belongs to a different call.
  func perform(
    _ call: ValidatedCall,
    in context: CallContext
  ) async throws(IntentError) -> IntentResult

  /// Returns the validator of a result read now, or nil if it isn't available without waiting.
  func cacheValidator(at now: Date) -> CacheValidator?

  /// Runs calls in order and commits their changes together.
  ///
  /// Each call sees the changes of earlier ones.
  ///
  /// - Returns: The results of the first calls, at least one. The caller continues with the rest.
  ///   If a failure ends the group, it is the last result.
  /// - Throws: `IntentError` if nothing could be committed, in which case no call ran.
  func performGroup(
    _ calls: [ValidatedCall],
    in context: CallGroupContext
  ) async throws(IntentError) -> [Result<IntentResult, IntentError>]

  /// Returns a stream with an element whenever the result of a read-only call may have changed.
  ///
  /// The stream ends when changes can no longer be detected. Nil if the provider can't detect them.
  func changes(of call: ValidatedCall) async -> AsyncStream<Void>?

  /// Returns the last committed position of each batch, newest batch first; empty if unknown.
  func batchPositions() async throws(IntentError) -> [BatchPosition]

  /// Returns a copy for dry runs, which changes nothing outside its own memory.
  ///
  /// Later calls to the copy see the planned changes of earlier ones. Nil if dry runs aren't
  /// supported.
  func dryRunCopy() async -> (any IntentProvider)?
}

extension IntentProvider {
  /// Searches all definitions for the ID.
  public func definition(of id: String) async throws(IntentError) -> IntentDefinition? {
    await definitions().first { $0.id == id }
  }

  /// Returns an empty array.
  public func skippedDefinitions() async -> [SkippedDefinition] { [] }

  /// Returns nil, because the intents never change.
  public func definitionChanges() async -> AsyncStream<Void>? { nil }

  /// Whether calls may run concurrently: false by default.
  public var allowsConcurrentCalls: Bool { false }

  /// Whether idempotency keys are supported: false by default.
  public var supportsIdempotencyKeys: Bool { false }

  /// Returns nil, because idempotency keys aren't supported by default.
  public func storedResult(for key: IdempotencyKey) async throws(IntentError) -> IntentResult? {
    nil
  }

  /// Whether the engine fills in defaults: true by default.
  public var fillsDefaults: Bool { true }

  /// Accepts all values.
  public func check(
    _ values: JSONObject,
    of definition: IntentDefinition,
    in context: CallContext
  ) async throws(IntentError) {}

  /// Returns false, because a provider can't roll back calls by default.
  public func canRunInAtomicGroup(_ definition: IntentDefinition) async -> Bool { false }

  /// Returns nil, because results aren't cached by default.
  public func cacheValidator(at now: Date) -> CacheValidator? { nil }

  /// Runs only the first call, because a provider can't roll back calls by default.
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

  /// Returns nil, because changes aren't detected by default.
  public func changes(of call: ValidatedCall) async -> AsyncStream<Void>? { nil }

  /// Returns an empty array.
  public func batchPositions() async throws(IntentError) -> [BatchPosition] { [] }
}
