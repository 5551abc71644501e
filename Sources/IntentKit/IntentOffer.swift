/// An intent, and how its calls stand to others.
public struct IntentOffer: Sendable {
  /// The intent.
  public let definition: IntentDefinition
  /// Whether its calls may overtake others of the same client.
  public let mayOvertake: Bool

  /// Makes an offer.
  public init(definition: IntentDefinition, mayOvertake: Bool) {
    self.definition = definition
    self.mayOvertake = mayOvertake
  }
}
