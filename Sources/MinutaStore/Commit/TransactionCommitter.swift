import Foundation
import MinutaCore
import MinutaLog
import SystemCalls

/// Brings a transaction into a store's folder, so that it is seen whole or not at all.
///
/// Every new file lies on the disk under a temporary name before the journal's entry commits the
/// transaction; only then does anything take its place. Whoever comes after a writer that died
/// finishes what the entry says.
struct TransactionCommitter {
  let files: StoreFileSystem
  let journal: Journal
  var tailCache = JournalTailCache()
  /// Sees what is done to the folders.
  let changeGuard = DirectoryChangeGuard()

  init(root: String, journal: Journal, tailCache: JournalTailCache = JournalTailCache()) {
    files = StoreFileSystem(root)
    self.journal = journal
    self.tailCache = tailCache
  }

  private var root: String { files.root }

  private var staged: StagedFileList { StagedFileList(files: files, folder: journal.place) }

  func applier(_ sequence: Int = 0) -> FileChangeApplier {
    FileChangeApplier(files: files, changeGuard: changeGuard, sequence: sequence)
  }

  /// Makes a folder of the store; a link on the way could lead anywhere, and is not followed.
  ///
  /// - Returns: The folders that were made, from the top, as absolute paths.
  @discardableResult
  func makeDirectory(_ path: String) throws(SystemError) -> [String] {
    try applier().makeDirectory(path)
  }

  /// Files by the number from which on the whole file system is flushed at once.
  private static let manyFiles = 100

  /// Writes the files of entries, commits them at once, and puts them into their places.
  ///
  /// - Parameters:
  ///   - end: where the journal ended when the entries were made.
  ///   - images: what the entries' moves begin with.
  ///   - tagList: the file of tags as the entries change it.
  func perform(
    _ entries: [JournalEntry],
    tagList: FileChange? = nil,
    after end: Journal.EndPosition?,
    staging images: [StagedImage]
  ) throws(TrackingError) {
    let hadList = (try? staged.exists()) ?? true
    do throws(TrackingError) {
      try perform(entries, NetChange(of: entries, tagList: tagList), after: end, images)
      try? staged.clear()
    } catch {
      // What was not there before a call that failed is not there after it.
      if !hadList, (try? staged.names())?.isEmpty == true { try? staged.removeListFile() }
      throw error
    }
  }

  private func perform(
    _ entries: [JournalEntry],
    _ net: NetChange,
    after end: Journal.EndPosition?,
    _ images: [StagedImage]
  ) throws(TrackingError) {
    var made: [String] = []
    do throws(SystemError) {
      try stage(net, images, making: &made)
    } catch {
      try? staged.discard()
      for folder in made.reversed() { try? Directory.remove(folder) }
      throw .storeUnwritable(path: error.path ?? root, reason: error.reasonWithOwner)
    }
    let name = journal.file(for: entries[0].origin.now, after: end)
    let file = try commit(entries, to: name, after: end)
    do throws(SystemError) {
      try finish(net, hasDurableNames: nil)
    } catch {
      try rollBack(net, to: end, after: error)
    }
    if (try? journal.markFinished(file)) != nil, let status = try? file.status() {
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
      // An entry that cannot be taken off may yet be found whole, and is finished then.
      guard (try? journal.rollBack(to: end)) != nil else {
        throw .storeUncertain(path: path, reason: error.reason)
      }
      try? staged.discard()
      throw .storeUnwritable(path: path, reason: error.reason)
    }
  }

  /// Finishes what the last writer left open, and takes off what it never committed.
  ///
  /// - Returns: The end of the journal, with nothing left to be done about it.
  func recover() throws(TrackingError) -> Journal.Tail? {
    let tail: Journal.Tail?
    do throws(SystemError) {
      tail = try tailCache.tail(of: journal)
    } catch {
      throw .storeUnwritable(path: error.path ?? root, reason: error.reasonWithOwner)
    }
    if let tail, let untrustedReason = tail.untrustedReason {
      throw .storeUnwritable(path: journal.path(tail.end.file), reason: untrustedReason.reason)
    }
    return try recover(from: tail)
  }

  private func recover(from last: Journal.Tail?) throws(TrackingError) -> Journal.Tail? {
    var tail = last
    do throws(SystemError) {
      if let open = tail, !open.isClosed {
        try journal.truncate(to: Journal.EndPosition(file: open.end.file, size: open.committedSize))
        AppLogger.storage.info(
          "Recovering a write that did not finish",
          [
            "entries": .number(open.openEntries.count),
            "uncommittedBytes": .number(open.end.size - open.committedSize),
          ]
        )
        if !open.openEntries.isEmpty {
          try recoverChanges(NetChange(of: open.openEntries))
          if let file = try journal.newest(for: .appending) { try journal.markFinished(file) }
        }
        tail = try journal.tail()
      }
      try staged.discard()
      return tail
    } catch {
      throw .storeUnwritable(path: error.path ?? root, reason: error.reasonWithOwner)
    }
  }

