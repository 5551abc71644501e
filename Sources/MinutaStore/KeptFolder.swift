import MinutaCore
import Synchronization
import SystemCalls

/// What was read of a folder, kept by a process that stays for as long as nobody changes it.
///
/// The kernel tells of every change that this machine makes. Of a disk that others write to as well,
/// and wherever it cannot be known to tell, nothing is kept.
final class KeptFolder: Sendable {
  /// The moment at which something was lent.
  struct Loan: Sendable {
    /// How many changes had been seen; nil where none can be.
    let changes: Int?
    /// What has changed since the content was kept last.
    let suspects: IndexSource.Suspects
  }

  private struct State {
    var watch: FolderWatch?
    /// What the path stood for when the watch began.
    var place: Place?
    var isWatchable = true
    var changes = 0
    var content: FolderContent?
    /// The files that have changed since the content was kept last; nil for more than can be told.
    var suspects: Set<String>? = []

    var loan: Loan {
      Loan(changes: watch.map { _ in changes }, suspects: suspects.map { .files($0) } ?? .all)
    }
  }

  /// A folder, whatever its path is.
  private struct Place: Equatable {
    let device: UInt64
    let inode: UInt64
  }

  private let root: String
  private let scope: StoreWatchScope
  private let state = Mutex(State())

  /// Takes a folder by its absolute path; it need not be there.
  init(root: String, layout: MachineLayout) {
    self.root = root
    scope = StoreWatchScope(layout: layout)
  }

  /// Lends what is kept, if anything, until it is kept again.
  func lend() -> (content: FolderContent?, loan: Loan) {
    state.withLock { state in
      take(look(&state), &state)
      // What two hold is copied when one changes it.
      defer { state.content = nil }
      return (state.content, state.loan)
    }
  }

  /// How many changes have been seen; nil where none can be.
  var changes: Int? {
    state.withLock { state in
      take(look(&state), &state)
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
  func keep(
    _ content: FolderContent,
    of loan: Loan,
    after entries: [JournalEntry] = [],
    tagList: FileChange? = nil
  ) -> Bool {
    state.withLock { state in
      let changes = look(&state)
      let net = NetChange(of: entries, tagList: tagList)
      let isOurs = loan.changes == state.changes && isDone(by: net, changes)
      if isOurs {
        if !changes.isEmpty { forget(&state) }
        // What the cache does not know has to be looked at again once this is forgotten.
        if content.index?.isChanged == false { state.suspects = [] }
        if state.watch != nil, content.isSound { state.content = content }
      } else {
        take(changes, &state)
      }
      return isOurs
    }
  }

  /// Whether changes are those that a lender made, and no other.
  ///
  /// An exchange of two names is told twice and two renames to one name can be told as one, so the
  /// bytes of the files have the last word.
  private func isDone(by net: NetChange, _ changes: FolderChanges) -> Bool {
    if net.isEmpty { return changes.isEmpty }
    let journal = "\(scope.layout.folder)/"
    let files = net.written.filter { scope.isSeen($0.path, isFolder: false) }
    let reader = FolderReader(root: root)
    return !changes.isOfFolders
      && Set(changes.files.filter { !$0.hasPrefix(journal) }) == Set(files.map(\.path))
      && files.allSatisfy { (try? reader.text(of: $0.path)).hasBytes(of: $0.after) }
  }

  private func take(_ changes: FolderChanges, _ state: inout State) {
    if changes.isEmpty { return }
    forget(&state)
    if changes.isOfFolders {
      state.suspects = nil
    } else {
      state.suspects?.formUnion(changes.files)
    }
  }

  private func forget(_ state: inout State) {
    state.content = nil
    state.changes += 1
  }

  /// What has changed since the last look; the first look sees nothing.
  private func look(_ state: inout State) -> FolderChanges {
    do throws(SystemError) {
      let place = try place()
      if state.watch != nil, place == state.place { return try state.watch?.changes() ?? .init() }
      // A link or a disk in the way of the path may lead elsewhere now.
      if state.watch != nil {
        forget(&state)
        state.suspects = nil
      }
      (state.watch, state.place) = (nil, nil)
      if state.isWatchable, place != nil, try FileSystem.isLocal(root) {
        state.watch = try newWatch()
        state.place = place
      }
    } catch {
      state.watch = nil
      state.isWatchable = false
      forget(&state)
    }
    return FolderChanges()
  }

  private func place() throws(SystemError) -> Place? {
    try FileStatus.of(root).map { Place(device: $0.device, inode: $0.inode) }
  }

  private func newWatch() throws(SystemError) -> FolderWatch {
    try FolderWatch(root, tellsWriting: true) { [scope] in scope.isSeen($0, isFolder: $1) }
  }
}
