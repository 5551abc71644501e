package import Foundation

/// The origin of a change, as recorded in the history.
package struct ChangeOrigin: Sendable, Hashable {
  /// The time of the call.
  ///
  /// The clock is read once per call.
  package let now: Date
  package let source: String
  package let intent: String
  /// The call's position in a batch, or nil outside a batch.
  package let step: BatchStep?
  /// The workflow or batch run that the call belongs to, if any.
  package let run: String?

  /// Creates an origin.
  ///
  /// - Parameter run: the workflow run. Defaults to the run of `step`.
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

/// A position in a batch, identified by a digest of all calls up to it.
package struct BatchStep: Sendable, Hashable {
  /// The zero-based index of the call.
  package let index: Int
  /// A digest of all calls up to and including this one.
  package let digest: String
  /// The run's identifier: the digest of the first call, a dot, and a unique suffix.
  package let run: String

  package init(index: Int, digest: String, run: String) {
    self.index = index
    self.digest = digest
    self.run = run
  }

  /// The unique suffix of the run's identifier.
  package var runID: String {
    run.lastIndex(of: ".").map { String(run[run.index(after: $0)...]) } ?? run
  }
}
