public import JSONText

/// A call that fits its definition, with defaults filled in.
public struct CheckedCall: Sendable {
  /// What is asked for.
  public let definition: IntentDefinition
  /// The values, not yet resolved.
  public let values: JSONObject
  /// The call's key; nil where it has none.
  public let key: CallKey?
}

/// The call for which several were not done.
public struct TogetherFailure: Error, Sendable, Equatable {
  /// The place of the call among them, counted from 0.
  public let index: Int
  /// Why it could not be done.
  public let error: IntentError

  /// Names a call and why it could not be done.
  public init(index: Int, error: IntentError) {
    self.index = index
    self.error = error
  }
}
