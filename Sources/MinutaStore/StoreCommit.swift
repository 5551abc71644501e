import MinutaCore
import SystemCalls

/// Brings a transaction into a store's folder, so that it is seen whole or not at all.
///
/// Every new file lies on the disk under a temporary name before the journal's entry commits the
/// transaction; only then does anything take its place. Whoever comes after a writer that died
/// finishes what the entry says.
struct StoreCommit {
  let root: String
  let journal: Journal

  private var staged: StagedFiles { StagedFiles(root: root, folder: journal.folder) }

  /// Files by the number from which on the whole file system is flushed at once.
  private static let manyFiles = 100

  /// Writes an entry's files, commits it, and puts them into their places.
  ///
  /// - Parameter images: what the entry's moves begin with.
  func perform(
    _ entry: JournalEntry,
    staging images: [(path: String, bytes: [UInt8])]
  ) throws(TrackingError) {
    let end: Journal.End?
    do throws(SystemError) {
      end = try journal.end()
      try stage(entry, images)
    } catch {
      try? staged.discard()
      throw .storeUnwritable(path: error.path ?? root, reason: error.reason)
    }
    try commit(entry, after: end)
    do throws(SystemError) {
      try finish(entry)
    } catch {
      try takeBack(entry, after: error)
    }
    try? staged.forget()
  }

  private func commit(
    _ entry: JournalEntry,
    after end: Journal.End?
  ) throws(TrackingError) {
    do throws(SystemError) {
      try journal.append(entry)
    } catch {
      let path = error.path ?? root
      // An entry that cannot be taken off may yet be found whole, and is finished then.
      guard (try? journal.cut(backTo: end)) != nil else {
        throw .storeUncertain(path: path, reason: error.reason)
      }
      try? staged.discard()
      throw .storeUnwritable(path: path, reason: error.reason)
    }
  }

  /// Finishes what the last writer left open, and takes off what it never committed.
  func recover() throws(TrackingError) {
    do throws(SystemError) {
      if try !journal.isClosed() {
        try journal.cutTornEntry()
        if let (entry, isOpen) = try journal.last(), isOpen { try finish(entry) }
      }
      try staged.discard()
    } catch {
      throw .storeUnwritable(path: error.path ?? root, reason: error.reason)
    }
  }

  private func stage(
    _ entry: JournalEntry,
    _ images: [(path: String, bytes: [UInt8])]
  ) throws(SystemError) {
    try makeFolder(journal.folder)
    try staged.note(
      entry.files.map { Place(root: root, path: $0.path).temporary }
        + images.map { "\(root)/\($0.path)" }
    )
    let written = entry.files.filter { $0.after != nil }
    let isMany = written.count >= Self.manyFiles
    for file in written { try stage(file, flushing: !isMany) }
    if isMany { try Folder.flushFileSystem(root) }
    for image in images { try stage(image.bytes, at: "\(root)/\(image.path)") }
  }

  private func stage(_ change: FileChange, flushing: Bool) throws(SystemError) {
    guard let text = change.after else { return }
    let place = Place(root: root, path: change.path)
    try makeFolder(place.folder)
    let old = try FileStatus.of(place.path, following: false)
    let file = try FileDescriptor(
      opening: place.temporary,
      for: .replacing,
      permissions: Self.isPrivate(place.path) ? 0o600 : 0o644
    )
    if let old { try file.setPermissions(old.permissions) }
    try file.write(Array(text.utf8))
    if flushing { try file.flush() }
  }

  private func stage(_ image: [UInt8], at path: String) throws(SystemError) {
    try makeFolder(Folder.parent(of: path) ?? root)
    let file = try FileDescriptor(opening: path, for: .replacing)
    try file.write(image)
    try file.flush()
  }

  private func makeFolder(_ path: String) throws(SystemError) {
    for made in try Folder.make(path, permissions: Self.isPrivate(path) ? 0o700 : 0o755) {
      try Folder.flush(Folder.parent(of: made) ?? "/")
    }
  }

  private static func isPrivate(_ path: String) -> Bool {
    path.contains("/\(MachineLayout.machines)/")
  }

  /// Puts everything into its place; what is there already stays.
  private func finish(_ entry: JournalEntry) throws(SystemError) {
    for file in entry.files { try place(file, sequence: entry.sequence) }
    for move in entry.moves { try perform(move) }
    try flushFolders(of: entry)
    try? journal.close()
  }

  private func flushFolders(of entry: JournalEntry) throws(SystemError) {
    let paths = entry.files.map(\.path) + entry.moves.flatMap { [$0.from, $0.to] }
    let folders = Set(paths.map { Place(root: root, path: $0).folder })
    if folders.count >= Self.manyFiles { return try Folder.flushFileSystem(root) }
    for folder in folders.sorted() where try FileStatus.of(folder) != nil {
      try Folder.flush(folder)
    }
  }

  private func place(_ change: FileChange, sequence: Int) throws(SystemError) {
    let place = Place(root: root, path: change.path)
    let current = try text(place.path)
    if current == change.after { return try discard(place.temporary) }
    if current == change.before {
      guard change.after != nil else { return try Folder.unlink(place.path) }
      if try text(place.temporary) != change.after { try stage(change, flushing: true) }
      return try Folder.rename(place.temporary, to: place.path)
    }
    // Somebody else wrote the file between our reading it and now: both are kept.
    guard change.after != nil else { return }
    if try text(place.temporary) != change.after { try stage(change, flushing: true) }
    try Folder.rename(place.temporary, to: place.conflict(sequence))
  }

  private func perform(_ move: FileMove) throws(SystemError) {
    let (from, to) = ("\(root)/\(move.from)", "\(root)/\(move.to)")
    guard try FileStatus.of(from, following: false) != nil else { return }
    try makeFolder(Folder.parent(of: to) ?? root)
    try Folder.rename(from, to: to)
  }

  private func discard(_ temporary: String) throws(SystemError) {
    if try FileStatus.of(temporary, following: false) != nil { try Folder.unlink(temporary) }
  }

  private func text(_ path: String) throws(SystemError) -> String? {
    do throws(SystemError) {
      let bytes = try FileDescriptor(opening: path, for: .readingInPlace)
        .readAll(limit: .max)
      return String(decoding: bytes, as: UTF8.self)
    } catch  where error.isMissing {
      return nil
    }
  }

  /// Undoes a committed entry that cannot be finished, or leaves it to the next writer.
  private func takeBack(
    _ entry: JournalEntry,
    after failure: SystemError
  ) throws(TrackingError) {
    let path = failure.path ?? root
    do throws(SystemError) {
      for move in entry.moves.reversed() { try perform(FileMove(from: move.to, to: move.from)) }
      for file in entry.files.reversed() {
        let back = FileChange(path: file.path, before: file.after, after: file.before)
        try place(back, sequence: entry.sequence)
      }
      try flushFolders(of: entry)
      try journal.takeBack(entry)
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

  init(root: String, path: String) {
    let whole = "\(root)/\(path)"
    folder = Folder.parent(of: whole) ?? root
    name = String(whole.dropFirst(folder.count + 1))
  }

  var path: String { "\(folder)/\(name)" }

  /// The name under which a file is written before it takes its own.
  ///
  /// It is short, since the file's own name may be as long as a name can be.
  var temporary: String { "\(folder)/.minuta-\(SHA256.hex(of: Array(name.utf8)).prefix(16)).tmp" }

  /// The name of what could not take its own.
  func conflict(_ sequence: Int) -> String {
    let stem = name.hasSuffix(".json") ? String(name.dropLast(5)) : name
    return "\(folder)/\(stem)_conflict_\(sequence).json"
  }
}
