import MinutaCore
import Synchronization
import SystemCalls

/// What was read of a folder, kept by a process that stays for as long as nobody changes it.
///
/// The kernel tells of every change that this machine makes. Of a disk that others write to as well,
/// and wherever it cannot be known to tell, nothing is kept.
final class SnapshotCache: Sendable {
  /// The moment at which something was lent.
  struct CheckoutToken: Sendable {
    /// How many changes had been seen; nil where none can be.
    let changes: Int?
    /// What has changed since the content was kept last.
    let changedFiles: IndexLoader.ChangedFiles
  }

  private struct WatchState {
    var watch: DirectoryWatcher?
    /// What the path stood for when the watch began.
    var identity: DirectoryIdentity?
    var isWatchable = true
    var changes = 0
    var content: SnapshotContent?
    /// The files that have changed since the content was kept last; nil for more than can be told.
    var changedFiles: Set<String>? = []

    var token: CheckoutToken {
      CheckoutToken(
        changes: watch.map { _ in changes },
        changedFiles: changedFiles.map { .files($0) } ?? .all
      )
    }
  }

  /// A folder, whatever its path is.
  private struct DirectoryIdentity: Equatable {
    let device: UInt64
    let inode: UInt64
  }

  private let root: String
  private let scope: StoreWatchFilter
  private let state = Mutex(WatchState())

  /// Takes a folder by its absolute path; it need not be there.
  init(root: String, layout: MachineLayout) {
    self.root = root
    scope = StoreWatchFilter(layout: layout)
  }

  /// Lends what is kept, if anything, until it is kept again.
  func checkOut() -> (content: SnapshotContent?, token: CheckoutToken) {
    state.withLock { state in
      apply(pollChanges(&state), &state)
      // What two hold is copied when one changes it.
      defer { state.content = nil }
      return (state.content, state.token)
    }
  }

  /// How many changes have been seen; nil where none can be.
  var changes: Int? {
    state.withLock { state in
      apply(pollChanges(&state), &state)
      return state.watch.map { _ in state.changes }
    }
  }

  /// Keeps what was read since a loan, where nobody else has changed anything since.
  ///
  /// - Parameters:
  ///   - entries: what was done by the lender.
  ///   - tagList: the file of tags as the entries change it.
  /// - Returns: Whether that is so.
  @discardableResult
  func checkIn(
    _ content: SnapshotContent,
    of token: CheckoutToken,
    after entries: [JournalEntry] = [],
    tagList: FileChange? = nil
  ) -> Bool {
    state.withLock { state in
      let changes = pollChanges(&state)
      let net = NetChange(of: entries, tagList: tagList)
      let isOurs = token.changes == state.changes && isCaused(by: net, changes)
      if isOurs {
        if !changes.isEmpty { invalidate(&state) }
        // What the cache does not know has to be looked at again once this is forgotten.
        if content.index?.isChanged == false { state.changedFiles = [] }
        if state.watch != nil, content.isIntact { state.content = content }
      } else {
        apply(changes, &state)
      }
      return isOurs
    }
  }

  /// Whether changes are those that a lender made, and no other.
  ///
  /// An exchange of two names is told twice and two renames to one name can be told as one, so the
  /// bytes of the files have the last word.
  private func isCaused(by net: NetChange, _ changes: DirectoryChanges) -> Bool {
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

  /// What has changed since the last look; the first look sees nothing.
  private func pollChanges(_ state: inout WatchState) -> DirectoryChanges {
    do throws(SystemError) {
      let identity = try identity()
      if state.watch != nil, identity == state.identity {
        return try state.watch?.changes() ?? .init()
      }
      // A link or a disk in the way of the path may lead elsewhere now.
      if state.watch != nil {
        invalidate(&state)
        state.changedFiles = nil
      }
      (state.watch, state.identity) = (nil, nil)
      if state.isWatchable, identity != nil, try FileSystem.isLocal(root) {
        state.watch = try newWatch()
        state.identity = identity
      }
    } catch {
      state.watch = nil
      state.isWatchable = false
      invalidate(&state)
    }
    return DirectoryChanges()
  }

  private func identity() throws(SystemError) -> DirectoryIdentity? {
    try FileStatus.of(root).map { DirectoryIdentity(device: $0.device, inode: $0.inode) }
  }

  private func newWatch() throws(SystemError) -> DirectoryWatcher {
    try DirectoryWatcher(root, reportsEveryWrite: true) { [scope] in
      scope.isRelevant($0, isFolder: $1)
    }
  }
}
