/// A call in a batch, with its position.
public struct BatchCall: Sendable, Hashable {
  /// The intent to call and its arguments.
  public let call: IntentCall
  /// The call's position, used to resume an interrupted batch; nil if the batch can't be resumed.
  public internal(set) var position: BatchPosition?
  /// The line number of the call in the batch file, counted from 1; nil if the file's format allows
  /// several calls on a line.
  public let line: Int?

  /// Creates a batch call.
  public init(_ call: IntentCall, at position: BatchPosition? = nil, line: Int? = nil) {
    self.call = call
    self.position = position
    self.line = line
  }
}

/// An error that a batch reader throws for an element that isn't a valid call.
///
/// The reader can continue with the next element.
public struct InvalidCallError: Error, Sendable {
  /// The outcome to report for the invalid element, which can't run.
  public let outcome: Outcome

  /// Creates an error with the outcome to report.
  public init(_ outcome: Outcome) {
    self.outcome = outcome
  }
}
