import Foundation
import MinutaCore
import SystemCalls

/// What one machine wrote into a store: a file of entries for each month, appended to.
///
/// An entry is committed once its line stands whole in the newest file, and its files have taken
/// their places once an empty line follows. So the end of the newest file tells all there is to know
/// about a writer that died.
struct Journal {
  /// Absolute.
  let folder: String
  private let root: String
  /// The folder within the store.
  let place: String

  /// - Parameter folder: the absolute path of a machine's folder in a store.
  init(folder: String) {
    self.folder = folder
    let machines = Directory.parent(of: folder) ?? "/"
    root = Directory.parent(of: machines) ?? "/"
    place = "\(StoreLayout.name(ofFile: machines))/\(StoreLayout.name(ofFile: folder))"
  }

  /// The end of the journal; it moves with every transaction.
  struct EndPosition: Equatable {
    let file: String
    let size: Int
  }

  /// What stands at the end of the journal.
  struct Tail {
    let end: EndPosition
    /// The last number that was given to an entry.
    let sequence: Int
    /// The entries that are committed and have still to be finished, in order.
    let openEntries: [JournalEntry]
    /// The size of the file without what was written and never committed.
    let committedSize: Int
    /// Why the open entries may not be finished; nil where they may.
    var untrustedReason: UntrustedJournalReason?

    /// The open entries, without those that nobody may finish.
    var trustedEntries: [JournalEntry] { untrustedReason == nil ? openEntries : [] }

    /// Whether nothing is left to be done about it.
    var isClosed: Bool { openEntries.isEmpty && committedSize == end.size }
  }

  /// The names of the files, oldest first.
  func names() throws(SystemError) -> [String] {
    do throws(SystemError) {
      return try DirectoryHandle(root).entries(of: place).map(\.name).filter(Self.isName)
    } catch {
      if error.isMissing { return [] }
      // A path within the store says little to a person.
      throw SystemError(
        call: error.call,
        path: error.path == place ? folder : error.path,
        code: error.code
      )
    }
  }

  /// Whether a file is one of the journal's, and not a copy that a sync made of one.
  static func isName(_ name: String) -> Bool {
    name.hasPrefix("history-") && name.hasSuffix(".jsonl") && name.utf8.count == 21
  }

  /// The end as it is now; nil where nothing was ever written.
  func end() throws(SystemError) -> EndPosition? {
    guard let name = try names().last else { return nil }
    return EndPosition(file: name, size: try FileStatus.of(path(name))?.size ?? 0)
  }

  /// The newest file and what the system knows of it; nil where nothing was ever written.
  func newestFile() throws(SystemError) -> (name: String, status: FileStatus)? {
    guard let name = try names().last else { return nil }
    return try FileStatus.of(path(name), following: false).map { (name, $0) }
  }

