package import Foundation

/// Where a change comes from, as history tells it.
package struct ChangeOrigin: Sendable, Hashable {
  /// The call's one reading of the clock.
  package let now: Date
  package let source: String
  package let intent: String
  /// The place of the call in a batch; nil for one that stands alone.
  package let step: BatchStep?
  /// The run of a workflow or a batch that the call is part of; nil for one that is part of none.
  package let run: String?

  /// - Parameter run: of a workflow; a step of a batch tells its own.
  package init(
    now: Date,
    source: String,
    intent: String,
    step: BatchStep? = nil,
    run: String? = nil
  ) {
    self.now = now
    self.source = source
    self.intent = intent
    self.step = step
    self.run = run ?? step?.runID
  }
}

/// A place in a batch, told by what stands up to there.
package struct BatchStep: Sendable, Hashable {
  /// Counted from 0.
  package let index: Int
  /// What tells the calls up to and with this one from any others.
  package let digest: String
  /// The run: the digest of the first call, and after a dot what tells it from others.
  package let run: String

  package init(index: Int, digest: String, run: String) {
    self.index = index
    self.digest = digest
    self.run = run
  }

  /// The part of the run's name that no other run has.
  package var runID: String {
    run.lastIndex(of: ".").map { String(run[run.index(after: $0)...]) } ?? run
  }
}
