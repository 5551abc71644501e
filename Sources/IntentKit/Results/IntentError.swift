public import JSONText

/// The reason a call didn't run or failed.
public enum IntentError: Error, Sendable, Equatable {
  /// The intent ID is unknown; `near` is a similar ID.
  case unknownIntent(String, near: String?)
  /// The intent can't be called from this source.
  case sourceNotAllowed(String, CallSource)
  /// The server is read-only, and the intent may change something.
  case readOnly(String)
  /// An argument isn't valid for the intent's definition.
  case invalidValue(ValidationError)
  /// The JSON isn't a valid call.
  case malformedCall(ValidationError)
  /// The JSON isn't a valid definition.
  case invalidDefinition(ValidationError)
  /// The JSON isn't a valid workflow.
  ///
  /// The file is nil if it wasn't read from one.
  case invalidWorkflow([ValidationError], file: String?)
  /// The intent doesn't support atomic groups.
  case atomicGroupUnsupported(String)
  /// The idempotency key belongs to a different call.
  case keyReused(String)
  /// The intent's provider doesn't support idempotency keys.
  case keyUnsupported(String)
  /// The intent doesn't support dry runs.
  case dryRunUnsupported(String)
  /// An argument is required.
  ///
  /// A caller that can't supply input receives the error instead.
  case needsValue(parameter: String, schema: JSONValue, OutcomeError)
  /// Other input is required.
  ///
  /// A caller that can't supply input receives the error instead.
  case needsInput(InputRequest, OutcomeError)
  /// The provider failed for a reason of its own.
  case failed(OutcomeError)
  /// A resource that the call needs is in use; trying again later helps.
  case busy(OutcomeError)
  /// The call timed out.
  case timeout(OutcomeError)
  /// The caller cancelled the call, which isn't an error.
  case cancelled
}
