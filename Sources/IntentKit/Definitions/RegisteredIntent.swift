/// An intent's definition with its provider's rules for concurrent and repeated calls.
public struct RegisteredIntent: Sendable {
  /// The definition of the intent.
  public let definition: IntentDefinition
  /// Whether calls of the intent may run concurrently with other calls of the same client.
  public let allowsConcurrentCalls: Bool

  /// Whether the provider runs a call only once per idempotency key.
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
