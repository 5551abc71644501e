package import MinutaCore
import MinutaLog
import SystemCalls

/// A store that keeps records and tags as JSON files in the user's data directory.
///
/// Readers take no lock. They retry if a transaction commits while they read, and they see a
/// committed but unfinished transaction as if it were complete.
package struct DirectoryStore: RecordStore {
  let root: String
  let layout: MachineFileLayout
  let journal: Journal
  private let timeout: Duration
  private let idempotencyIndex = IdempotencyIndex()
  private let tailCache = JournalTailCache()
  /// The cached snapshot of a long-running process; nil if each call reads the files again.
  private(set) var snapshotCache: SnapshotCache?
  private let registry: (any DataDirectoryRegistry)?
  private let indexLoader: IndexLoader
  /// The changes of a dry run; nil if changes are written to disk.
  private var plannedChanges: SharedPlannedChanges?

  /// Creates a store for a directory, which need not exist yet.
  ///
  /// - Parameters:
  ///   - path: the directory's absolute path.
  ///   - machine: this machine's name among those that share the directory.
  ///   - timeout: the time to wait for another writer's lock.
  ///   - registry: remembers which directories were written to; nil disables the check for lost
  ///     data.
  ///   - cachesSnapshot: whether to cache what is read until the directory changes.
  ///   - index: the location of the index. By default it is kept in memory.
  package init(
    path: String,
    machine: String,
    timeout: Duration = .seconds(10),
    registry: (any DataDirectoryRegistry)? = nil,
    cachesSnapshot: Bool = false,
    index: IndexCacheOptions = IndexCacheOptions()
  ) {
    root = path
    layout = MachineFileLayout(machine: machine)
    journal = Journal(folder: "\(path)/\(layout.folder)")
    self.timeout = timeout
    self.registry = registry
    indexLoader = IndexLoader(root: path, options: index)
    snapshotCache = cachesSnapshot ? SnapshotCache(root: path, layout: layout) : nil
  }

  /// Whether a folder has private files of Minuta, which each data folder gets with the first change.
  package static func hasPrivateFiles(_ folder: String) -> Bool {
    let path = "\(folder)/\(MachineFileLayout.machines)"
    return (try? FileStatus.of(path, following: false))??.kind == .directory
  }

  package func read<Result>(_ body: (any StoreSnapshot) throws -> Result) throws -> Result {
    for _ in 0..<Self.maximumUnlockedReads {
      if let result = try attempt(body) { return try result.get() }
    }
    // Other processes keep writing, so take the lock to get a consistent read.
    while true {
      let result = try? lock().withLock { () throws in try attempt(body) }
      if let result = try result ?? attempt(body) { return try result.get() }
    }
  }

  /// The number of attempts to read without the lock, after which the reader takes the lock.
  private static let maximumUnlockedReads = 4

  /// Runs a query on one consistent state of the files; nil if another process wrote at the same
  /// time.
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
    var tail: Journal.TailState?
    var journalFailure: TrackingError?
    do throws(SystemError) {
      tail = try journal.tail()
    } catch {
      let failure = TrackingError.unreadable(error, in: root)
      if !error.isPermissionDenied { throw failure }
      journalFailure = failure
    }
    let snapshot = try makeSnapshot(
      on: reader,
      after: tail,
      changedFiles: checkedOut?.token.changedFiles
    )
    snapshot.journalFailure = journalFailure
    if journalFailure == nil { snapshot.content.lastEntry = tail?.sequence ?? 0 }
    let result = Swift.Result { try body(snapshot) }
    if let journalFailure {
      if snapshot.didReportForeignOwner { return result }
      throw journalFailure
    }
    snapshot.saveIndex()
    if snapshot.hasReadFolder, try journalEnd() != tail?.end { return nil }
    if let checkedOut, tail?.openEntries.isEmpty ?? true {
      snapshotCache?.checkIn(snapshot.content, of: checkedOut.token)
    }
    // Report the failed read of a file first: the other error may be its consequence.
    if case .failure = result, let failure = snapshot.failure { return .failure(failure) }
    return result
  }

  /// Runs a query on the cached content and reads the rest from disk; nil if another process wrote
  /// at the same time.
  private func attempt<Result>(
    _ body: (any StoreSnapshot) throws -> Result,
    on content: SnapshotContent,
    of token: SnapshotCache.SnapshotCheckout
  ) -> Swift.Result<Result, any Error>? {
    let snapshot = makeSnapshot(reusing: content, changedFiles: token.changedFiles)
    let result = Swift.Result { try body(snapshot) }
    let isCurrent = snapshotCache?.checkIn(snapshot.content, of: token) ?? false
    if snapshot.hasReadFolder || snapshot.hasReadJournal, !isCurrent { return nil }
    if case .failure = result, let failure = snapshot.failure { return .failure(failure) }
    return result
  }

  package func write<Result>(
    _ origin: ChangeOrigin,
    _ body: (inout StoreTransaction) throws -> Result
  ) throws -> Result {
    try DirectoryReader(root: root).checkRoot()
    try checkNotMissing()
    if try !hasLockFile() {
      // Nothing was ever written here. Try the call without the lock first, so that a failure or a
      // call without changes creates no directory and no lock file.
      let snapshot = makeSnapshot()
      snapshot.content.lastEntry = 0
      var trial = StoreTransaction(on: snapshot)
      let outcome = Swift.Result { try body(&trial) }
      if try snapshot.copyRepairs(ofTagsOnly: true).isEmpty {
        switch outcome {
        case .success(let result):
          if trial.changes.isEmpty, trial.calls.isEmpty { return result }
        case .failure(let error):
          // If a lock file exists now, another process has begun to write and the trial may have
          // read half of its data: repeat the call with the lock.
          if try !hasLockFile() { throw error }
        }
      }
    }
    return try lock().withLock { () throws in
      let commit = TransactionCommitter(root: root, journal: journal, tailCache: tailCache)
      let changeGuard = commit.changeGuard
      let tail = try commit.recover()
      var checkedOut = snapshotCache?.checkOut()
      let token = checkedOut?.token
      // Move the content out of `checkedOut`: with a single reference, changing it doesn't copy it.
      let snapshot = makeSnapshot(
        reusing: checkedOut.take()?.content,
        changedFiles: token?.changedFiles
      )
      snapshot.content.lastEntry = tail?.sequence ?? 0
      let call = CallAttempt(origin, { StoreTransaction(on: snapshot) }, body)
      if let failure = snapshot.failure { throw failure }
      guard case .success(let result) = call.outcome, !call.transaction.calls.isEmpty else {
        snapshot.saveIndex()
        if let token { snapshotCache?.checkIn(snapshot.content, of: token) }
        return try call.outcome.get()
      }
      snapshot.loadIndex()
      var plan = try plan(call.transaction.calls, over: snapshot, after: tail?.sequence ?? 0)
      let file = journal.file(for: plan.entries[0].origin.now, after: tail?.end)
      if file != tail?.end.file { plan.entries[0].tagList = snapshot.tagsText }
      let tagList = try snapshot.planTagList()
      if let failure = snapshot.failure { throw failure }
      if let tagList { plan.entries[plan.entries.count - 1].tagDigests = .init(of: tagList) }
      // Register the directory only now that its lock file exists. Otherwise an interrupted first
      // write would look like lost data.
      if tail == nil { try registry?.register(root) }
      try commit.perform(plan.entries, tagList: tagList, after: tail?.end, staging: plan.images)
      AppLogger.storage.debug(
        "Committed",
        [
          "sequence": .number(plan.entries.last?.sequence ?? 0),
          "entries": .number(plan.entries.count),
        ]
      )
      snapshot.content.lastEntry = plan.entries.last?.sequence
      snapshot.updateIndexAfterCommit(CombinedJournalChange(of: plan.entries).paths, changeGuard)
      if let token {
        snapshotCache?.checkIn(snapshot.content, of: token, after: plan.entries, tagList: tagList)
      }
      return result
    }
  }

  package func dryRunCopy() -> any RecordStore {
    var copy = self
    copy.plannedChanges = SharedPlannedChanges()
    copy.snapshotCache = nil
    return OverlayStore(over: copy)
  }

  package func planChanges(_ calls: [CallChanges]) throws -> Bool {
    guard let plannedChanges else { return false }
    let tail = try reading { () throws(SystemError) in try journal.tail() }
    let snapshot = try makeSnapshot(after: tail)
    let sequence = max(tail?.sequence ?? 0, plannedChanges.now.entries.last?.sequence ?? 0)
    let plan = try plan(calls, over: snapshot, after: sequence)
    let tagList = try snapshot.planTagList()
    if let failure = snapshot.failure { throw failure }
    plannedChanges.add(plan.entries, tagList: tagList)
    return true
  }

  /// Creates the journal entries of several calls; each call builds on the result of the earlier
  /// ones.
  private func plan(
    _ calls: [CallChanges],
    over snapshot: DirectorySnapshot,
    after sequence: Int
  ) throws(TrackingError) -> (entries: [JournalEntry], images: [StagedImage]) {
    var entries: [JournalEntry] = []
    var images: [StagedImage] = []
    let end = sequence + calls.count
    for call in calls {
      let plan = try FileChangePlan(call.changes, over: snapshot, in: layout)
      snapshot.planChanges(plan, creating: call.changes.createdRecords)
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
          decisions: call.changes.decisions,
          commit: call.changes.incoming.commit
        )
      )
    }
    return (entries, images)
  }

  /// Creates a snapshot that includes committed changes that the next writer has yet to put in
  /// place.
  private func makeSnapshot(
    on reader: DirectoryReader? = nil,
    after tail: Journal.TailState?,
    changedFiles: IndexLoader.ChangedFiles? = nil
  ) throws(TrackingError) -> DirectorySnapshot {
    var reader = reader ?? DirectoryReader(root: root)
    if let tail { try reading { () throws(SystemError) in try reader.overlay(tail, of: journal) } }
    return makeSnapshot(on: reader, changedFiles: changedFiles)
  }

  private func makeSnapshot(
    on reader: DirectoryReader? = nil,
    reusing content: SnapshotContent? = nil,
    changedFiles: IndexLoader.ChangedFiles? = nil
  ) -> DirectorySnapshot {
    var reader = reader ?? DirectoryReader(root: root)
    let plannedChanges = plannedChanges?.now ?? PlannedChanges()
    reader.overlay.add(plannedChanges.overlay)
    return DirectorySnapshot(
      reader: reader,
      journal: journal,
      layout: layout,
      idempotencyIndex: idempotencyIndex,
      plannedChanges: plannedChanges,
      indexLoader: indexLoader,
      content: content ?? SnapshotContent(),
      changedFiles: changedFiles ?? .files([])
    )
  }

  private func journalEnd() throws(TrackingError) -> Journal.EndPosition? {
    try reading { () throws(SystemError) in try journal.end() }
  }

  func reading<Value>(
    _ body: () throws(SystemError) -> Value
  ) throws(TrackingError) -> Value {
    do throws(SystemError) {
      return try body()
    } catch {
      throw .unreadable(error, in: root)
    }
  }

  var lockPath: String { "\(root)/\(StoreLayout.lock)" }

  private func hasLockFile() throws(TrackingError) -> Bool {
    try reading { () throws(SystemError) in try FileStatus.of(lockPath) != nil }
  }

  /// Throws an error if the data that this machine wrote is missing now.
  ///
  /// Another process may write for the first time and register the directory after the first look at
  /// it. Its lock file exists by then, so a second look finds it.
  func checkNotMissing() throws(TrackingError) {
    if let registry, try isGone(), try registry.isRegistered(root), try isGone() {
      throw .storeGone(path: root)
    }
  }

  private func isGone() throws(TrackingError) -> Bool {
    try reading { () throws(SystemError) in
      // An existing tag list proves that there is data, so one system call is usually enough.
      if try FileStatus.of("\(root)/\(StoreLayout.tags)") != nil { return false }
      return try !DirectoryReader(root: root).hasData(journal: journal)
    }
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
      throw .unwritable(error, in: path)
    }
    let holder = FileLock.holder(of: path)
    AppLogger.storage.error(
      "Timed out while waiting for the data folder's lock",
      ["path": .text(path), "process": .number(Int(holder?.process ?? 0))]
    )
    throw .storeBusy(
      holder: holder.map { "\($0.program ?? "a program") (process \($0.process))" }
    )
  }
}
