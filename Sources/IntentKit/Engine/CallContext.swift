public import Foundation
import JSONText

/// The context of one call.
public struct CallContext: Sendable {
  /// The current time, read once per call.
  public let now: Date
  /// The source of the call.
  public let source: CallSource
  /// Whether the caller can supply required input and repeat the call.
  public let canRequestInput: Bool
  /// Reports the progress of a long call, as a fraction from 0 to 1.
  public let report: @Sendable (_ part: Double, _ message: String?) -> Void

  /// The workflow run and hooks that caused the call.
  package var chain = CallChain()
  /// The engine for nested calls, such as the steps of a workflow.
  package var engine: IntentEngine?
  /// Whether to collect the events that the call causes.
  package var collectsEvents = false
  /// Allows the client's next call to start while this one waits.
  package var allowNextCall: @Sendable () -> Void = {}

  /// Creates the context of a call.
  public init(
    now: Date,
    source: CallSource,
    canRequestInput: Bool = false,
    report: @escaping @Sendable (_ part: Double, _ message: String?) -> Void = { _, _ in }
  ) {
    self.now = now
    self.source = source
    self.canRequestInput = canRequestInput
    self.report = report
  }
}

/// An idempotency key, with the call that it identifies.
public struct IdempotencyKey: Sendable, Hashable {
  /// The key.
  public let key: String
  /// The call without its key, normalized so that equal calls have equal text.
  public let call: String

  /// Creates the key of a call, or nil if the call has none.
  public init?(_ call: IntentCall) {
    guard let key = call.key else { return nil }
    self.key = key
    // A confirmed call counts as the same call.
    var values = call.values
    values["confirm"] = nil
    self.call = IntentCall(call.intent, with: values).json.normalized.text()
  }
}
