import Foundation
import MinutaCore
import MinutaLog
import SystemCalls

/// Commits transactions atomically: readers see either all changes or none.
///
/// It writes every new file under a temporary name. Then the journal entry commits the transaction,
/// and only then are the files put in place. If the writer crashes after the commit, the next
/// writer finishes the transaction from the journal.
struct TransactionCommitter {
  let files: StoreFileSystem
  let journal: Journal
  var tailCache = JournalTailCache()
  /// Detects other programs' changes to the directories that the transaction writes to.
  let changeGuard = ConcurrentChangeDetector()

  init(root: String, journal: Journal, tailCache: JournalTailCache = JournalTailCache()) {
    files = StoreFileSystem(root)
    self.journal = journal
    self.tailCache = tailCache
  }

  private var root: String { files.root }

  private var staged: StagedFileList {
    StagedFileList(files: files, folder: journal.relativeFolder)
  }

  func applier(_ sequence: Int = 0) -> FileChangeApplier {
    FileChangeApplier(files: files, changeGuard: changeGuard, sequence: sequence)
  }

  /// Creates a directory below the data directory, without following links out of it.
  ///
  /// - Returns: The absolute paths of the directories that were created, outermost first.
  @discardableResult
  func makeDirectory(_ path: String) throws(SystemError) -> [String] {
    try applier().makeDirectory(path)
  }

  /// The minimum number of files for which the whole file system is flushed once, instead of each
  /// file.
  private static let bulkFlushThreshold = 100

  /// Writes the temporary files of journal entries, commits the entries together, and puts the
  /// files in place.
  ///
  /// - Parameters:
  ///   - end: the end of the journal when the entries were created.
  ///   - images: the new images that the entries move into place.
  ///   - tagList: the change of the whole `tags.json`; nil if it doesn't change.
  func perform(
    _ entries: [JournalEntry],
    tagList: FileChange? = nil,
    after end: Journal.EndPosition?,
    staging images: [StagedImage]
  ) throws(TrackingError) {
    let hadList = (try? staged.exists()) ?? true
    do throws(TrackingError) {
      try perform(entries, CombinedJournalChange(of: entries, tagList: tagList), after: end, images)
      try? staged.clear()
    } catch {
      // After an error, delete the list of temporary files if this call has created it.
      if !hadList, (try? staged.names())?.isEmpty == true { try? staged.removeListFile() }
      throw error
    }
  }

  private func perform(
    _ entries: [JournalEntry],
    _ net: CombinedJournalChange,
    after end: Journal.EndPosition?,
    _ images: [StagedImage]
  ) throws(TrackingError) {
    var createdFolders: [String] = []
    let applier = applier(net.sequence)
    do throws(SystemError) {
      try stage(net, images, with: applier, creating: &createdFolders)
    } catch {
      try? staged.discard()
      for folder in createdFolders.reversed() { try? Directory.remove(folder) }
      throw .unwritable(error, in: root)
    }
    let name = journal.file(for: entries[0].origin.now, after: end)
    let file = try commit(entries, to: name, after: end)
    do throws(SystemError) {
      try apply(net, with: applier, hasDurableNames: nil)
    } catch {
      try rollBack(net, to: end, after: error)
    }
    if (try? journal.markApplied(file)) != nil, let status = try? file.status() {
      tailCache.update(name, status, sequence: net.sequence)
    }
  }

  private func commit(
    _ entries: [JournalEntry],
    to name: String,
    after end: Journal.EndPosition?
  ) throws(TrackingError) -> FileDescriptor {
    do throws(SystemError) {
      return try journal.append(entries, to: name)
    } catch {
      let path = error.path ?? root
      // If the entry can't be removed from the journal, it may be complete and is then applied
      // later.
      guard (try? journal.rollBack(to: end)) != nil else {
        throw .storeUncertain(path: path, reason: error.reason)
      }
      try? staged.discard()
      throw .storeUnwritable(path: path, reason: error.reason)
    }
  }

  /// Finishes the committed transaction of a crashed writer, and removes what it never committed.
  ///
  /// - Returns: the state at the journal's end, without open entries; nil if the journal is empty.
  func recover() throws(TrackingError) -> Journal.TailState? {
    let tail: Journal.TailState?
    do throws(SystemError) {
      tail = try tailCache.tail(of: journal)
    } catch {
      throw .unwritable(error, in: root)
    }
    if let tail, let untrustedReason = tail.untrustedReason {
      let path = journal.path(tail.end.file)
      throw .storeUnwritable(path: path, reason: untrustedReason.reason, hasFix: true)
    }
    return try recover(from: tail)
  }

  private func recover(from last: Journal.TailState?) throws(TrackingError) -> Journal.TailState? {
    var tail = last
    do throws(SystemError) {
      if let open = tail, !open.isClosed {
        try journal.truncate(to: Journal.EndPosition(file: open.end.file, size: open.committedSize))
        AppLogger.storage.info(
          "Recovering an interrupted write",
          [
            "entries": .number(open.openEntries.count),
            "uncommittedBytes": .number(open.end.size - open.committedSize),
          ]
        )
        if !open.openEntries.isEmpty {
          try recoverChanges(CombinedJournalChange(of: open.openEntries))
          if let file = try journal.newest(for: .appending) { try journal.markApplied(file) }
        }
        tail = try journal.tail()
      }
      try staged.discard()
      return tail
    } catch {
      throw .unwritable(error, in: root)
    }
  }

