package import MinutaCore
import SystemCalls

/// The user's folder of JSON files.
///
/// Readers take no lock: they read again where a transaction came in between, and see one that is
/// committed and not finished as if it were.
package struct FolderStore: RecordStore {
  private let root: String
  private let layout: MachineLayout
  private let journal: Journal
  private let patience: Duration
  private let memory: (any StoreMemory)?

  /// Takes a folder, which need not be there before something is written.
  ///
  /// - Parameters:
  ///   - path: absolute.
  ///   - machine: names this machine among those that share the folder.
  ///   - patience: how long a writer waits for another.
  ///   - memory: knows the folders that were written to; nil where none is refused for being gone.
  package init(
    path: String,
    machine: String,
    patience: Duration = .seconds(10),
    memory: (any StoreMemory)? = nil
  ) {
    root = path
    layout = MachineLayout(machine: machine)
    journal = Journal(folder: "\(path)/\(layout.folder)")
    self.patience = patience
    self.memory = memory
  }

  package func read<Result>(_ body: (any StoreView) throws -> Result) throws -> Result {
    try FolderReader(root: root).checkRoot()
    if memory != nil, try !hasLockFile() { try refuseIfGone() }
    while true {
      let before = try journalEnd()
      let view = view(overlaid: try openEntry())
      let result = Swift.Result { try body(view) }
      if try journalEnd() != before { continue }
      // What is missing because it could not be read is told so.
      if case .failure = result, let failure = view.failure { throw failure }
      return try result.get()
    }
  }

  package func write<Result>(
    _ origin: ChangeOrigin,
    _ body: (inout StoreTransaction) throws -> Result
  ) throws -> Result {
    try FolderReader(root: root).checkRoot()
    if try !hasLockFile() {
      try refuseIfGone()
      // Nobody has written here yet: what fails or changes nothing leaves no folder and no lock.
      var trial = StoreTransaction(on: view())
      let result = try body(&trial)
      if trial.changes.isEmpty { return result }
    }
    return try lock().whileHeld { () throws in
      let commit = StoreCommit(root: root, journal: journal)
      try commit.recover()
      let view = view()
      var transaction = StoreTransaction(on: view)
      let outcome = Swift.Result { try body(&transaction) }
      if let failure = view.failure { throw failure }
      let result = try outcome.get()
      if transaction.changes.isEmpty { return result }
      let plan = try ChangePlan(transaction.changes, over: view, in: layout)
      try commit.perform(try entry(transaction.changes, plan, origin), staging: plan.images)
      return result
    }
  }

  private func entry(
    _ changes: StoreChanges,
    _ plan: ChangePlan,
    _ origin: ChangeOrigin
  ) throws(TrackingError) -> JournalEntry {
    let last = try reading { () throws(SystemError) in try journal.last()?.entry.sequence }
    // The lock's file is there by now, so that the folder is not taken for gone if this is all.
    if last == nil { try memory?.remember(root) }
    return JournalEntry(
      sequence: (last ?? 0) + 1,
      origin: origin,
      undoes: changes.undoes,
      kept: changes.kept,
      files: plan.files,
      moves: plan.moves
    )
  }

  private func view(overlaid entry: JournalEntry? = nil) -> FolderView {
    var reader = FolderReader(root: root)
    for file in entry?.files ?? [] { reader.overlay[file.path] = .some(file.after) }
    return FolderView(reader: reader, journal: journal, layout: layout)
  }

  private func journalEnd() throws(TrackingError) -> Journal.End? {
    try reading { () throws(SystemError) in try journal.end() }
  }

  private func openEntry() throws(TrackingError) -> JournalEntry? {
    try reading { () throws(SystemError) in
      if try journal.isClosed() { return nil }
      guard let (entry, isOpen) = try journal.last(), isOpen else { return nil }
      return entry
    }
  }

  private func reading<Value>(
    _ body: () throws(SystemError) -> Value
  ) throws(TrackingError) -> Value {
    do throws(SystemError) {
      return try body()
    } catch {
      throw .storeUnreadable(path: error.path ?? root, reason: error.reason)
    }
  }

  private var lockPath: String { "\(root)/\(StoreLayout.lock)" }

  private func hasLockFile() throws(TrackingError) -> Bool {
    try reading { () throws(SystemError) in try FileStatus.of(lockPath) != nil }
  }

  /// Refuses a folder that was written to and holds nothing of it any more.
  ///
  /// Another process may be writing to it for the first time, so what is there is looked at last.
  private func refuseIfGone() throws(TrackingError) {
    guard let memory, try memory.isRemembered(root) else { return }
    let hasTraces = try reading { () throws(SystemError) in
      try FolderReader(root: root).hasTraces()
    }
    if !hasTraces { throw .storeGone(path: root) }
  }

  private func lock() throws(TrackingError) -> FileLock {
    let path = lockPath
    do throws(SystemError) {
      for made in try Folder.make(root) { try Folder.flush(Folder.parent(of: made) ?? "/") }
      if let lock = try FileLock.take(path, patience: patience) { return lock }
    } catch {
      throw .storeUnwritable(path: error.path ?? path, reason: error.reason)
    }
    let holder = FileLock.holder(of: path)
    throw .storeBusy(
      holder: holder.map { "\($0.program ?? "a program") (process \($0.process))" }
    )
  }
}
