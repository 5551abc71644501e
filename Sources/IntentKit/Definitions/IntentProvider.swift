public import JSONText

/// A provider that defines intents and runs their calls.
///
/// The engine looks up the intent, validates the call's values against its definition, and then
/// runs the call through the provider.
public protocol IntentProvider: Sendable {
  /// Returns the definitions of the provider's intents, in a stable order.
  func definitions() async -> [IntentDefinition]

  /// Returns the definition of an intent, or nil if the provider doesn't have the intent.
  ///
  /// Implement this if the provider can find one intent without loading all of them.
  ///
  /// - Throws: `Failure` if the provider can't determine whether it has the intent.
  func definition(of id: String) async throws(Failure) -> IntentDefinition?

  /// Returns the files that should define intents but can't be used, with the reasons.
  func skippedDefinitions() async -> [SkippedDefinition]

  /// Returns a stream with an element whenever the intents may have changed, or nil if they never
  /// change.
  func definitionChanges() async -> AsyncStream<Void>?

  /// Whether calls of one client may run concurrently, because the intents share no state.
  var allowsConcurrentCalls: Bool { get }

  /// Checks arguments for problems that can be found without stored data, such as an invalid time.
  ///
  /// - Parameter values: Arguments that are valid for the definition's schema, including defaults.
  /// - Throws: `Failure.invalidValue`.
  func check(
    _ values: JSONObject,
    of definition: IntentDefinition,
    in context: CallContext
  ) async throws(Failure)

  /// Whether the provider runs a call only once per idempotency key and repeats its result.
  var supportsIdempotencyKeys: Bool { get }

  /// Returns the stored result of an earlier call with this idempotency key, or nil if there is
  /// none.
  ///
  /// - Throws: `Failure.keyReused` if the key belongs to a different call.
  func storedResult(for key: IdempotencyKey) async throws(Failure) -> IntentResult?

  /// Whether the engine adds the defaults of missing arguments.
  ///
  /// If false, the provider handles missing arguments itself.
  var fillsDefaults: Bool { get }

  /// Whether calls of an intent can be part of an atomic group, in which all calls take effect or
  /// none.
  func canRunInAtomicGroup(_ definition: IntentDefinition) async -> Bool

  /// Runs a call, or returns the stored result if the call's idempotency key has already been used.
  ///
  /// - Throws: `Failure`, such as `keyReused` if the key belongs to a different call.
  func perform(
    _ call: ValidatedCall,
    in context: CallContext
  ) async throws(Failure) -> IntentResult

  /// Runs calls in order and commits their changes together.
  ///
  /// Each call sees the changes of earlier ones. The provider may stop after any call; the caller
  /// then passes the remaining calls to this method again.
  ///
  /// - Returns: One result for each call handled, at least one. If a failure ends the group, it is
  ///   the last result.
  /// - Throws: `Failure` if nothing could be committed, in which case no call took effect.
  func performGroup(
    _ calls: [ValidatedCall],
    in context: CallGroupContext
  ) async throws(Failure) -> [Result<IntentResult, Failure>]

  /// Returns a stream with an element whenever the result of a read-only call may have changed.
  ///
  /// The stream ends when changes can no longer be detected. Nil if the provider can't detect them.
  func changes(of call: ValidatedCall) async -> AsyncStream<Void>?

  /// Returns a copy of the provider for dry runs, which changes nothing outside its own memory.
  ///
  /// Later calls to the copy see the planned changes of earlier ones. Nil if dry runs aren't
  /// supported.
  func dryRunCopy() async -> (any IntentProvider)?
}

extension IntentProvider {
  /// Searches all definitions for the ID by default.
  public func definition(of id: String) async throws(Failure) -> IntentDefinition? {
    await definitions().first { $0.id == id }
  }

  /// Returns an empty array by default.
  public func skippedDefinitions() async -> [SkippedDefinition] { [] }

  /// Returns nil by default, because the intents never change.
  public func definitionChanges() async -> AsyncStream<Void>? { nil }

  /// Whether calls of one client may run concurrently: false by default.
  public var allowsConcurrentCalls: Bool { false }

  /// Whether idempotency keys are supported: false by default.
  public var supportsIdempotencyKeys: Bool { false }

  /// Returns nil, because idempotency keys aren't supported by default.
  public func storedResult(for key: IdempotencyKey) async throws(Failure) -> IntentResult? {
    nil
  }

  /// Whether the engine fills in defaults: true by default.
  public var fillsDefaults: Bool { true }

  /// Accepts all values by default.
  public func check(
    _ values: JSONObject,
    of definition: IntentDefinition,
    in context: CallContext
  ) async throws(Failure) {}

  /// Returns false, because a provider can't roll back calls by default.
  public func canRunInAtomicGroup(_ definition: IntentDefinition) async -> Bool { false }

  /// Runs only the first call, because a provider can't roll back calls by default.
  public func performGroup(
    _ calls: [ValidatedCall],
    in context: CallGroupContext
  ) async throws(Failure) -> [Result<IntentResult, Failure>] {
    guard let call = calls.first else { return [] }
    if case .allOrNothing = context.rule { throw .atomicGroupUnsupported(call.definition.id) }
    do throws(Failure) {
      return [.success(try await perform(call, in: context.alone))]
    } catch {
      return [.failure(error)]
    }
  }

  /// Returns nil, because changes aren't detected by default.
  public func changes(of call: ValidatedCall) async -> AsyncStream<Void>? { nil }
}
