/// An intent with its provider's rules for concurrent and repeated calls.
public struct RegisteredIntent: Sendable {
  /// The definition of the intent.
  public let definition: IntentDefinition
  /// Whether its calls may run concurrently with others of the same client.
  public let allowsConcurrentCalls: Bool

  /// Whether a call runs only once per idempotency key.
  public let supportsIdempotencyKeys: Bool

  /// Creates a registered intent.
  public init(
    definition: IntentDefinition,
    allowsConcurrentCalls: Bool,
    supportsIdempotencyKeys: Bool = false
  ) {
    self.definition = definition
    self.allowsConcurrentCalls = allowsConcurrentCalls
    self.supportsIdempotencyKeys = supportsIdempotencyKeys
  }
}
