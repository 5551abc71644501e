public import Foundation
import JSONText

/// What holds for one call from its beginning to its end.
public struct CallContext: Sendable {
  /// The one reading of the clock.
  public let now: Date
  /// The way the call came in.
  public let source: CallSource
  /// Whether the caller can say what the call turns out to need, and then call again.
  public let canRequestInput: Bool
  /// Tells how much of the call is done, from 0 to 1, where it takes long.
  public let report: @Sendable (_ part: Double, _ message: String?) -> Void

  /// What led to the call.
  package var chain = CallChain()
  /// Does the calls that the call is made of, if it is.
  package var engine: IntentEngine?
  /// Whether somebody wants to know what the call makes happen.
  package var collectsEvents = false
  /// Lets what came after the call begin, as it waits for something else.
  package var allowNextCall: @Sendable () -> Void = {}

  /// Makes the context of a call.
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

/// The key of a call, with what tells the call from others.
public struct IdempotencyKey: Sendable, Hashable {
  /// The key.
  public let key: String
  /// The call without its key, in a form that is the same for the same call.
  public let call: String

  /// Takes the key of a call; nil where it has none.
  public init?(_ call: IntentCall) {
    guard let key = call.key else { return nil }
    self.key = key
    // That a call is confirmed does not make it another.
    var values = call.values
    values["confirm"] = nil
    self.call = IntentCall(call.intent, with: values).json.normalized.text()
  }
}
