import IntentKit
package import MinutaCore

package struct SyncStatusIntent: SystemIntent {
  static let definition = PackageResources.SyncStatus_json

  struct Parameters: Codable {}

  package struct Result: Codable, Sendable {
    package let remote: String?
    package let branch: String
    /// The number of commits that the remote doesn't have.
    package let ahead: Int
    /// The number of commits of the remote that aren't merged, as far as this machine knows.
    package let behind: Int
    /// The changes of this machine that aren't committed.
    package let changed: FileCounts
    package let conflicts: Int
    /// The time of the last sync that reached the remote, in RFC 3339.
    package let lastSuccess: String?
    /// The files that the last sync with incoming changes brought, and its time.
    package let arrived: FileCounts?
    package let arrivedAt: String?
    package let skipped: [SyncIntent.Result.SkippedFile]

    package init(
      remote: String?,
      branch: String,
      ahead: Int,
      behind: Int,
      changed: FileCounts,
      conflicts: Int,
      lastSuccess: String?,
      arrived: FileCounts?,
      arrivedAt: String?,
      skipped: [SyncIntent.Result.SkippedFile]
    ) {
      (self.remote, self.branch, self.ahead, self.behind) = (remote, branch, ahead, behind)
      (self.changed, self.conflicts, self.lastSuccess) = (changed, conflicts, lastSuccess)
      (self.arrived, self.arrivedAt, self.skipped) = (arrived, arrivedAt, skipped)
    }
  }

  let parameters: Parameters

  func plan(by actions: SystemActions, in context: CallContext) async throws
    -> SystemIntentPlan<Result>
  {
    .output(try await perform(by: actions, in: context))
  }

  func perform(by actions: SystemActions, in context: CallContext) async throws
    -> IntentOutput<Result>
  {
    let result = try await actions.syncService.status(in: context)
    return IntentOutput(result, dialog: result.sentence(actions.formatter(in: context)))
  }
}

extension SyncStatusIntent.Result {
  /// Returns the result in words.
  func sentence(_ formatter: SentenceFormatter) -> String {
    var parts: [String] = []
    if !changed.isEmpty { parts.append("\(changed.text) changed here") }
    if ahead > 0 { parts.append("\(ahead.counted("commit")) to send") }
    if behind > 0 { parts.append("\(behind.counted("commit")) to merge") }
    if conflicts > 0 { parts.append(conflicts.counted("conflict")) }
    var clauses = [parts.isEmpty ? "nothing to send" : parts.joined(separator: ", ")]
    if let lastSuccess = lastSuccess.flatMap(Timestamp.date) {
      clauses.append("last sync at \(formatter.moment(lastSuccess))")
    } else if remote != nil {
      clauses.append("never synced")
    }
    if let arrived, let arrivedAt = arrivedAt.flatMap(Timestamp.date) {
      clauses.append("last received \(arrived.text) at \(formatter.moment(arrivedAt))")
    }
    let place = remote.map { "With \($0.quoted)" } ?? "No remote"
    let state = "\(place): \(clauses.joined(separator: "; "))."
    return [state, skipped.sentence].compactMap { $0 }.joined(separator: " ")
  }

  /// A sentence that says what a sync would do.
  var plannedSentence: String {
    let sent = changed.isEmpty ? ahead.counted("commit") : changed.text
    switch (remote?.quoted, changed.isEmpty) {
    case (let remote?, true) where ahead == 0: return "Nothing to send; would fetch from \(remote)."
    case (let remote?, _): return "Would send \(sent) to \(remote) and merge what is new there."
    case (nil, true): return "Nothing has changed; there is no remote."
    case (nil, false): return "Would commit \(sent); there is no remote."
    }
  }
}
