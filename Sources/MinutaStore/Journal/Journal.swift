import Foundation
import MinutaCore
import SystemCalls

/// The write-ahead log of one machine: one file of entries per month.
///
/// Only the newest file grows. Whole old files may disappear; a reader that loses one stops there.
///
/// An entry is committed once its complete line is in the newest file. An empty line marks all
/// entries above it as applied. The end of the newest file therefore shows whether a writer crashed
/// midway.
struct Journal {
  /// The absolute path of the machine's directory, which contains the journal.
  let folder: String
  private let root: String
  /// The path of the machine's directory, relative to the data directory.
  let relativeFolder: String

  /// Creates access to the journal of a machine, which need not exist yet.
  ///
  /// - Parameter folder: the absolute path of a machine's directory inside a data directory.
  init(folder: String) {
    self.folder = folder
    let machines = Directory.parent(of: folder) ?? "/"
    root = Directory.parent(of: machines) ?? "/"
    relativeFolder = "\(StoreLayout.name(ofFile: machines))/\(StoreLayout.name(ofFile: folder))"
  }

  /// The position of the journal's end, which changes with every transaction.
  struct EndPosition: Equatable {
    let file: String
    let size: Int
  }

  /// The state at the journal's end, which shows whether recovery has anything to do.
  struct TailState {
    let end: EndPosition
    /// The sequence number of the last journal entry.
    let sequence: Int
    /// The journal entries that are committed but perhaps not applied, in order.
    let openEntries: [JournalEntry]
    /// The size of the newest file without its uncommitted lines.
    let committedSize: Int
    /// The reason why the open entries must not be applied; nil if they may be.
    var untrustedReason: UntrustedJournalReason?

    /// The open entries, unless they must not be applied.
    var trustedEntries: [JournalEntry] { untrustedReason == nil ? openEntries : [] }

    /// Whether there is no entry left to apply and no uncommitted line left to cut off.
    var isClosed: Bool { openEntries.isEmpty && committedSize == end.size }
  }

  /// Returns the names of the journal's files, oldest first.
  func names() throws(SystemError) -> [String] { try names(where: Self.isName) }

  /// Returns the names of some files in the machine's directory, sorted.
  func names(where isWanted: (String) -> Bool) throws(SystemError) -> [String] {
    do throws(SystemError) {
      return try DirectoryHandle(root).entries(of: relativeFolder).map(\.name).filter(isWanted)
    } catch {
      if error.isMissing { return [] }
      // Report an absolute path; a relative one means little to the user.
      throw SystemError(
        call: error.call,
        path: error.path == relativeFolder ? folder : error.path,
        code: error.code
      )
    }
  }

  /// Returns whether `name` is the name of a journal file, rather than of a sync program's copy of
  /// one.
  static func isName(_ name: String) -> Bool {
    name.hasPrefix("history-") && name.hasSuffix(".jsonl") && name.utf8.count == 21
  }

  /// Returns the current end position; nil if the journal is empty.
  func end() throws(SystemError) -> EndPosition? {
    guard let name = try names().last else { return nil }
    return EndPosition(file: name, size: try FileStatus.of(path(name))?.size ?? 0)
  }

  /// Returns the name and status of the newest file; nil if the journal is empty.
  func newestFile() throws(SystemError) -> (name: String, status: FileStatus)? {
    guard let name = try names().last else { return nil }
    return try FileStatus.of(path(name), following: false).map { (name, $0) }
  }

  /// Reads the state at the journal's end; nil if the journal is empty.
  func tail() throws(SystemError) -> TailState? {
    guard let name = try names().last else { return nil }
    let file = try open(name, for: .readingNoFollow)
    let size = try file.status().size
    let tail = try JournalTailReader(of: file)
    // Lines after an incomplete line were never committed either.
    var entries: [JournalEntry] = []
    var uncommitted = tail.incompleteBytes
    for line in tail.openLines {
      if uncommitted == tail.incompleteBytes, let entry = try entry(line, in: name) {
        entries.append(entry)
      } else {
        uncommitted += line.count + 1
      }
    }
    return TailState(
      end: EndPosition(file: name, size: size),
      sequence: try sequence(of: entries.last, or: tail.lastLine, in: name),
      openEntries: entries,
      committedSize: size - uncommitted,
      untrustedReason: try entries.isEmpty ? nil : untrustedReason(of: entries)
    )
  }

