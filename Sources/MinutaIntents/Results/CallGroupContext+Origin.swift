import Foundation
import IntentKit
import MinutaCore

extension CallGroupContext {
  /// Returns the origin of a call, which the history records: its intent, source, position and
  /// time.
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
