package import Foundation
import IntentKit
package import MinutaCore
package import MinutaStore
import SystemCalls

/// The result of a sync.
package struct SyncReport: Sendable, Equatable {
  /// The changes of this machine that were committed.
  package internal(set) var committed = FileCounts()
  /// The changes of other machines that were put in place.
  package internal(set) var arrived = FileCounts()
  /// The number of fields that both sides had changed.
  package internal(set) var conflicts = 0
  /// The files that were damaged or missing on the remote, which got them from here.
  package internal(set) var mended: [String] = []
  /// The records that one machine had deleted and that stay, because another one changed them.
  package internal(set) var kept: [UUID] = []
  /// The numbers for which two machines made an invoice.
  package internal(set) var sameNumbers: [String] = []
  /// The records that several invoices bill now.
  package internal(set) var doubleBillings: [DoubleBilling] = []
  /// The name of the remote; nil if there is none.
  package internal(set) var remote: String?
  /// Whether commits were pushed.
  package internal(set) var didPush = false
  /// The number of pushes that other machines had come before.
  package internal(set) var rejectedPushes = 0
  /// Whether the remote had lost commits that were here before.
  package internal(set) var wasRewritten = false
  package internal(set) var skipped: [SkippedFile] = []
  /// The files that aren't Minuta's and that differ from those of the remote.
  package internal(set) var outdated: [SkippedFile] = []
}

