/// An intent, and how its calls stand to others.
public struct IntentOffer: Sendable {
  /// The intent.
  public let definition: IntentDefinition
  /// Whether its calls may overtake others of the same client.
  public let mayOvertake: Bool

  /// Whether a call that comes again with its key is done once only.
  public let keepsKeys: Bool

  /// Makes an offer.
  public init(definition: IntentDefinition, mayOvertake: Bool, keepsKeys: Bool = false) {
    self.definition = definition
    self.mayOvertake = mayOvertake
    self.keepsKeys = keepsKeys
  }
}
