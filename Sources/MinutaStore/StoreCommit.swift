import Foundation
import MinutaCore
import MinutaLog
import SystemCalls

/// Brings a transaction into a store's folder, so that it is seen whole or not at all.
///
/// Every new file lies on the disk under a temporary name before the journal's entry commits the
/// transaction; only then does anything take its place. Whoever comes after a writer that died
/// finishes what the entry says.
struct StoreCommit {
  let files: StoreFiles
  let journal: Journal
  var lastTail = LastTail()
  /// Sees what is done to the folders.
  let witness = FolderWitness()

  init(root: String, journal: Journal, lastTail: LastTail = LastTail()) {
    files = StoreFiles(root)
    self.journal = journal
    self.lastTail = lastTail
  }

  private var root: String { files.root }

  private var staged: StagedFiles { StagedFiles(files: files, folder: journal.place) }

  func placer(_ sequence: Int = 0) -> FilePlacer {
    FilePlacer(files: files, witness: witness, sequence: sequence)
  }

  /// Makes a folder of the store; a link on the way could lead anywhere, and is not followed.
  ///
  /// - Returns: The folders that were made, from the top, as absolute paths.
  @discardableResult
  func makeFolder(_ path: String) throws(SystemError) -> [String] {
    try placer().makeFolder(path)
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
    after end: Journal.End?,
    staging images: [StagedImage]
  ) throws(TrackingError) {
    let hadList = (try? staged.isThere()) ?? true
    do throws(TrackingError) {
      try perform(entries, NetChange(of: entries, tagList: tagList), after: end, images)
      try? staged.forget()
    } catch {
      // What was not there before a call that failed is not there after it.
      if !hadList, (try? staged.names())?.isEmpty == true { try? staged.removeList() }
      throw error
    }
  }

  private func perform(
    _ entries: [JournalEntry],
    _ net: NetChange,
    after end: Journal.End?,
    _ images: [StagedImage]
  ) throws(TrackingError) {
    var made: [String] = []
    do throws(SystemError) {
      try stage(net, images, making: &made)
    } catch {
      try? staged.discard()
      for folder in made.reversed() { try? Folder.remove(folder) }
      throw .storeUnwritable(path: error.path ?? root, reason: error.storeReason)
    }
    let name = journal.file(for: entries[0].origin.now, after: end)
    let file = try commit(entries, to: name, after: end)
    do throws(SystemError) {
      try finish(net, keepsNames: nil)
    } catch {
      try takeBack(net, to: end, after: error)
    }
    if (try? journal.close(file)) != nil, let status = try? file.status() {
      lastTail.note(name, status, sequence: net.sequence)
    }
  }

