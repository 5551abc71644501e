public import JSONText

/// An event that a call caused.
public struct IntentEvent: Sendable, Equatable {
  /// The name, such as `timer.started`.
  public let name: String
  /// The affected object before the call.
  ///
  /// Null if it didn't exist.
  public let before: JSONValue
  /// The affected object after the call.
  ///
  /// Null if it no longer exists.
  public let after: JSONValue

  /// Creates an event.
  public init(_ name: String, before: JSONValue, after: JSONValue) {
    self.name = name
    self.before = before
    self.after = after
  }
}
