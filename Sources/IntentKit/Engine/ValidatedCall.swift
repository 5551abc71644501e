public import Foundation
public import JSONText

/// A call that is valid for its definition, with defaults filled in.
public struct ValidatedCall: Sendable {
  /// The definition of the intent.
  public let definition: IntentDefinition
  /// The validated values, with defaults if the provider wants the engine to fill them in.
  public let values: JSONObject
  /// The idempotency key; nil if the call has none.
  public let key: IdempotencyKey?
  /// The response to an earlier request for input; nil if there was none.
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

  /// Returns the call with other values, which must be valid for the definition's schema.
  func with(_ values: JSONObject) -> ValidatedCall {
    var call = ValidatedCall(definition: definition, values: values, key: key, input: input)
    call.position = position
    return call
  }

  /// The position in a batch; nil for a single call.
  public internal(set) var position: BatchPosition?
}

/// The rule for a group of calls if one of them fails.
public enum GroupFailurePolicy: Sendable {
  /// Run all calls or none.
  case allOrNothing
  /// Keep the calls before the failure and end the group.
  case untilFailure
  /// Run all other calls.
  case each
}

/// The context of a group of calls.
public struct CallGroupContext: Sendable {
  /// The rule if a call fails.
  public let rule: GroupFailurePolicy
  /// The clock, which is read once per call.
  public let now: @Sendable () -> Date
  /// The source of the calls.
  public let source: CallSource

  /// The workflow run and hooks that caused the calls.
  package var chain = CallChain()
  /// The engine for nested calls, such as the steps of a workflow.
  package var engine: IntentEngine?
  /// Whether to collect the events that the calls cause.
  package var collectsEvents = false

  /// The context for running one call of the group alone.
  public var alone: CallContext {
    var context = CallContext(now: now(), source: source)
    (context.chain, context.engine, context.collectsEvents) = (chain, engine, collectsEvents)
    return context
  }

  /// Creates a context.
  public init(rule: GroupFailurePolicy, now: @escaping @Sendable () -> Date, source: CallSource) {
    self.rule = rule
    self.now = now
    self.source = source
  }
}
