public import Foundation
import JSONText

/// The context in which an intent runs one call: its time, source and progress callback.
public struct CallContext: Sendable {
  /// The current time, read once per call so that it stays the same throughout.
  public let now: Date
  /// The source of the call.
  public let source: CallSource
  /// Whether the caller can answer a request for input and then repeat the call with the answers.
  public let canRequestInput: Bool
  /// A function that reports the progress of a long call, as a fraction from 0 to 1.
  public let report: @Sendable (_ part: Double, _ message: String?) -> Void

  /// The workflow run and hooks that caused the call.
  package var chain = CallChain()
  /// Whether only some values of a call to check are known, because others are references.
  package var lacksValues = false
  /// The engine that runs nested calls, such as the steps of a workflow.
  package var engine: IntentEngine?
  /// Whether the result must list the events that the call causes, because hooks wait for them.
  package var collectsEvents = false
  /// A function that lets the client's next call start while this call is waiting.
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
  /// The text of the key, chosen by the caller.
  public let key: String
  /// The call without its key, as normalized JSON text, so that equal calls have equal text.
  public let call: String

  /// Creates the idempotency key of a call, or nil if the call has none.
  public init?(_ call: IntentCall) {
    guard let key = call.key else { return nil }
    self.key = key
    // Ignore `confirm`: the call counts as the same before and after it is confirmed.
    var values = call.values
    values["confirm"] = nil
    self.call = IntentCall(call.intent, with: values).json.normalized.text(.stored)
  }
}
