/// A provider whose intents, or their results, can change while it is in use.
public protocol ChangingIntentProvider: IntentProvider {
  /// Returns the files that should define intents but can't be used, with the reasons.
  func skippedDefinitions() async -> [SkippedDefinition]

  /// Returns a stream with an element whenever the intents may have changed, or nil if changes
  /// can't be detected.
  func definitionChanges() async -> AsyncStream<Void>?

  /// Returns a stream with an element whenever the result of a read-only call may have changed.
  ///
  /// The stream ends when changes can no longer be detected. Nil if the provider can't detect them.
  func changes(of call: ValidatedCall) async -> AsyncStream<Void>?
}

extension ChangingIntentProvider {
  /// Returns an empty array by default.
  public func skippedDefinitions() async -> [SkippedDefinition] { [] }

  /// Returns nil, because changes of results aren't detected by default.
  public func changes(of call: ValidatedCall) async -> AsyncStream<Void>? { nil }
}
