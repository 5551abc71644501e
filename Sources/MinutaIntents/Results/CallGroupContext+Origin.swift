import Foundation
import IntentKit
import MinutaCore

extension CallGroupContext {
  /// Returns the origin to record in the history for a call.
  func origin(of intent: String, at position: BatchPosition?, now: Date) -> ChangeOrigin {
    ChangeOrigin(
      now: now,
      source: source.rawValue,
      intent: intent,
      step: position.map(BatchStep.init),
      run: chain.run
    )
  }
}

extension BatchStep {
  init(_ position: BatchPosition) {
    self.init(index: position.index, digest: position.digest, run: position.run)
  }
}