  /// Reads the end; nil where nothing was ever written.
  func tail() throws(SystemError) -> Tail? {
    guard let name = try names().last else { return nil }
    let file = try open(name, for: .readingNoFollow)
    let size = try file.status().size
    let tail = try JournalTailReader(of: file)
    // What comes after an entry that is not whole was never committed either.
    var entries: [JournalEntry] = []
    var uncommitted = tail.incompleteBytes
    for line in tail.openLines {
      if uncommitted == tail.incompleteBytes, let entry = try entry(line, in: name) {
        entries.append(entry)
      } else {
        uncommitted += line.count + 1
      }
    }
    return Tail(
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
    let folder = try DirectoryHandle(place, beneath: DirectoryHandle(root))
    var places = [try folder.status()]
    for name in try names() {
      if let file = try folder.fileStatus(of: name) { places.append(file) }
    }
    return UntrustedJournalReason(of: entries, in: places)
  }

  /// The last number that was given, where neither the last open entry nor the last line tells.
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

  /// Hands over the entries, the newest first, until `body` has seen enough.
  func entries(_ body: (JournalEntry) -> Bool) throws(SystemError) {
    for name in try names().reversed() {
      var lines = try lines(of: name)
      while let line = try lines.next() {
        if let entry = try entry(line.bytes, in: name), !body(entry) { return }
      }
    }
  }

  /// Reads an entry; one with a path that none of ours has is read without its changes.
  ///
  /// - Returns: Nil for a line that was not written whole.
  func entry(
    _ line: some Collection<UInt8>,
    in name: String
  ) throws(SystemError) -> JournalEntry? {
    guard var entry = JournalEntry(line: line) else {
      if JournalEntry.hasOtherVersion(line) { throw .unsupportedVersion(path(name)) }
      return nil
    }
    if let path = entry.refusedPath(in: place) {
      entry.refusedPath = path
      (entry.files, entry.moves, entry.tags, entry.tagList) = ([], [], [], nil)
    }
    return entry
  }

  /// The place of a line.
  struct LineLocation {
    let file: String
    let offset: Int
    let size: Int
  }

  /// Where the answers stand that were kept lately.
  ///
  /// - Parameters:
  ///   - end: from where on; nil, or an end in an older file, for all of them.
  ///   - body: takes the keys of an entry and its place, the newest first.
  /// - Returns: Whether they are all.
  func idempotencyKeys(
    since end: EndPosition?,
    _ body: ([String], LineLocation) -> Void
  ) throws(SystemError) -> Bool {
    let newest = try names().last
    let isWhole = end == nil || newest != end?.file
    try recentEntries(with: [#""keyedResults":["#], since: isWhole ? nil : end) { entry, place in
      body(entry.idempotentResults.map(\.key), place)
      return true
    }
    return isWhole
  }

  /// The entry at a place; nil where there is none any more.
  func entry(at place: LineLocation) throws(SystemError) -> JournalEntry? {
    JournalEntry(line: try bytes(at: place))
  }

  func bytes(at place: LineLocation) throws(SystemError) -> [UInt8] {
    try open(place.file, for: .readingNoFollow).read(at: place.offset, count: place.size)
  }

  /// Whether there were tags once.
  func mentionsTags() throws(SystemError) -> Bool {
    let marks = [#""tags":["#, #""path":"tags.json""#].map { Array($0.utf8) }
    for name in try names() {
      var lines = try lines(of: name)
      while let line = try lines.next() {
        if marks.contains(where: { line.bytes.contains($0) }) { return true }
      }
    }
    return false
  }

  func lines(
    of name: String,
    from start: Int = 0,
    limit: Int? = nil
  ) throws(SystemError) -> ReverseLineReader {
    let file = try open(name, for: .readingNoFollow)
    return try ReverseLineReader(file, at: path(name), from: start, limit: limit)
  }

  /// Appends entries and waits until the disk has them, which commits them.
  ///
  /// What an append that failed has written is there until `truncate(to:)` takes it off.
  ///
  /// - Parameter name: as `file(for:after:)` tells it.
  /// - Returns: The file that they were appended to.
  func append(_ entries: [JournalEntry], to name: String) throws(SystemError) -> FileDescriptor {
    let file = try openForWriting(name)
    try file.write(entries.flatMap(\.line))
    try file.flush()
    return file
  }

  /// Takes off what was written since the journal had an end.
  func truncate(to end: EndPosition?) throws(SystemError) {
    guard let now = try self.end(), now != end else { return }
    let size = now.file == end?.file ? end?.size ?? 0 : 0
    if now.size > size {
      try open(now.file, for: .truncating).truncate(to: size)
    }
  }

  /// Takes off what was committed since the journal had an end, and waits until the disk knows.
  func rollBack(to end: EndPosition?) throws(SystemError) {
    try truncate(to: end)
    if let file = try newest(for: .truncating) { try file.flush() }
  }

  /// The newest file; nil where nothing was ever written.
  func newest(for access: FileAccess) throws(SystemError) -> FileDescriptor? {
    guard let name = try names().last else { return nil }
    return try open(name, for: access)
  }

  /// Notes that what stands in the journal has been finished.
  ///
  /// It is not waited for: after a loss of power the next writer finds everything in its place.
  ///
  /// - Parameter file: the newest, opened for appending.
  func markFinished(_ file: borrowing FileDescriptor) throws(SystemError) {
    try file.write([UInt8(ascii: "\n")])
  }

  /// The file of a month, or a later one that is there since the clock was set back.
  ///
  /// - Parameter end: the end of the journal now.
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
    _ = try files.makeDirectory(place, permissions: 0o700)
    let file = try files.open("\(place)/\(name)", for: .appendingOrCreating, permissions: 0o600)
    try files.flush(folder: place)
    return file
  }

  /// Opens a file that is there; a pipe would be waited for, and a link could lead anywhere.
  private func open(
    _ name: String,
    for access: FileAccess
  ) throws(SystemError) -> FileDescriptor {
    let file = try DirectoryHandle(root).open("\(place)/\(name)", for: access)
    if try file.status().kind != .regular { throw .notRegular(path(name)) }
    return file
  }

  func path(_ name: String) -> String { "\(folder)/\(name)" }
}