  private func commit(
    _ entries: [JournalEntry],
    to name: String,
    after end: Journal.End?
  ) throws(TrackingError) -> FileDescriptor {
    do throws(SystemError) {
      return try journal.append(entries, to: name)
    } catch {
      let path = error.path ?? root
      // An entry that cannot be taken off may yet be found whole, and is finished then.
      guard (try? journal.takeBack(to: end)) != nil else {
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
      tail = try lastTail.tail(of: journal)
    } catch {
      throw .storeUnwritable(path: error.path ?? root, reason: error.storeReason)
    }
    if let tail, let distrust = tail.distrust {
      throw .storeUnwritable(path: journal.path(tail.end.file), reason: distrust.reason)
    }
    return try recover(from: tail)
  }

  private func recover(from last: Journal.Tail?) throws(TrackingError) -> Journal.Tail? {
    var tail = last
    do throws(SystemError) {
      if let open = tail, !open.isClosed {
        try journal.cut(backTo: Journal.End(file: open.end.file, size: open.committedSize))
        AppLogger.storage.info(
          "Recovering a write that did not finish",
          [
            "entries": .number(open.openEntries.count),
            "uncommittedBytes": .number(open.end.size - open.committedSize),
          ]
        )
        if !open.openEntries.isEmpty {
          try finishAgain(NetChange(of: open.openEntries))
          if let file = try journal.newest(for: .appending) { try journal.close(file) }
        }
        tail = try journal.tail()
      }
      try staged.discard()
      return tail
    } catch {
      throw .storeUnwritable(path: error.path ?? root, reason: error.storeReason)
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
    made += try makeFolder(journal.place)
    let placer = placer(net.sequence)
    let temporaries = net.written.map { placer.names(of: $0.path).temporary }
    try staged.note(temporaries + images.map(\.path))
    let written = net.written.filter { $0.after != nil }
    let isMany = written.count >= Self.manyFiles
    let folders = Set(written.map { StoreLayout.folder(ofFile: $0.path) })
    for folder in folders.sorted() { made += try makeFolder(folder) }
    for file in net.written { try placer.stage(file, flushing: !isMany) }
    if isMany { try Folder.flushFileSystem(root) }
    for image in images {
      made += try makeFolder(StoreLayout.folder(ofFile: image.path))
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
  /// - Parameter keepsNames: as `FilePlacement` has it; nil for a transaction of this process.
  private func finish(_ net: NetChange, keepsNames: Bool?) throws(SystemError) {
    let placer = placer(net.sequence)
    for move in net.moves where move.isFirst { try placer.perform(move) }
    var edited: Set<UUID> = []
    for file in net.files {
      let isThere =
        if let keepsNames {
          try placer.placeAgain(file, keepsNames: keepsNames)
        } else {
          try placer.place(file)
        }
      if isThere { continue }
      let ids = [file.before, file.after].compactMap(JournalEntry.record).map(\.entity.id)
      edited.formUnion(ids)
    }
    try placeTags(of: net, with: placer, keepsNames: keepsNames ?? false)
    // The images of a record that somebody else changed stay with it.
    let kept = net.moves(of: edited)
    for move in net.moves where !move.isFirst && !kept.contains(move) { try placer.perform(move) }
    try flushFolders(of: net)
  }

  /// Finishes what a writer that died had committed.
  private func finishAgain(_ net: NetChange) throws(SystemError) {
    let paths = net.files.map(\.path) + (net.tags.isEmpty ? [] : [StoreLayout.tags])
    let names = paths.map(placer(net.sequence).names(of:))
    try staged.note(Array(Set(try staged.names() + names.flatMap { [$0.temporary, $0.draft] })))
    try finish(net, keepsNames: try net.keepsNames(in: root))
  }

  private func flushFolders(of net: NetChange) throws(SystemError) {
    let folders = Set(net.paths.map(StoreLayout.folder(ofFile:)))
    if folders.count >= Self.manyFiles { return try Folder.flushFileSystem(root) }
    for folder in folders.sorted() {
      do throws(SystemError) { try files.flush(folder: folder) } catch  where error.isMissing {}
    }
  }

  /// Undoes what was committed and cannot be finished, or leaves it to the next writer.
  private func takeBack(
    _ net: NetChange,
    to end: Journal.End?,
    after failure: SystemError
  ) throws(TrackingError) {
    let path = failure.path ?? root
    do throws(SystemError) {
      let back = net.moves.reversed().map(\.reversed)
      let placer = placer(net.sequence)
      for move in back where move.isFirst { try placer.perform(move) }
      for file in net.files.reversed() where file.before != nil {
        try placer.takeBack(file)
      }
      for file in net.files.reversed() where file.before == nil { try placer.withdraw(file) }
      try takeBackTags(of: net, with: placer)
      for move in back where !move.isFirst { try placer.perform(move) }
      try flushFolders(of: net)
      try journal.takeBack(to: end)
      try? staged.discard()
    } catch {
      throw .storeUncertain(path: path, reason: failure.reason)
    }
    throw .storeUnwritable(path: path, reason: failure.reason)
  }
}
