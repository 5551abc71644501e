/// A call in a batch, with its position.
public struct BatchCall: Sendable, Hashable {
  /// The intent to call and its arguments.
  public let call: IntentCall
  /// The call's position, used to resume an interrupted batch; nil if the batch can't be resumed.
  public let position: BatchPosition?
  /// The line number in the source, counted from 1; nil if a line can hold several calls.
  public let line: Int?

  /// Creates a batch call.
  public init(_ call: IntentCall, at position: BatchPosition? = nil, line: Int? = nil) {
    self.call = call
    self.position = position
    self.line = line
  }
}

/// An error for an element of a batch that isn't a valid call.
///
/// The reader can continue after it.
public struct InvalidCallError: Error, Sendable {
  /// The outcome to report in place of the call's own outcome.
  public let outcome: Outcome

  /// Creates an error with the outcome to report.
  public init(_ outcome: Outcome) {
    self.outcome = outcome
  }
}
