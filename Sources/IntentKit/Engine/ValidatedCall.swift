public import Foundation
public import JSONText

/// A call whose arguments are valid for the intent's definition.
public struct ValidatedCall: Sendable {
  /// The definition of the intent.
  public let definition: IntentDefinition
  /// The validated arguments, with defaults unless the provider fills them in itself.
  public let values: JSONObject
  /// The idempotency key; nil if the call has none.
  public let key: IdempotencyKey?
  /// The caller's response to an earlier request for input; nil if there was none.
  public let input: IntentCall.InputResponse?
  package init(
    definition: IntentDefinition,
    values: JSONObject,
    key: IdempotencyKey? = nil,
    input: IntentCall.InputResponse? = nil
  ) {
    self.definition = definition
    self.values = values
    self.key = key
    self.input = input
  }

  /// Returns the call with other arguments, which must be valid for the definition's schema.
  func with(_ values: JSONObject) -> ValidatedCall {
    var call = ValidatedCall(definition: definition, values: values, key: key, input: input)
    call.position = position
    return call
  }

  /// The call's position in a batch; nil for a single call.
  public internal(set) var position: BatchPosition?
}

/// The rule for the other calls of a group if one call fails.
public enum CallGroupFailurePolicy: Sendable {
  /// Commits the group only if no call fails.
  case allOrNothing
  /// Commits the calls before the failure and doesn't run the calls after it.
  case untilFailure
  /// Runs and commits all other calls, even after a failure.
  case each
}

/// The context in which a provider runs a group of calls.
public struct CallGroupContext: Sendable {
  /// The rule for the other calls if one call fails.
  public let rule: CallGroupFailurePolicy
  /// The clock, which is read once per call.
  public let now: @Sendable () -> Date
  /// The source of the calls.
  public let source: CallSource

  /// The workflow run and hooks that caused the calls.
  package var chain = CallChain()
  /// The engine that runs nested calls, such as the steps of a workflow.
  package var engine: IntentEngine?
  /// Whether the results must list the events that the calls cause, because hooks wait for them.
  package var collectsEvents = false
  /// The indices of the batch's calls that failed since the last change that it made.
  package var failedCalls: [Int] = []

  /// The context for running one call of the group on its own.
  public var alone: CallContext {
    var context = CallContext(now: now(), source: source)
    (context.chain, context.engine, context.collectsEvents) = (chain, engine, collectsEvents)
    return context
  }

  /// Creates the context of a group of calls.
  public init(rule: CallGroupFailurePolicy, now: @escaping @Sendable () -> Date, source: CallSource)
  {
    self.rule = rule
    self.now = now
    self.source = source
  }
}