  private func untrustedReason(of entries: [JournalEntry]) throws(SystemError)
    -> UntrustedJournalReason?
  {
    let folder = try DirectoryHandle(relativeFolder, beneath: DirectoryHandle(root))
    var statuses = [try folder.status()]
    for name in try names() {
      if let file = try folder.fileStatus(of: name) { statuses.append(file) }
    }
    return UntrustedJournalReason(of: entries, in: statuses)
  }

  /// Returns the last sequence number, from the last open entry, the last line, or else a search of
  /// all files.
  private func sequence(
    of entry: JournalEntry?,
    or line: [UInt8]?,
    in name: String
  ) throws(SystemError) -> Int {
    if let entry { return entry.sequence }
    if let line, let entry = try self.entry(line, in: name) { return entry.sequence }
    var sequence = 0
    try entries { entry in
      sequence = entry.sequence
      return false
    }
    return sequence
  }

  /// Passes the journal entries to `body`, newest first, until it returns false.
  func entries(_ body: (JournalEntry) -> Bool) throws(SystemError) {
    for name in try names().reversed() {
      guard var lines = try existingLines(of: name) else { return }
      while let line = try lines.next() {
        if let entry = try entry(line.bytes, in: name), !body(entry) { return }
      }
    }
  }

  /// Parses a line of the journal.
  ///
  /// If the entry contains a path that Minuta never writes, its changes are dropped.
  ///
  /// - Returns: nil if the line is incomplete.
  func entry(
    _ line: some Collection<UInt8>,
    in name: String
  ) throws(SystemError) -> JournalEntry? {
    guard var entry = JournalEntry(line: line) else {
      if JournalEntry.hasOtherVersion(line) { throw .unsupportedVersion(path(name)) }
      return nil
    }
    if let path = entry.refusedPath(in: relativeFolder) {
      entry.refusedPath = path
      (entry.files, entry.moves, entry.tags, entry.tagList) = ([], [], [], nil)
    }
    return entry
  }

  /// The location of an entry's line in the journal.
  struct LineLocation {
    let file: String
    let offset: Int
    let size: Int
  }

