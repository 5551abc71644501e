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
  let root: String
  let journal: Journal
  var lastTail = LastTail()
  /// Sees what is done to the folders.
  let witness = FolderWitness()

  private var staged: StagedFiles { StagedFiles(root: root, folder: journal.folder) }

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
      throw .storeUnwritable(path: error.path ?? root, reason: StoreError.system(error).reason)
    }
    let name = journal.file(for: entries[0].origin.now, after: end)
    let file = try commit(entries, to: name, after: end)
    do throws(SystemError) {
      try finish(net, isStaged: true)
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
    do throws(SystemError) {
      var tail = try lastTail.tail(of: journal)
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
          try finish(NetChange(of: open.openEntries), isStaged: false)
          if let file = try journal.newest(for: .appending) { try journal.close(file) }
        }
        tail = try journal.tail()
      }
      try staged.discard()
      return tail
    } catch {
      throw .storeUnwritable(path: error.path ?? root, reason: error.reason)
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
    made += try makeFolder(journal.folder)
    let places = net.written.map { Place(root: root, path: $0.path) }
    try staged.note(places.map(\.temporary) + images.map { "\(root)/\($0.path)" })
    let written = zip(net.written, places).filter { $0.0.after != nil }
    let isMany = written.count >= Self.manyFiles
    for folder in Set(written.map(\.1.folder)) { made += try makeFolder(folder) }
    for (file, place) in written { try stage(file, at: place, flushing: !isMany) }
    if isMany { try Folder.flushFileSystem(root) }
    for image in images {
      let path = "\(root)/\(image.path)"
      made += try makeFolder(Folder.parent(of: path) ?? root)
      try stage(image.bytes, at: path)
    }
    // Unlike a text, an image does not stand in the journal, so its name must last before that.
    let folders = Set(images.map { Place(root: root, path: $0.path).folder })
    for folder in folders.sorted() { try Folder.flush(folder) }
  }

  private func stage(
    _ change: FileChange,
    at place: Place,
    flushing: Bool
  ) throws(SystemError) {
    guard let text = change.after else { return }
    let old = try FileStatus.of(place.path, following: false)
    let file = try witness.around(place.folder) { () throws(SystemError) in
      try FileDescriptor(
        opening: place.temporary,
        for: .replacing,
        permissions: isPrivate(place.path) ? 0o600 : 0o644
      )
    }
    if let old { try file.setPermissions(old.permissions) }
    try file.write(Array(text.utf8))
    if flushing { try file.flush() }
  }

  private func stage(_ image: [UInt8], at path: String) throws(SystemError) {
    let file = try FileDescriptor(opening: path, for: .replacing)
    try file.write(image)
    try file.flush()
  }

  /// Makes a folder of the store; a link in its place could lead anywhere, and is not followed.
  ///
  /// - Returns: The folders that were made, from the top.
  @discardableResult
  func makeFolder(_ path: String) throws(SystemError) -> [String] {
    var above = path
    var isThere = false
    while above.utf8.count > root.utf8.count {
      let kind = try FileStatus.of(above, following: false)?.kind
      if kind == .link { throw .link(above) }
      if above == path { isThere = kind == .folder }
      above = Folder.parent(of: above) ?? root
    }
    if isThere { return [] }
    let made = try Folder.make(path, permissions: isPrivate(path) ? 0o700 : 0o755)
    for folder in made { try Folder.flush(Folder.parent(of: folder) ?? "/") }
    return made
  }

  private func isPrivate(_ path: String) -> Bool {
    path.hasPrefix("\(root)/\(MachineLayout.machines)/")
  }

  /// Puts everything into its place; what is there already stays.
  ///
  /// - Parameter isStaged: whether the temporary files are known to be whole.
  private func finish(_ net: NetChange, isStaged: Bool) throws(SystemError) {
    for move in net.moves where move.isFirst { try perform(move) }
    var edited: Set<UUID> = []
    for file in net.files
    where try !place(file, sequence: net.sequence, isStaged: isStaged) {
      let ids = [file.before, file.after].compactMap(JournalEntry.record).map(\.entity.id)
      edited.formUnion(ids)
    }
    try placeTags(of: net, isStaged: isStaged)
    // The images of a record that somebody else changed stay with it.
    let kept = net.moves(of: edited)
    for move in net.moves where !move.isFirst && !kept.contains(move) { try perform(move) }
    try flushFolders(of: net)
  }

  private func flushFolders(of net: NetChange) throws(SystemError) {
    let tags = net.tags.isEmpty ? [] : [StoreLayout.tags]
    let paths = net.files.map(\.path) + tags + net.moves.flatMap { [$0.from, $0.to] }
    let folders = Set(paths.map { Folder.parent(of: "\(root)/\($0)") ?? root })
    if folders.count >= Self.manyFiles { return try Folder.flushFileSystem(root) }
    for folder in folders.sorted() where try FileStatus.of(folder) != nil {
      try Folder.flush(folder)
    }
  }

  /// Puts a file into its place.
  ///
  /// - Returns: Whether it is there; not where somebody else wrote it between our reading it and
  ///   now, so that both are kept.
  func place(
    _ change: FileChange,
    sequence: Int,
    isStaged: Bool
  ) throws(SystemError) -> Bool {
    let place = Place(root: root, path: change.path)
    let current = try text(place.path)
    if current.hasBytes(of: change.after) {
      try discard(place.temporary, in: place.folder)
      return true
    }
    let isOurs = current.hasBytes(of: change.before)
    if change.after == nil {
      if isOurs { try unlink(place.path, in: place.folder) }
    } else {
      if !isStaged { try stageAgain(change, at: place) }
      let name = isOurs ? place.path : place.conflict(sequence)
      try witness.around(place.folder) { () throws(SystemError) in
        try Folder.rename(place.temporary, to: name)
      }
      if !isOurs { witness.spoil(place.folder) }
    }
    return isOurs
  }

  /// Writes the temporary file of a change, where it is not there as it was flushed.
  private func stageAgain(_ change: FileChange, at place: Place) throws(SystemError) {
    if try text(place.temporary).hasBytes(of: change.after) { return }
    try makeFolder(place.folder)
    try stage(change, at: place, flushing: true)
  }

  private func perform(_ move: FileMove) throws(SystemError) {
    if Self.leavesFolder(move.from) || Self.leavesFolder(move.to) { return }
    let (from, to) = ("\(root)/\(move.from)", "\(root)/\(move.to)")
    guard try FileStatus.of(from, following: false)?.kind == .regular else { return }
    // What has the place already stays.
    if try FileStatus.of(to, following: false) != nil { return }
    try makeFolder(Folder.parent(of: to) ?? root)
    try witness.around(Folder.parent(of: from) ?? root) { () throws(SystemError) in
      try witness.around(Folder.parent(of: to) ?? root) { () throws(SystemError) in
        try Folder.rename(from, to: to)
      }
    }
  }

  /// Whether a path within the store may lead out of it.
  private static func leavesFolder(_ path: String) -> Bool {
    path.utf8.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("..".utf8) }
  }

  private func discard(_ temporary: String, in folder: String) throws(SystemError) {
    if try FileStatus.of(temporary, following: false) != nil { try unlink(temporary, in: folder) }
  }

  private func unlink(_ path: String, in folder: String) throws(SystemError) {
    try witness.around(folder) { () throws(SystemError) in try Folder.unlink(path) }
  }

  /// The text under the temporary name of a file; nil where there is none.
  func stagedText(of path: String) throws(SystemError) -> String? {
    try text(Place(root: root, path: path).temporary)
  }

  func text(_ path: String) throws(SystemError) -> String? {
    do throws(SystemError) {
      let bytes = try FileDescriptor(opening: path, for: .readingInPlace)
        .readAll(limit: .max)
      return String(decoding: bytes, as: UTF8.self)
    } catch  where error.isMissing {
      return nil
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
      for move in back where move.isFirst { try perform(move) }
      for file in net.files.reversed() {
        let back = FileChange(path: file.path, before: file.after, after: file.before)
        _ = try place(back, sequence: net.sequence, isStaged: false)
      }
      try takeBackTags(of: net)
      for move in back where !move.isFirst { try perform(move) }
      try flushFolders(of: net)
      try journal.takeBack(to: end)
      try? staged.discard()
    } catch {
      throw .storeUncertain(path: path, reason: failure.reason)
    }
    throw .storeUnwritable(path: path, reason: failure.reason)
  }
}

/// Where a file of the store lies.
private struct Place {
  let folder: String
  let name: String
  /// The name under which a file is written before it takes its own.
  ///
  /// It is short, since the file's own name may be as long as a name can be.
  let temporary: String

  init(root: String, path: String) {
    let whole = "\(root)/\(path)"
    folder = Folder.parent(of: whole) ?? root
    name = String(Substring(whole.utf8.dropFirst(folder.utf8.count + 1)))
    temporary = "\(folder)/.minuta-\(SHA256.hex(of: Array(name.utf8)).prefix(16)).tmp"
  }

  var path: String { "\(folder)/\(name)" }

  /// The name of what could not take its own.
  func conflict(_ sequence: Int) -> String {
    let stem = name.hasSuffix(".json") ? String(name.dropLast(5)) : name
    return "\(folder)/\(stem)_conflict_\(sequence).json"
  }
}
