import Foundation
import IntentKit
import MinutaCore
import MinutaStore
import SystemCalls

extension FolderSync {
  /// The changes of this machine between two transactions.
  private struct LocalState {
    let journaled: JournaledChanges
    let scan: LocalScan
    /// A merge whose files an earlier sync has put in place, but that isn't in the branch, because
    /// another git program has committed meanwhile.
    let unfinishedMerge: String?
  }

  /// Commits what has changed in the folder since the last commit.
  func commitLocalChanges(
    _ head: inout GitHead,
    _ state: inout SyncState?,
    _ report: inout SyncReport
  ) async throws -> LocalScan {
    let local = try await localState(&head, state)
    let scan = local.scan
    report.skipped = scan.skipped
    try checkRecordFolders(local)
    if scan.changes.isEmpty, local.unfinishedMerge == nil {
      guard let commit = head.commit else { return scan }
      let isKnown = state?.commit == commit && state?.sequence == scan.sequence
      if !isKnown || state?.folders != scan.folders || state?.indexed != commit
        || state?.skipped != scan.skipped.map(\.path)
      {
        try await finish(&head, &state, at: commit, scan)
      }
      return scan
    }
    let counts = FileCounts(scan.changes.map { (path: $0.key, exists: $0.value != nil) })
    let repaired = local.journaled.repaired.filter { scan.changes[$0] != nil }.sorted()
    var trailers = try await conflicts(in: repaired, of: head.commit)
    trailers += try await conflictsOfUnitedTags(in: scan, of: head.commit)
    var files = scan.changes.mapValues { $0.map { GitCommitWriter.Content.bytes($0) } ?? .deleted }
    var merge = local.unfinishedMerge
    var subject = "Change \(counts.text)"
    if let unfinished = merge, let current = head.commit {
      // Edits need a commit of their own, whose time decides about conflicts.
      if !counts.isEmpty { merge = try await write(files, subject, [], [unfinished]) }
      files.merge(try await otherFiles(of: unfinished, beside: current)) { own, _ in own }
      subject = "Merge an earlier sync"
    }
    let parents = [head.commit, merge].compactMap { $0 }
    let commit = try await write(files, subject, trailers, parents, to: head.branch)
    try await finish(&head, &state, at: commit, scan, hasMoved: true)
    report.committed = report.committed.adding(counts)
    report.conflicts += trailers.count
    return scan
  }

  /// Throws if a folder of records was removed by mistake, before their deletion spreads.
  private func checkRecordFolders(_ local: LocalState) throws {
    let removed = local.journaled.removed
    let lost = local.scan.changes.compactMap { path, content in
      content == nil && SyncedPath.kind(of: path) == .record && !removed.contains(path)
        ? Directory.parent(of: path) : nil
    }
    if lost.isEmpty { return }
    // An empty folder says that all records are to be deleted.
    if try Directory.names(in: "\(git.folder)/\(SyncedPath.records)") == [] { return }
    for folder in [SyncedPath.records] + Set(lost).sorted()
    where try FileStatus.of("\(git.folder)/\(folder)") == nil {
      throw Failure.recordsMissing(folder, in: git.folder)
    }
  }

  /// Writes a commit of some files, and returns its id.
  func write(
    _ files: [String: GitCommitWriter.Content],
    _ subject: String,
    _ trailers: [ConflictTrailer],
    _ parents: [String],
    to branch: String? = nil
  ) async throws -> String {
    try await GitCommitWriter(
      parents: parents,
      message: Self.message(subject, trailers),
      files: files,
      identity: git.configuration().identity,
      now: origin.now,
      branch: branch
    ).write(with: git)
  }

  /// Compares the folder with the last commit, again if a transaction changes it meanwhile.
  private func localState(_ head: inout GitHead, _ state: SyncState?) async throws -> LocalState {
    for _ in 0..<Self.maximumAttempts {
      let journaled = try store.journaledChanges(after: state?.sequence ?? 0, origin)
      var known = journaled.commit?.id ?? state?.commit
      if let commit = known, commit != head.commit, try await !git.exists(commit) { known = nil }
      var unfinished: String?
      if let known, journaled.commit != nil { unfinished = try await resume(known, &head) }
      let scan = try await LocalScan(
        store,
        git,
        since: head.commit,
        journaled: journaled,
        known: known,
        state: state
      )
      if try store.isUnchanged(since: scan.sequence) {
        return LocalState(journaled: journaled, scan: scan, unfinishedMerge: unfinished)
      }
    }
    throw Failure.folderBusy
  }

  /// Moves the branch to the commit of a sync that was killed after it had put the files in place.
  ///
  /// - Returns: the commit if the branch has another new one, so that both need a merge.
  private func resume(_ known: String, _ head: inout GitHead) async throws -> String? {
    guard let commit = head.commit, commit != known else { return nil }
    let base = try await git.mergeBase(commit, known)
    if base == known { return nil }
    if base != commit { return known }
    await git.updateIndex(try await git.changes(from: commit, to: known))
    try await git.move(head, to: known)
    head.commit = known
    return nil
  }

  /// Returns the changes of files that aren't Minuta's in an unfinished merge.
  private func otherFiles(
    of merge: String,
    beside commit: String
  ) async throws -> [String: GitCommitWriter.Content] {
    let base = try await git.mergeBase(commit, merge)
    return try await CommitMerge.otherFiles(
      git,
      git.changes(from: base, to: commit),
      git.changes(from: base, to: merge)
    )
  }
}
