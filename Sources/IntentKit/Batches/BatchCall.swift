/// A call of a batch.
public struct BatchCall: Sendable, Hashable {
  /// What is asked for.
  public let call: IntentCall
  /// The place, by which an interrupted batch is found again; nil where it cannot be.
  public let position: BatchPosition?
  /// The line it stands on, counted from 1; nil where several calls may stand on one.
  public let line: Int?

  /// Makes a call of a batch.
  public init(_ call: IntentCall, at position: BatchPosition? = nil, line: Int? = nil) {
    self.call = call
    self.position = position
    self.line = line
  }
}

/// What stands in the place of a call and is none; those after it can be read all the same.
public struct InvalidCallError: Error, Sendable {
  /// What the call answers, had it been one.
  public let outcome: Outcome

  /// Makes what is no call.
  public init(_ outcome: Outcome) {
    self.outcome = outcome
  }
}
