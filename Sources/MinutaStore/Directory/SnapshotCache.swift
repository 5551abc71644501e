import MinutaCore
import Synchronization
import SystemCalls

/// Caches the snapshot of a data directory until the directory changes.
///
/// It relies on the kernel's file notifications, which cover the changes made on this machine only.
/// So it caches nothing on network drives, or if notifications are unavailable.
final class SnapshotCache: Sendable {
  /// The state of the directory watch when content was checked out.
  struct SnapshotCheckout: Sendable {
    /// The number of changes seen before the checkout; nil if the directory can't be watched.
    let changes: Int?
    /// The files that have changed since the content was last cached.
    let changedFiles: IndexLoader.ChangedFiles
  }

  private struct WatchState {
    var watch: DirectoryWatch?
    var isWatchable = true
    var changes = 0
    var content: SnapshotContent?
    /// The files that have changed since the content was last cached; nil if they are unknown.
    var changedFiles: Set<String>? = []

    var token: SnapshotCheckout {
      SnapshotCheckout(
        changes: watch.map { _ in changes },
        changedFiles: changedFiles.map { .files($0) } ?? .all
      )
    }
  }

  private let root: String
  private let scope: StoreWatchFilter
  private let state = Mutex(WatchState())

  /// Creates a cache for a directory, which need not exist.
  init(root: String, layout: MachineFileLayout) {
    self.root = root
    scope = StoreWatchFilter(layout: layout)
  }

  /// Hands out the cached content, if any.
  ///
  /// The cache is empty until the next check-in.
  func checkOut() -> (content: SnapshotContent?, token: SnapshotCheckout) {
    state.withLock { state in
      apply(pollChanges(&state), &state)
      // Drop our reference, so that the caller can change the content without a copy.
      defer { state.content = nil }
      return (state.content, state.token)
    }
  }

  /// Caches the content of a checkout if no other process has changed the directory since.
  ///
  /// - Parameters:
  ///   - entries: the journal entries that the caller committed.
  ///   - tagList: the change of `tags.json` that results from the entries.
  /// - Returns: whether the content is current.
  @discardableResult
  func checkIn(
    _ content: SnapshotContent,
    of token: SnapshotCheckout,
    after entries: [JournalEntry] = [],
    tagList: FileChange? = nil
  ) -> Bool {
    state.withLock { state in
      let changes = pollChanges(&state)
      let net = CombinedJournalChange(of: entries, tagList: tagList)
      let isOurs = token.changes == state.changes && isCaused(by: net, changes)
      if isOurs {
        if !changes.isEmpty { invalidate(&state) }
        // An index with unsaved changes isn't reused, so the index loaded next must check the same
        // files again.
        if content.index?.isChanged == false { state.changedFiles = [] }
        if state.watch != nil, content.isIntact { state.content = content }
      } else {
        apply(changes, &state)
      }
      return isOurs
    }
  }

  /// Returns whether the caller caused all of the observed changes.
  ///
  /// The kernel's notifications alone don't prove it: an exchange of two names is reported twice,
  /// and two renames to one name may be merged. So this also compares the contents of the files.
  private func isCaused(by net: CombinedJournalChange, _ changes: DirectoryChanges) -> Bool {
    if net.isEmpty { return changes.isEmpty }
    let journal = "\(scope.layout.folder)/"
    let files = net.written.filter { scope.isRelevant($0.path, isFolder: false) }
    let reader = DirectoryReader(root: root)
    return !changes.affectsDirectories
      && Set(changes.files.filter { !$0.hasPrefix(journal) }) == Set(files.map(\.path))
      && files.allSatisfy { (try? reader.text(of: $0.path)).isByteEqual(to: $0.after) }
  }

  private func apply(_ changes: DirectoryChanges, _ state: inout WatchState) {
    if changes.isEmpty { return }
    invalidate(&state)
    if changes.affectsDirectories {
      state.changedFiles = nil
    } else {
      state.changedFiles?.formUnion(changes.files)
    }
  }

  private func invalidate(_ state: inout WatchState) {
    state.content = nil
    state.changes += 1
  }

  /// Returns the changes since the last call.
  ///
  /// The first call starts the watch and returns no changes.
  private func pollChanges(_ state: inout WatchState) -> DirectoryChanges {
    do throws(SystemError) {
      if let changes = try state.watch?.changes() {
        // The path may lead to another directory now, for example because of a new link or mount.
        if changes.affectsDirectories, try !isLocal() { state.watch = nil }
        return changes
      }
      if state.isWatchable, try isLocal() { state.watch = try newWatch() }
    } catch {
      state.watch = nil
      state.isWatchable = false
      invalidate(&state)
    }
    return DirectoryChanges()
  }

  /// Returns whether the directory exists and only this machine writes to it.
  private func isLocal() throws(SystemError) -> Bool {
    if try FileStatus.of(root) == nil { return false }
    return try FileSystem.isLocal(root)
  }

  private func newWatch() throws(SystemError) -> DirectoryWatch {
    try DirectoryWatcher.shared.watch(root, reportsEveryWrite: true) { [scope] in
      scope.isRelevant($0, isFolder: $1)
    }
  }
}