  /// Writes everything under temporary names.
  ///
  /// - Parameter made: takes the folders that had to be made, from the top.
  private func stage(
    _ net: NetChange,
    _ images: [StagedImage],
    making made: inout [String]
  ) throws(SystemError) {
    made += try makeDirectory(journal.place)
    let applier = applier(net.sequence)
    let temporaries = net.written.map { applier.names(of: $0.path).temporary }
    try staged.write(temporaries + images.map(\.path))
    let written = net.written.filter { $0.after != nil }
    let isMany = written.count >= Self.manyFiles
    let folders = Set(written.map { StoreLayout.folder(ofFile: $0.path) })
    for folder in folders.sorted() { made += try makeDirectory(folder) }
    for file in net.written { try applier.stage(file, flushing: !isMany) }
    if isMany { try Directory.flushFileSystem(root) }
    for image in images {
      made += try makeDirectory(StoreLayout.folder(ofFile: image.path))
      let file = try files.make(image.path, permissions: 0o644)
      try file.write(image.bytes)
      try file.flush()
    }
    // Unlike a text, an image does not stand in the journal, so its name must last before that.
    let imageFolders = Set(images.map { StoreLayout.folder(ofFile: $0.path) })
    for folder in imageFolders.sorted() { try files.flush(folder: folder) }
  }

  /// Puts everything into its place; what is there already stays.
  ///
  /// - Parameter hasDurableNames: as `FileChangeState` has it; nil for a transaction of this process.
  private func finish(_ net: NetChange, hasDurableNames: Bool?) throws(SystemError) {
    let applier = applier(net.sequence)
    for move in net.moves where move.isFirst { try applier.perform(move) }
    var edited: Set<UUID> = []
    for file in net.files {
      let isThere =
        if let hasDurableNames {
          try applier.reapply(file, hasDurableNames: hasDurableNames)
        } else {
          try applier.apply(file)
        }
      if isThere { continue }
      let ids = [file.before, file.after].compactMap(JournalEntry.record).map(\.entity.id)
      edited.formUnion(ids)
    }
    try applyTags(of: net, with: applier, hasDurableNames: hasDurableNames ?? false)
    // The images of a record that somebody else changed stay with it.
    let kept = net.moves(of: edited)
    for move in net.moves where !move.isFirst && !kept.contains(move) { try applier.perform(move) }
    try flushFolders(of: net)
  }

  /// Finishes what a writer that died had committed.
  private func recoverChanges(_ net: NetChange) throws(SystemError) {
    let paths = net.files.map(\.path) + (net.tags.isEmpty ? [] : [StoreLayout.tags])
    let names = paths.map(applier(net.sequence).names(of:))
    try staged.write(Array(Set(try staged.names() + names.flatMap { [$0.temporary, $0.draft] })))
    try finish(net, hasDurableNames: try net.hasDurableNames(in: root))
  }

  private func flushFolders(of net: NetChange) throws(SystemError) {
    let folders = Set(net.paths.map(StoreLayout.folder(ofFile:)))
    if folders.count >= Self.manyFiles { return try Directory.flushFileSystem(root) }
    for folder in folders.sorted() {
      do throws(SystemError) { try files.flush(folder: folder) } catch  where error.isMissing {}
    }
  }

  /// Undoes what was committed and cannot be finished, or leaves it to the next writer.
  private func rollBack(
    _ net: NetChange,
    to end: Journal.EndPosition?,
    after failure: SystemError
  ) throws(TrackingError) {
    let path = failure.path ?? root
    do throws(SystemError) {
      let back = net.moves.reversed().map(\.reversed)
      let applier = applier(net.sequence)
      for move in back where move.isFirst { try applier.perform(move) }
      for file in net.files.reversed() where file.before != nil {
        try applier.revert(file)
      }
      for file in net.files.reversed() where file.before == nil {
        try applier.moveBackToTemporary(file)
      }
      try revertTags(of: net, with: applier)
      for move in back where !move.isFirst { try applier.perform(move) }
      try flushFolders(of: net)
      try journal.rollBack(to: end)
      try? staged.discard()
    } catch {
      throw .storeUncertain(path: path, reason: failure.reason)
    }
    throw .storeUnwritable(path: path, reason: failure.reason)
  }
}
