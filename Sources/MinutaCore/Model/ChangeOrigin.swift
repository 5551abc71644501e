package import Foundation

/// The circumstances of a change, as recorded in the history: its time, source, intent and run.
package struct ChangeOrigin: Sendable, Hashable {
  /// The time of the call.
  ///
  /// All parts of a call use this time instead of reading the clock again.
  package let now: Date
  package let source: String
  package let intent: String
  /// The kind of call, as far as undo and the history treat it differently.
  package var kind: Kind { Kind(rawValue: intent) ?? .call }
  /// The call's position in a batch, or nil outside a batch.
  package let step: BatchStep?
  /// The identifier of the workflow or batch run that the call belongs to, or nil if there is none.
  package let run: String?

  /// A kind of call, with the id of the intent that makes it.
  package enum Kind: String {
    case doctor = "Doctor"
    case importedRecord = "ImportRecord"
    case invoice = "MakeInvoice"
    case sync = "Sync"
    case undo = "Undo"
    /// Any other call; no intent has this id.
    case call = ""
  }

  /// Creates an origin.
  ///
  /// - Parameter run: the identifier of the workflow run. If nil, the run of `step` is used.
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

  /// Returns the same origin in another run; nil leaves it in its run.
  package func inRun(_ run: String?) -> ChangeOrigin {
    ChangeOrigin(now: now, source: source, intent: intent, step: step, run: run ?? self.run)
  }
}

/// A position in a batch of calls.
///
/// The digest identifies the calls, so that a batch can be resumed only with the same calls.
package struct BatchStep: Sendable, Hashable {
  /// The zero-based index of the call in the batch.
  package let index: Int
  /// A digest of all calls of the batch from the first to this one.
  package let digest: String
  /// The batch run's identifier: the digest of its first call, a dot, and a unique suffix.
  package let run: String
  /// Whether this is the last call of the batch; false if its length is unknown.
  package let isLast: Bool
  /// The indices of the calls that failed since the batch's last change; the batch continued after
  /// them.
  package let failedCalls: [Int]

  package init(
    index: Int,
    digest: String,
    run: String,
    isLast: Bool = false,
    failedCalls: [Int] = []
  ) {
    self.index = index
    self.digest = digest
    self.run = run
    self.isLast = isLast
    self.failedCalls = failedCalls
  }

  /// The unique suffix at the end of `run`.
  package var runID: String {
    run.lastIndex(of: ".").map { String(run[run.index(after: $0)...]) } ?? run
  }
}
