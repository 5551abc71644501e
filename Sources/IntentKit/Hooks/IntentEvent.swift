public import JSONText

/// Something that a call made happen.
public struct IntentEvent: Sendable, Equatable {
  /// The name, such as `timer.started`.
  public let name: String
  /// What it happened to, as it was; null where it was not there.
  public let before: JSONValue
  /// What it happened to, as it is; null where it is gone.
  public let after: JSONValue

  /// Makes an event.
  public init(_ name: String, before: JSONValue, after: JSONValue) {
    self.name = name
    self.before = before
    self.after = after
  }
}
