import Foundation
package import IntentKit
package import MinutaCore

extension CallGroupContext {
  /// Returns the origin of a call, which the history records: its intent, source, position and
  /// time.
  ///
  /// - Parameter failedCalls: the indices of the batch's calls that failed since the last change.
  func origin(
    of intent: String,
    at position: BatchPosition?,
    failedCalls: [Int] = [],
    now: Date
  ) -> ChangeOrigin {
    ChangeOrigin(
      now: now,
      source: source.rawValue,
      intent: intent,
      step: position.map { BatchStep($0, failedCalls: failedCalls) },
      run: chain.run
    )
  }
}

extension BatchStep {
  /// Creates the step that the history records for a call at a position.
  package init(_ position: BatchPosition, isLast: Bool = false, failedCalls: [Int] = []) {
    self.init(
      index: position.index,
      digest: position.digest,
      run: position.run,
      isLast: isLast || position.isLast,
      failedCalls: failedCalls
    )
  }
}

extension CallGroupContext {
  /// The same context with a clock that returns whole seconds.
  var truncatedToSeconds: CallGroupContext {
    var context = CallGroupContext(
      rule: rule,
      now: { [now] in now().truncatedToSeconds },
      source: source
    )
    (context.chain, context.collectsEvents) = (chain, collectsEvents)
    return context
  }
}
