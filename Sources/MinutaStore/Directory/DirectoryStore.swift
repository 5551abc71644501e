package import MinutaCore
import MinutaLog
import SystemCalls

/// The user's folder of JSON files.
///
/// Readers take no lock: they read again where a transaction came in between, and see one that is
/// committed and not finished as if it were.
package struct DirectoryStore: RecordStore {
  let root: String
  let layout: MachineLayout
  let journal: Journal
  private let timeout: Duration
  private let idempotencyIndex = IdempotencyIndex()
  private let tailCache = JournalTailCache()
  /// Nil where what is read is not kept.
  private(set) var snapshotCache: SnapshotCache?
  private let registry: (any DataDirectoryRegistry)?
  private let index: IndexLoader?
  /// What is rehearsed; nil where what is done is written.
  private var plannedChanges: SharedPlannedChanges?

  /// Takes a folder, which need not be there before something is written.
  ///
  /// - Parameters:
  ///   - path: absolute.
  ///   - machine: names this machine among those that share the folder.
  ///   - timeout: how long a writer waits for another.
  ///   - registry: knows the folders that were written to; nil where none is refused for being gone.
  ///   - cachesSnapshot: whether what was read is kept for the next call while nobody changes it.
  ///   - index: where the index lies; nil where all records are read each time.
  package init(
    path: String,
    machine: String,
    timeout: Duration = .seconds(10),
    registry: (any DataDirectoryRegistry)? = nil,
    cachesSnapshot: Bool = false,
    index: IndexOptions? = nil
  ) {
    root = path
    layout = MachineLayout(machine: machine)
    journal = Journal(folder: "\(path)/\(layout.folder)")
    self.timeout = timeout
    self.registry = registry
    self.index = index.map { IndexLoader(root: path, options: $0) }
    snapshotCache = cachesSnapshot ? SnapshotCache(root: path, layout: layout) : nil
  }

  package func read<Result>(_ body: (any StoreSnapshot) throws -> Result) throws -> Result {
    for _ in 0..<Self.tries {
      if let result = try attempt(body) { return try result.get() }
    }
    // Somebody writes all the time; nobody does while the lock is held.
    while true {
      let result = try? lock().withLock { () throws in try attempt(body) }
      if let result = try result ?? attempt(body) { return try result.get() }
    }
  }

  /// How often a reader begins again before it takes the lock.
  private static let tries = 4

  /// Reads one state; nil where somebody wrote meanwhile.
  private func attempt<Result>(
    _ body: (any StoreSnapshot) throws -> Result
  ) throws -> Swift.Result<Result, any Error>? {
    let checkedOut = snapshotCache?.checkOut()
    if let checkedOut, let content = checkedOut.content {
      return attempt(body, on: content, of: checkedOut.token)
    }
    let reader = DirectoryReader(root: root)
    try reader.checkRoot()
    try checkNotMissing()
    var tail: Journal.Tail?
    var journalFailure: TrackingError?
    do throws(SystemError) {
      tail = try journal.tail()
    } catch {
      let failure = TrackingError.storeUnreadable(
        path: error.path ?? root,
        reason: error.reasonWithOwner
      )
      if !error.isPermissionDenied { throw failure }
      journalFailure = failure
    }
    let view = try view(on: reader, after: tail, changedFiles: checkedOut?.token.changedFiles)
    view.journalFailure = journalFailure
    if journalFailure == nil { view.content.lastEntry = tail?.sequence ?? 0 }
    let result = Swift.Result { try body(view) }
    if let journalFailure {
      if view.didReportForeignOwner { return result }
      throw journalFailure
    }
    view.saveIndex()
    if view.hasReadFolder, try journalEnd() != tail?.end { return nil }
    if let checkedOut, tail?.openEntries.isEmpty ?? true {
      snapshotCache?.checkIn(view.content, of: checkedOut.token)
    }
    // What is missing because it could not be read is told so.
    if case .failure = result, let failure = view.failure { return .failure(failure) }
    return result
  }

  /// Reads what was kept, and the rest as it is now; nil where somebody wrote meanwhile.
  private func attempt<Result>(
    _ body: (any StoreSnapshot) throws -> Result,
    on content: SnapshotContent,
    of token: SnapshotCache.CheckoutToken
  ) -> Swift.Result<Result, any Error>? {
    let view = view(knowing: content, of: token.changes, changedFiles: token.changedFiles)
    let result = Swift.Result { try body(view) }
    let isCurrent = snapshotCache?.checkIn(view.content, of: token) ?? false
    if view.hasReadFolder || view.hasReadJournal, !isCurrent { return nil }
    if case .failure = result, let failure = view.failure { return .failure(failure) }
    return result
  }

  package func write<Result>(
    _ origin: ChangeOrigin,
    _ body: (inout StoreTransaction) throws -> Result
  ) throws -> Result {
    try DirectoryReader(root: root).checkRoot()
    try checkNotMissing()
    if try !hasLockFile() {
      // Nobody has written here yet: what fails or changes nothing leaves no folder and no lock.
      let view = view()
      view.content.lastEntry = 0
      var trial = StoreTransaction(on: view)
      do {
        let result = try body(&trial)
        if trial.changes.isEmpty, trial.calls.isEmpty { return result }
      } catch {
        // Another process may have written the half of what was read.
        if try !hasLockFile() { throw error }
      }
    }
    return try lock().withLock { () throws in
      let commit = TransactionCommitter(root: root, journal: journal, tailCache: tailCache)
      let changeGuard = commit.changeGuard
      let tail = try commit.recover()
      var checkedOut = snapshotCache?.checkOut()
      let token = checkedOut?.token
      // The view alone holds the content, so that a change copies none of it.
      let view = view(knowing: checkedOut.take()?.content, changedFiles: token?.changedFiles)
      view.content.lastEntry = tail?.sequence ?? 0
      var transaction = StoreTransaction(on: view)
      let outcome = Swift.Result { try body(&transaction) }
      if let failure = view.failure { throw failure }
      transaction.endCall(origin)
      guard case .success(let result) = outcome, !transaction.calls.isEmpty else {
        view.saveIndex()
        if let token { snapshotCache?.checkIn(view.content, of: token) }
        return try outcome.get()
      }
      view.loadIndex()
      var plan = try plan(transaction.calls, over: view, after: tail?.sequence ?? 0)
      let file = journal.file(for: plan.entries[0].origin.now, after: tail?.end)
      if file != tail?.end.file { plan.entries[0].tagList = view.tagsText }
      let tagList = try view.planTagList()
      if let failure = view.failure { throw failure }
      if let tagList { plan.entries[plan.entries.count - 1].tagDigests = .init(of: tagList) }
      // The lock's file is there by now, so that the folder is not taken for gone if this is all.
      if tail == nil { try registry?.register(root) }
      try commit.perform(plan.entries, tagList: tagList, after: tail?.end, staging: plan.images)
      AppLogger.storage.debug(
        "Committed",
        [
          "sequence": .number(plan.entries.last?.sequence ?? 0),
          "entries": .number(plan.entries.count),
        ]
      )
      view.content.lastEntry = plan.entries.last?.sequence
      view.updateIndexAfterCommit(NetChange(of: plan.entries).paths, changeGuard)
      if let token {
        snapshotCache?.checkIn(view.content, of: token, after: plan.entries, tagList: tagList)
      }
      return result
    }
  }

  /// How often the folder was seen to have changed, where what is read of it is kept.
  package var state: Int? { snapshotCache?.changes }

  package func dryRunCopy() -> any RecordStore {
    var twin = self
    twin.plannedChanges = SharedPlannedChanges()
    twin.snapshotCache = nil
    return OverlayStore(over: twin)
  }

  package func planChanges(_ calls: [CallChanges]) throws -> Bool {
    guard let plannedChanges else { return false }
    let tail = try reading { () throws(SystemError) in try journal.tail() }
    let view = try view(after: tail)
    let sequence = max(tail?.sequence ?? 0, plannedChanges.now.entries.last?.sequence ?? 0)
    let plan = try plan(calls, over: view, after: sequence)
    let tagList = try view.planTagList()
    if let failure = view.failure { throw failure }
    plannedChanges.add(plan.entries, tagList: tagList)
    return true
  }

  /// The entries of calls, each planned over what those before it leave.
  private func plan(
    _ calls: [CallChanges],
    over view: DirectorySnapshot,
    after sequence: Int
  ) throws(TrackingError) -> (entries: [JournalEntry], images: [StagedImage]) {
    var entries: [JournalEntry] = []
    var images: [StagedImage] = []
    let end = sequence + calls.count
    for call in calls {
      let plan = try ChangePlan(call.changes, over: view, in: layout)
      view.planChanges(plan, creating: call.changes.createdRecords)
      images += plan.images
      entries.append(
        JournalEntry(
          sequence: sequence + entries.count + 1,
          groupEnd: calls.count > 1 ? end : nil,
          origin: call.origin,
          record: call.changes.touchedRecord,
          undoes: call.changes.undoes,
          idempotentResults: call.changes.idempotentResults.values.sorted { $0.key < $1.key },
          tags: plan.tags,
          files: plan.files,
          moves: plan.moves(of: end),
          decisions: call.changes.decisions
        )
      )
    }
    return (entries, images)
  }

  /// The folder as it will be once the next writer has finished what is open.
  private func view(
    on reader: DirectoryReader? = nil,
    after tail: Journal.Tail?,
    changedFiles: IndexLoader.ChangedFiles? = nil
  ) throws(TrackingError) -> DirectorySnapshot {
    var reader = reader ?? DirectoryReader(root: root)
    if let tail { try reading { () throws(SystemError) in try reader.overlay(tail, of: journal) } }
    return view(on: reader, changedFiles: changedFiles)
  }

  private func view(
    on reader: DirectoryReader? = nil,
    knowing content: SnapshotContent? = nil,
    of state: Int? = nil,
    changedFiles: IndexLoader.ChangedFiles? = nil
  ) -> DirectorySnapshot {
    var reader = reader ?? DirectoryReader(root: root)
    let plannedChanges = plannedChanges?.now ?? PlannedChanges()
    reader.overlay.merge(plannedChanges.files) { $1 }
    return DirectorySnapshot(
      reader: reader,
      journal: journal,
      layout: layout,
      idempotencyIndex: idempotencyIndex,
      plannedChanges: plannedChanges,
      content: content ?? SnapshotContent(),
      of: state,
      source: index,
      changedFiles: changedFiles ?? .files([])
    )
  }

  private func journalEnd() throws(TrackingError) -> Journal.EndPosition? {
    try reading { () throws(SystemError) in try journal.end() }
  }

  private func reading<Value>(
    _ body: () throws(SystemError) -> Value
  ) throws(TrackingError) -> Value {
    do throws(SystemError) {
      return try body()
    } catch {
      throw .storeUnreadable(path: error.path ?? root, reason: error.reasonWithOwner)
    }
  }

  private var lockPath: String { "\(root)/\(StoreLayout.lock)" }

  private func hasLockFile() throws(TrackingError) -> Bool {
    try reading { () throws(SystemError) in try FileStatus.of(lockPath) != nil }
  }

  /// Refuses a folder that was written to and holds nothing of it any more.
  ///
  /// Another process may be writing to it for the first time, so what is there is looked at last.
  func checkNotMissing() throws(TrackingError) {
    guard let registry else { return }
    let isGone = try reading { () throws(SystemError) in
      // Where there are tags there is data, which is all that an ordinary call looks at.
      if try FileStatus.of("\(root)/\(StoreLayout.tags)") != nil { return false }
      return try !DirectoryReader(root: root).hasData(journal: journal)
    }
    if isGone, try registry.isRegistered(root) { throw .storeGone(path: root) }
  }

  private func lock() throws(TrackingError) -> FileLock {
    let path = lockPath
    do throws(SystemError) {
      for made in try Directory.make(root) {
        try Directory.flush(Directory.parent(of: made) ?? "/")
      }
      let start = ContinuousClock.now
      let lock = try FileLock.acquire(path, timeout: timeout) { Task.isCancelled }
      let waited = ContinuousClock.now - start
      if let lock {
        AppLogger.storage.debug("Locked the data folder", ["waitedMs": .milliseconds(waited)])
        return lock
      }
    } catch {
      throw .storeUnwritable(path: error.path ?? path, reason: error.reasonWithOwner)
    }
    let holder = FileLock.holder(of: path)
    AppLogger.storage.error(
      "Gave up waiting for the lock",
      ["path": .text(path), "process": .number(Int(holder?.process ?? 0))]
    )
    throw .storeBusy(
      holder: holder.map { "\($0.program ?? "a program") (process \($0.process))" }
    )
  }
}
