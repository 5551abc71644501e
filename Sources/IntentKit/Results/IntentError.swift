public import JSONText

/// Why a call was not done.
public enum IntentError: Error, Sendable, Equatable {
  /// No intent has this id; there may be one like it.
  case unknownIntent(String, near: String?)
  /// The intent is not for this door.
  case sourceNotAllowed(String, CallSource)
  /// The intent may change something, which this server doesn't permit.
  case readOnly(String)
  /// A value of the call is not what the definition wants.
  case invalidValue(ValidationError)
  /// What should be a call is none.
  case malformedCall(ValidationError)
  /// What should be a definition is none.
  case invalidDefinition(ValidationError)
  /// What should be a workflow is none, for some reasons; the file is nil where it has none.
  case invalidWorkflow([ValidationError], file: String?)
  /// The intent cannot be done together with others, all or nothing.
  case atomicGroupUnsupported(String)
  /// The key belongs to another call.
  case keyReused(String)
  /// The intent is of a provider that keeps no keys.
  case keyUnsupported(String)
  /// The intent cannot be tried without being done.
  case dryRunUnsupported(String)
  /// A value has to be given or chosen, which a caller can do who is asked; any other is told the
  /// error.
  case needsValue(parameter: String, schema: JSONValue, OutcomeError)
  /// Its caller has to say something that is no value of the call, which one can do who is asked; any
  /// other is told the error.
  case needsInput(InputRequest, OutcomeError)
  /// The provider could not do it, for a reason of its own.
  case failed(OutcomeError)
  /// Something else has what the call needs; trying again later helps.
  case busy(OutcomeError)
  /// It took too long.
  case timeout(OutcomeError)
  /// Its caller wants it no more, which is no error.
  case cancelled
}
