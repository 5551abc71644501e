public import JSONText

/// An event that a call caused, such as the start of a timer.
public struct IntentEvent: Sendable, Equatable {
  /// The name of the event, such as `timer.started`.
  public let name: String
  /// The affected object as JSON before the call.
  ///
  /// Null if it didn't exist.
  public let before: JSONValue
  /// The affected object as JSON after the call.
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
