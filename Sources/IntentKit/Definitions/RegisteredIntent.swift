/// An intent, and how its calls stand to others.
public struct RegisteredIntent: Sendable {
  /// The intent.
  public let definition: IntentDefinition
  /// Whether its calls may overtake others of the same client.
  public let allowsConcurrentCalls: Bool

  /// Whether a call that comes again with its key is done once only.
  public let supportsIdempotencyKeys: Bool

  /// Makes an offer.
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