/// Syncs a data folder with other machines through git.
///
/// The folder is locked only while files of other machines are put in place, which is one
/// transaction of the journal with the commit's id. So a killed sync can be continued.
package struct FolderSync: Sendable {
  let store: DirectoryStore
  let git: GitProgram
  let origin: ChangeOrigin
  /// Waits before another push.
  package var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

  /// - Parameter origin: the time and the source of the call.
  package init(_ store: DirectoryStore, _ git: GitProgram, _ origin: ChangeOrigin) {
    (self.store, self.git, self.origin) = (store, git, origin)
  }

  /// The maximum number of pushes in one sync.
  private static let maximumPushes = 12
  /// The maximum number of attempts to put files in place while other programs write.
  static let maximumAttempts = 20

  package func run() async throws -> SyncReport {
    guard git.hasRepository else { throw Failure.notSynced(git.folder) }
    return try await SyncLock(store).hold {
      var report = SyncReport()
      var state = SyncState(store.syncStatePath)
      var delay = Duration.milliseconds(50)
      var rejections: [Rejection] = []
      while rejections.count < Self.maximumPushes {
        guard let rejection = try await attempt(&state, &report) else { return report }
        rejections.append(rejection)
        report.rejectedPushes += 1
        let recent = rejections.suffix(3).filter { $0.remoteCommit == rejection.remoteCommit }
        if recent.count == 3 { throw rejection.failure }
        try await pause(recent.count == 1 ? delay * Double.random(in: 0.5...1.5) : .seconds(1))
        delay = min(delay * 2, .seconds(3))
      }
      throw Failure.pushRejected(report.remote ?? "", attempts: Self.maximumPushes)
    }
  }

  /// A push that the remote didn't take, usually because another machine has pushed meanwhile.
  private struct Rejection {
    /// The commit that the remote had before the push.
    let remoteCommit: String?
    /// The failure of the sync if the remote has no other commit.
    let failure: Failure
  }

  /// Fetches, merges and pushes once.
  ///
  /// - Returns: nil unless the push was rejected.
  private func attempt(
    _ state: inout SyncState?,
    _ report: inout SyncReport
  ) async throws -> Rejection? {
    var head = try await git.head()
    if let synced = head.syncedBranch {
      throw Failure.unsyncedBranch(head.branch, synced: synced, git.folder)
    }
    _ = try await repairLeftovers { _ = try await commitLocalChanges(&head, &state, &report) }
    report.remote = head.remote?.name
    // Without the remote, the changes of this machine are committed all the same, so that the history
    // has them.
    let failure = try await fetch(&head, &report)
    // A merge may make names of tags equal.
    if try await exchange(&head, &state, mergesRemote: failure == nil, &report),
      try await repairLeftovers({ _ = try await commitLocalChanges(&head, &state, &report) })
    {
      _ = try await commitLocalChanges(&head, &state, &report)
    }
    if let failure { throw failure }
    try store.checkTags(isShared: false)
    guard let remote = head.remote, let commit = head.commit else { return nil }
    if remote.commit != commit {
      if let failure = try await git.push(commit, to: remote) {
        return Rejection(remoteCommit: remote.commit, failure: failure)
      }
      report.didPush = true
    }
    report.outdated = try await outdatedFiles(&state, at: commit)
    state?.lastSuccess = origin.now
    if let state { try save(state) }
    return nil
  }

  /// Fetches the commits of the remote, if there is one.
  ///
  /// - Returns: the failure if the remote can't be reached.
  private func fetch(
    _ head: inout GitHead,
    _ report: inout SyncReport
  ) async throws -> Failure? {
    guard let remote = head.remote else { return nil }
    var failure: Failure?
    var hasBranch = false
    do throws(Failure) {
      hasBranch = try await fetched(remote)
    } catch {
      failure = error
    }
    // The files in the folder may be those of another branch now.
    let current = try await git.head()
    if (current.branch, current.commit) != (head.branch, head.commit) {
      throw Failure.branchChanged
    }
    if let failure { return failure }
    head.remote?.commit = hasBranch ? current.remote?.commit : nil
    if let old = remote.commit, try await hasLost(old, head.remote?.commit) {
      report.wasRewritten = true
    }
    return nil
  }

  /// Returns whether a remote that had a commit has lost it; its branch may be gone.
  private func hasLost(_ old: String, _ new: String?) async throws -> Bool {
    guard let new else { return true }
    return try await git.mergeBase(old, new) != old
  }

  private func fetched(_ remote: GitHead.Remote) async throws(Failure) -> Bool {
    do {
      return try await git.fetch(remote)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(.cancelled, code: "cancelled", message: "The sync was cancelled.")
    }
  }

  /// Commits the changes of this machine, merges those of the remote, and puts them in place.
  ///
  /// - Returns: whether anything was merged.
  private func exchange(
    _ head: inout GitHead,
    _ state: inout SyncState?,
    mergesRemote: Bool,
    _ report: inout SyncReport
  ) async throws -> Bool {
    for _ in 0..<Self.maximumAttempts {
      let before = head.commit
      let scan = try await commitLocalChanges(&head, &state, &report)
      guard mergesRemote, let theirs = head.remote?.commit, head.commit != theirs else {
        return false
      }
      // The new commit has theirs as its parent.
      if before == theirs { return false }
      let ours = head.commit
      var base: String?
      if let ours { base = try await CommitMerge.ancestor(git, ours, theirs) }
      if base == theirs { return false }
      let merge = try await CommitMerge(git, base: base, ours: ours, theirs: theirs)
      let skipped = scan.skipped.map(\.path)
      try checkUsable(skipped.filter { merge.changed[$0] != nil })
      let commit = merge.isTheirs ? theirs : try await write(merge, [ours, theirs])
      let incoming = try await merge.incoming(git, commit: commit)
      guard let sequence = try store.apply(incoming, after: scan.sequence, origin) else {
        try checkUsable(merge.changed.keys.sorted())
        continue
      }
      try await finish(
        &head,
        &state,
        at: commit,
        scan,
        sequence: sequence,
        arrived: incoming.isEmpty ? nil : merge.counts
      )
      try add(merge, to: &report)
      return true
    }
    throw Failure.folderBusy
  }

  private func add(_ merge: CommitMerge, to report: inout SyncReport) throws {
    report.arrived = report.arrived.adding(merge.counts)
    report.conflicts += merge.conflicts.count + merge.marked.count
    report.kept += merge.kept.filter { !report.kept.contains($0) }
    report.sameNumbers += merge.conflicts.compactMap { conflict in
      if case .file(let path) = conflict.field.subject {
        StoreRepair.invoiceNumber(ofFile: path)
      } else {
        nil
      }
    }
    let billings = try store.doubleBillings(by: merge.changed.keys)
    report.doubleBillings += billings.filter { !report.doubleBillings.contains($0) }
    report.mended += merge.mended.filter { !report.mended.contains($0) }
  }

  /// Throws a failure if a file of this machine can't be replaced by one of the remote.
  private func checkUsable(_ paths: [String]) throws {
    for (path, content) in try store.syncedContents(of: paths).sorted(by: { $0.key < $1.key }) {
      if case .unusable(let reason) = content { throw Failure.unusableFile(path, reason) }
    }
  }

  private func write(_ merge: CommitMerge, _ parents: [String?]) async throws -> String {
    let subject = merge.counts.isEmpty ? "Merge the other side" : "Merge \(merge.counts.text)"
    return try await write(merge.files, subject, merge.trailers, parents.compactMap(\.self))
  }

  static func message(_ subject: String, _ trailers: [ConflictTrailer]) -> String {
    let lines = trailers.isEmpty ? [] : [""] + trailers.map(\.line)
    return ([subject] + lines).map { "\($0)\n" }.joined()
  }

  /// Brings the index, the branch and the state to the commit that the folder has now.
  ///
  /// - Parameters:
  ///   - sequence: the last journal entry that the commit includes; nil for that of the scan.
  ///   - arrived: the files of other machines that were put in place; nil for none.
  ///   - hasMoved: whether the branch has the commit already.
  func finish(
    _ head: inout GitHead,
    _ state: inout SyncState?,
    at commit: String,
    _ scan: LocalScan,
    sequence: Int? = nil,
    arrived: FileCounts? = nil,
    hasMoved: Bool = false
  ) async throws {
    let sequence = sequence ?? scan.sequence
    var new = state ?? SyncState(commit: commit, sequence: sequence, folders: scan.folders)
    // A new or collected repository may lack the commit.
    if let indexed = new.indexed, indexed != head.commit, try await !git.exists(indexed) {
      new.indexed = nil
    }
    if new.indexed != commit {
      let changes = try await git.changes(from: new.indexed ?? head.commit, to: commit)
      if await git.updateIndex(changes) { new.indexed = commit }
      new.addOutdatedFiles(of: changes)
    }
    if head.commit != commit, !hasMoved { try await git.move(head, to: commit) }
    head.commit = commit
    (new.commit, new.sequence, new.folders) = (commit, sequence, scan.folders)
    new.skipped = scan.skipped.map(\.path)
    if let arrived { (new.arrived, new.arrivedAt) = (arrived, origin.now) }
    try save(new)
    state = new
  }

  private func save(_ state: SyncState) throws {
    do throws(SystemError) {
      try state.write(to: store.syncStatePath)
    } catch {
      throw TrackingError.storeUnwritable(path: store.syncStatePath, reason: error.reason)
    }
  }
}

extension CommitMerge {
  /// The numbers of shared files that the merge changes in the folder.
  var counts: FileCounts { FileCounts(changed.map { (path: $0.key, exists: $0.value != nil) }) }
}

extension FileCounts {
  func adding(_ other: FileCounts) -> FileCounts {
    var sum = self
    sum.records += other.records
    sum.deletedRecords += other.deletedRecords
    sum.images += other.images
    sum.invoices += other.invoices
    sum.hasTags = hasTags || other.hasTags
    return sum
  }
}
