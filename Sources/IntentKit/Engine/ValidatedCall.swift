public import Foundation
public import JSONText

/// A call that fits its definition, with defaults filled in.
public struct ValidatedCall: Sendable {
  /// What is asked for.
  public let definition: IntentDefinition
  /// The values that the definition's schema allows, with defaults where the provider wants them.
  public let values: JSONObject
  /// The call's key; nil where it has none.
  public let key: IdempotencyKey?
  /// What is said to a question that the call was answered with; nil where there was none.
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

  /// The call with other values, which its definition's schema has to allow.
  func with(_ values: JSONObject) -> ValidatedCall {
    var call = ValidatedCall(definition: definition, values: values, key: key, input: input)
    call.position = position
    return call
  }

  /// The call's place in a batch; nil for one that stands alone.
  public internal(set) var position: BatchPosition?
}

/// What becomes of calls that are done together where one of them fails.
public enum GroupFailurePolicy: Sendable {
  /// None is done.
  case allOrNothing
  /// Those before it are done, and it ends the group.
  case untilFailure
  /// All others are done.
  case each
}

/// What holds for calls that are done together.
public struct CallGroupContext: Sendable {
  /// What becomes of them where one fails.
  public let rule: GroupFailurePolicy
  /// The clock; it is read once a call.
  public let now: @Sendable () -> Date
  /// The way the calls came in.
  public let source: CallSource

  /// What led to the calls.
  package var chain = CallChain()
  /// Does the calls that a call is made of, if it is.
  package var engine: IntentEngine?
  /// Whether somebody wants to know what the calls make happen.
  package var collectsEvents = false

  /// The context of a call of the group that is done alone.
  public var alone: CallContext {
    var context = CallContext(now: now(), source: source)
    (context.chain, context.engine, context.collectsEvents) = (chain, engine, collectsEvents)
    return context
  }

  /// Makes a context.
  public init(rule: GroupFailurePolicy, now: @escaping @Sendable () -> Date, source: CallSource) {
    self.rule = rule
    self.now = now
    self.source = source
  }
}
