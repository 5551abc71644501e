public import JSONText

/// The reason a call didn't run or failed.
public enum IntentError: Error, Sendable, Equatable {
  /// The intent ID is unknown; `near` is a similar ID.
  case unknownIntent(String, near: String?)
  /// The intent can't be called from this source.
  case sourceNotAllowed(String, CallSource)
  /// The server is read-only, and the intent may change something.
  case readOnly(String)
  /// An argument doesn't match the intent's definition.
  case invalidValue(ValidationError)
  /// The JSON isn't a valid call.
  case malformedCall(ValidationError)
  /// The JSON isn't a valid definition.
  case invalidDefinition(ValidationError)
  /// The JSON isn't a valid workflow.
  ///
  /// `file` is nil if the workflow wasn't read from a file.
  case invalidWorkflow([ValidationError], file: String?)
  /// The intent can't be part of an atomic group, in which all calls take effect or none.
  case atomicGroupUnsupported(String)
  /// The idempotency key was already used for a different call.
  case keyReused(String)
  /// The intent's provider doesn't support idempotency keys.
  case keyUnsupported(String)
  /// The intent doesn't support dry runs.
  case dryRunUnsupported(String)
  /// A required argument is missing, and the caller can be asked for it.
  ///
  /// A caller that can't supply input receives the `OutcomeError` instead.
  case needsValue(parameter: String, schema: JSONValue, OutcomeError)
  /// Input other than a single argument is needed.
  ///
  /// A caller that can't supply input receives the `OutcomeError` instead.
  case needsInput(InputRequest, OutcomeError)
  /// The provider reported an error of its own.
  case failed(OutcomeError)
  /// A resource that the call needs is in use; the caller may retry later.
  case busy(OutcomeError)
  /// The call timed out.
  case timeout(OutcomeError)
  /// The caller cancelled the call.
  case cancelled
}
