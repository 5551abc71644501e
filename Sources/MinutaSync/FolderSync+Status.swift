package import Foundation
import IntentKit
package import MinutaCore
import MinutaStore

/// The changes that a sync would exchange, as far as this machine knows without asking the remote.
package struct SyncStatus: Sendable, Equatable {
  package let remote: String?
  /// The name of the branch, such as `main`.
  package let branch: String
  /// The number of commits that the remote doesn't have.
  package let ahead: Int
  /// The number of the remote's commits that aren't merged.
  package let behind: Int
  /// The changes of this machine that aren't committed.
  package let changed: FileCounts
  /// The time of the last sync that reached the remote.
  package let lastSuccess: Date?
  /// The files that the last sync with incoming changes brought, and its time.
  package let arrived: FileCounts?
  package let arrivedAt: Date?
  /// The files that can't be shared.
  package let skipped: [SkippedFile]
}

extension FolderSync {
  /// Compares the folder with the last known state of the remote, without changing anything.
  package func status() async throws -> SyncStatus {
    let head = try await git.head()
    let state = SyncState(store.syncStatePath)
    let journaled = try store.journaledChanges(after: state?.sequence ?? 0, origin)
    let scan = try await LocalScan(
      store,
      git,
      since: head.commit,
      journaled: journaled,
      known: journaled.commit == nil ? state?.commit : nil,
      state: state
    )
    var distance = (ahead: 0, behind: 0)
    if let commit = head.commit, let remote = head.remote?.commit {
      distance = try await git.distance(commit, remote)
    }
    return SyncStatus(
      remote: head.remote?.name,
      branch: head.branch.branchName,
      ahead: distance.ahead,
      behind: distance.behind,
      changed: FileCounts(scan.changes.map { (path: $0.key, exists: $0.value != nil) }),
      lastSuccess: state?.lastSuccess,
      arrived: state?.arrived,
      arrivedAt: state?.arrivedAt,
      skipped: scan.skipped
    )
  }
}
