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
  /// - Throws: `Failure` if the provider can't determine whether it has the intent, or knows why no
  ///   provider has it.
  func definition(of id: String) async throws(Failure) -> IntentDefinition?

  /// The abilities of the provider that the engine must know before a call.
  var capabilities: ProviderCapabilities { get }

  /// Checks arguments for problems that can be found without stored data, such as an invalid time.
  ///
  /// - Parameter values: Arguments that are valid for the definition's schema, including defaults.
  /// - Throws: `Failure.invalidValue`.
  func check(
    _ values: JSONObject,
    of definition: IntentDefinition,
    in context: CallContext
  ) async throws(Failure)

  /// Runs a call, or returns the stored result if the call's idempotency key has already been used.
  ///
  /// - Throws: `Failure`, such as `keyReused` if the key belongs to a different call.
  func perform(
    _ call: ValidatedCall,
    in context: CallContext
  ) async throws(Failure) -> IntentResult

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

  /// No capabilities by default.
  public var capabilities: ProviderCapabilities { [] }

  /// Accepts all values by default.
  public func check(
    _ values: JSONObject,
    of definition: IntentDefinition,
    in context: CallContext
  ) async throws(Failure) {}
}

/// The abilities of a provider that the engine must know before a call.
public struct ProviderCapabilities: OptionSet, Sendable {
  /// The abilities as bits.
  public let rawValue: Int

  /// Creates a set of abilities from its bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Calls of one client may run concurrently, because the intents share no state.
  public static let concurrentCalls = ProviderCapabilities(rawValue: 1)
  /// A call runs only once per idempotency key; its result is repeated.
  public static let idempotencyKeys = ProviderCapabilities(rawValue: 2)
  /// The provider handles missing arguments itself, so the engine doesn't add their defaults.
  public static let ownDefaults = ProviderCapabilities(rawValue: 4)
}