  /// Writes all new files under their temporary names.
  ///
  /// - Parameter createdFolders: collects the absolute paths of the directories that had to be
  ///   created, outermost first.
  private func stage(
    _ net: CombinedJournalChange,
    _ images: [StagedImage],
    with applier: FileChangeApplier,
    creating createdFolders: inout [String]
  ) throws(SystemError) {
    createdFolders += try makeDirectory(journal.relativeFolder)
    let temporaries = net.written.map { applier.names(of: $0.path).temporary }
    try staged.write(temporaries + images.map(\.path))
    let written = net.written.filter { $0.after != nil }
    let flushesFileSystem = written.count >= Self.bulkFlushThreshold
    let folders = Set(written.map { StoreLayout.folder(ofFile: $0.path) })
    for folder in folders.sorted() { createdFolders += try makeDirectory(folder) }
    for file in net.written { try applier.stage(file, flushing: !flushesFileSystem) }
    if flushesFileSystem { try Directory.flushFileSystem(root) }
    for image in images {
      createdFolders += try makeDirectory(StoreLayout.folder(ofFile: image.path))
      let file = try files.make(image.path, permissions: 0o644)
      try file.write(image.bytes)
      try file.flush()
    }
    // Recovery can't restore images from the journal, so flush their names before the commit.
    let imageFolders = Set(images.map { StoreLayout.folder(ofFile: $0.path) })
    for folder in imageFolders.sorted() { try files.flush(folder: folder) }
  }

  /// Puts all files of a transaction in place, and skips those already in place.
  ///
  /// - Parameter hasDurableNames: in recovery, whether a missing temporary file proves that its
  ///   change was applied; nil if this process has just committed the transaction.
  private func apply(
    _ net: CombinedJournalChange,
    with applier: FileChangeApplier,
    hasDurableNames: Bool?
  ) throws(SystemError) {
    for move in net.moves where move.isFirst { try applier.perform(move) }
    var edited: Set<UUID> = []
    for file in net.files {
      let isInPlace =
        if let hasDurableNames {
          try applier.reapply(file, hasDurableNames: hasDurableNames)
        } else {
          try applier.apply(file)
        }
      if isInPlace { continue }
      let ids = [file.before, file.after].compactMap(JournalEntry.record).map(\.entity.id)
      edited.formUnion(ids)
    }
    try applyTags(of: net, with: applier, hasDurableNames: hasDurableNames ?? false)
    // If another program changed a record, its images stay where that version expects them.
    let unmoved = net.moves(of: edited)
    for move in net.moves where !move.isFirst && !unmoved.contains(move) {
      try applier.perform(move)
    }
    try flushFolders(of: net)
  }

  /// Applies the committed changes of a writer that crashed.
  private func recoverChanges(_ net: CombinedJournalChange) throws(SystemError) {
    let paths = net.files.map(\.path) + (net.tags.isEmpty ? [] : [StoreLayout.tags])
    let applier = applier(net.sequence)
    let names = paths.map(applier.names(of:))
    try staged.write(Array(Set(try staged.names() + names.flatMap { [$0.temporary, $0.draft] })))
    try apply(net, with: applier, hasDurableNames: try net.hasDurableNames(in: root))
  }

  private func flushFolders(of net: CombinedJournalChange) throws(SystemError) {
    let folders = Set(net.paths.map(StoreLayout.folder(ofFile:)))
    if folders.count >= Self.bulkFlushThreshold { return try Directory.flushFileSystem(root) }
    for folder in folders.sorted() {
      do throws(SystemError) { try files.flush(folder: folder) } catch  where error.isMissing {}
    }
  }

  /// Reverts a committed transaction after an error, and throws that error.
  ///
  /// If reverting fails too, the next writer finishes the transaction.
  private func rollBack(
    _ net: CombinedJournalChange,
    to end: Journal.EndPosition?,
    after failure: SystemError
  ) throws(TrackingError) {
    let path = failure.path ?? root
    do throws(SystemError) {
      let reversedMoves = net.moves.reversed().map(\.reversed)
      let applier = applier(net.sequence)
      for move in reversedMoves where move.isFirst { try applier.perform(move) }
      for file in net.files.reversed() where file.before != nil {
        try applier.revert(file)
      }
      for file in net.files.reversed() where file.before == nil {
        try applier.moveBackToTemporary(file)
      }
      try revertTags(of: net, with: applier)
      for move in reversedMoves where !move.isFirst { try applier.perform(move) }
      try flushFolders(of: net)
      try journal.rollBack(to: end)
      try? staged.discard()
    } catch {
      throw .storeUncertain(path: path, reason: failure.reason)
    }
    throw .storeUnwritable(path: path, reason: failure.reason)
  }
}
