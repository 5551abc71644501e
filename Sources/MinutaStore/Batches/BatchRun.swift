package import Foundation
import MinutaCore

/// An earlier run of a batch: the calls that it committed, and those that failed.
package struct BatchRun: Sendable {
  /// A call that the run committed.
  package struct CommittedCall: Sendable {
    package let digest: String
    package let intent: String
    /// The number of the history entry; nil if the call changed nothing.
    package let revision: Int?
    /// The records that the call changed.
    package let records: [UUID]
    /// The tags that the call changed.
    package let tags: [UUID]
  }

  /// The run's ID: the digest of the first call, a dot and a unique suffix.
  package let id: String
  /// The committed calls by their index in the batch.
  package private(set) var calls: [Int: CommittedCall] = [:]
  /// The index of the last committed call; -1 if there is none.
  package private(set) var last = -1
  /// The index of the first call that was undone outside the run; nil if there is none.
  package private(set) var firstUndone: Int?
  /// The highest index of a call that was the batch's last one when the run committed it; nil if
  /// there is none.
  ///
  /// The batch may have been extended since then.
  package private(set) var indexOfLastCall: Int?
  private var failedCalls: Set<Int> = []

  init(id: String) {
    self.id = id
  }

  mutating func add(_ entry: JournalEntry, at step: BatchStep, isUndone: Bool) {
    let changesNothing = entry.changesNothing
    // An entry with one file is about one record, so its text needs no parsing.
    let record = entry.files.count == 1 ? entry.record : nil
    calls[step.index] = CommittedCall(
      digest: step.digest,
      intent: entry.origin.intent,
      revision: changesNothing ? nil : entry.sequence,
      records: record.map { [$0] } ?? entry.history.records.map(\.id),
      tags: entry.tags.map(\.id)
    )
    last = max(last, step.index)
    failedCalls.formUnion(step.failedCalls)
    if step.isLast { indexOfLastCall = max(indexOfLastCall ?? step.index, step.index) }
    if isUndone { firstUndone = min(firstUndone ?? step.index, step.index) }
  }

  /// The digest of the batch's first call, which is the first part of the run's ID.
  package var batch: Substring { id.prefix { $0 != "." } }
  /// The part of the run's ID that distinguishes the runs of one batch.
  package var suffix: Substring { id.dropFirst(batch.count + 1) }

  /// The indices of the calls that failed, so that the run continued with the next call.
  package var failed: Set<Int> { failedCalls.filter { calls[$0] == nil } }

  /// Whether no call is left to run, as far as the length of the batch was known.
  package var isComplete: Bool { indexOfLastCall == last && failed.isEmpty }
}