  /// Passes the idempotency keys of each recent entry and its location to `body`, newest first.
  ///
  /// - Parameter end: the position to start from. Nil, or a position in an older file, reads all
  ///   keys.
  /// - Returns: Whether all keys were read.
  func idempotencyKeys(
    since end: EndPosition?,
    _ body: ([String], LineLocation) -> Void
  ) throws(SystemError) -> Bool {
    let newest = try names().last
    let readsAll = end == nil || newest != end?.file
    try recentEntries(with: [#""keyedResults":["#], since: readsAll ? nil : end) {
      entry,
      location in
      body(entry.idempotentResults.map(\.key), location)
      return true
    }
    return readsAll
  }

  /// Reads the entry at `location`; nil if it is no longer there.
  func entry(at location: LineLocation) throws(SystemError) -> JournalEntry? {
    do throws(SystemError) {
      return JournalEntry(line: try bytes(at: location))
    } catch  where error.isMissing {
      return nil
    }
  }

  func bytes(at location: LineLocation) throws(SystemError) -> [UInt8] {
    try open(location.file, for: .readingNoFollow).read(at: location.offset, count: location.size)
  }

  /// Returns whether any journal entry changed a tag, or was made when there was a tag list.
  ///
  /// The entry that created the list may have been dropped.
  func mentionsTags() throws(SystemError) -> Bool {
    let markers = [#""tags":["#, #""path":"tags.json""#, #""tagList":""#].map { Array($0.utf8) }
    for name in try names() {
      guard var lines = try existingLines(of: name) else { continue }
      while let line = try lines.next() {
        if markers.contains(where: line.bytes.containsBytes) { return true }
      }
    }
    return false
  }

  /// Returns the lines of a file; nil if it was dropped after its name was read.
  func existingLines(
    of name: String,
    from start: Int = 0,
    limit: Int? = nil
  ) throws(SystemError) -> ReverseLineReader? {
    do throws(SystemError) {
      let file = try open(name, for: .readingNoFollow)
      return try ReverseLineReader(file, at: path(name), from: start, limit: limit)
    } catch  where error.isMissing {
      return nil
    }
  }

  /// Appends entries and flushes the file, which commits them.
  ///
  /// If this fails, part of the lines may be in the file until `truncate(to:)` removes them.
  ///
  /// - Parameter name: the name that `file(for:after:)` returns.
  /// - Returns: The file that the entries were appended to.
  func append(_ entries: [JournalEntry], to name: String) throws(SystemError) -> FileDescriptor {
    let file = try openForWriting(name)
    try file.write(entries.flatMap(\.line))
    try file.flush()
    return file
  }

  /// Removes the bytes that were written to the journal after `end`.
  func truncate(to end: EndPosition?) throws(SystemError) {
    guard let now = try self.end(), now != end else { return }
    let size = now.file == end?.file ? end?.size ?? 0 : 0
    if now.size > size {
      try open(now.file, for: .truncating).truncate(to: size)
    }
  }

  /// Removes the entries committed after `end`, and flushes the file.
  func rollBack(to end: EndPosition?) throws(SystemError) {
    try truncate(to: end)
    if let file = try newest(for: .truncating) { try file.flush() }
  }

  /// Opens the newest file of the journal; nil if the journal is empty.
  func newest(for access: FileOpenMode) throws(SystemError) -> FileDescriptor? {
    guard let name = try names().last else { return nil }
    return try open(name, for: access)
  }

  /// Appends the empty line that marks all entries in the journal as applied.
  ///
  /// The mark isn't flushed. If a power loss drops it, the next writer finds everything in place.
  ///
  /// - Parameter file: the newest file, opened for appending.
  func markApplied(_ file: borrowing FileDescriptor) throws(SystemError) {
    try file.write([UInt8(ascii: "\n")])
  }

  /// Returns the name of the file for new entries: the file of the month, or a later existing file
  /// if the clock was set back.
  ///
  /// - Parameter end: the current end of the journal.
  func file(for now: Date, after end: EndPosition?) -> String {
    let month = CivilTime(utcSeconds: now.unixSeconds).dateText.prefix(7)
    return max("history-\(month).jsonl", end?.file ?? "")
  }

  private func openForWriting(_ name: String) throws(SystemError) -> FileDescriptor {
    do throws(SystemError) {
      return try open(name, for: .appending)
    } catch  where error.isMissing {
      return try make(name)
    }
  }

  private func make(_ name: String) throws(SystemError) -> FileDescriptor {
    let files = StoreFileSystem(root)
    _ = try files.makeDirectory(relativeFolder, permissions: 0o700)
    let file = try files.open(
      "\(relativeFolder)/\(name)",
      for: .appendingOrCreating,
      permissions: 0o600
    )
    try files.flush(folder: relativeFolder)
    return file
  }

  /// Opens an existing regular file.
  ///
  /// Rejects pipes, which would block, and links, which could point outside the directory.
  private func open(
    _ name: String,
    for access: FileOpenMode
  ) throws(SystemError) -> FileDescriptor {
    let file = try DirectoryHandle(root).open("\(relativeFolder)/\(name)", for: access)
    if try file.status().kind != .regular { throw .notRegular(path(name)) }
    return file
  }

  func path(_ name: String) -> String { "\(folder)/\(name)" }
}
