import Synchronization
import SystemCalls

/// What was read of a folder, kept by a process that stays for as long as nobody changes it.
///
/// The kernel tells of every change that this machine makes; of a disk that other machines write to
/// as well, and wherever it cannot tell, nothing is kept.
final class KeptFolder: Sendable {
  /// The moment at which something was lent.
  struct Loan: Sendable {
    /// How many changes had been seen; nil where none can be.
    fileprivate let changes: Int?
  }

  private struct State {
    var watch: FolderWatch?
    var isWatchable = true
    var changes = 0
    var content: FolderContent?
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
      if !look(&state).isEmpty { forget(&state) }
      // What two hold is copied when one changes it.
      defer { state.content = nil }
      return (state.content, Loan(changes: state.watch.map { _ in state.changes }))
    }
  }

  /// Keeps what was read since a loan, where nobody else has changed anything since.
  ///
  /// - Parameter entries: what was done by the lender.
  /// - Returns: Whether that is so.
  @discardableResult
  func keep(_ content: FolderContent, of loan: Loan, after entries: [JournalEntry] = []) -> Bool {
    state.withLock { state in
      let changes = look(&state)
      let isOurs = loan.changes == state.changes && isDone(by: entries, changes)
      if !changes.isEmpty { forget(&state) }
      if isOurs, state.watch != nil, content.isSound { state.content = content }
      return isOurs
    }
  }

  /// Whether changes are those that entries make, and no other.
  private func isDone(by entries: [JournalEntry], _ changes: FolderChanges) -> Bool {
    if entries.isEmpty { return changes.isEmpty }
    let journal = "\(scope.layout.folder)/"
    let files = NetChange(of: entries).files.map(\.path)
    return !changes.isOfFolders
      && changes.files.filter { !$0.hasPrefix(journal) }.sorted()
        == files.filter(scope.hasFile).sorted()
  }

  private func forget(_ state: inout State) {
    state.content = nil
    state.changes += 1
  }

  /// What has changed since the last look; the first look sees nothing.
  private func look(_ state: inout State) -> FolderChanges {
    do throws(SystemError) {
      if let changes = try state.watch?.changes() { return changes }
      if state.isWatchable, try isLocal() { state.watch = try newWatch() }
    } catch {
      state.watch = nil
      state.isWatchable = false
      forget(&state)
    }
    return FolderChanges()
  }

  /// Whether only this machine writes to the disk; false as well where there is no folder yet.
  private func isLocal() throws(SystemError) -> Bool {
    if try FileStatus.of(root) == nil { return false }
    return try FileSystem.remoteName(of: root) == nil
  }

  private func newWatch() throws(SystemError) -> FolderWatch {
    try FolderWatch(root, tellsWriting: true) { [scope] path, isFolder in
      isFolder ? scope.hasFolder(path) : scope.hasFile(path)
    }
  }
}
