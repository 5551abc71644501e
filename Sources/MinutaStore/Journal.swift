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

  /// The end of the journal; it moves with every transaction.
  struct End: Equatable {
    let file: String
    let size: Int
  }

  /// The names of the files, oldest first.
  func names() throws(SystemError) -> [String] {
    (try Folder.names(in: folder) ?? []).filter {
      $0.hasPrefix("history-") && $0.hasSuffix(".jsonl")
    }
  }

  /// The end as it is now; nil where nothing was ever written.
  func end() throws(SystemError) -> End? {
    guard let name = try names().last else { return nil }
    return End(file: name, size: try FileStatus.of(path(name))?.size ?? 0)
  }

  /// Whether the last entry was finished, and nothing stands after it.
  func isClosed() throws(SystemError) -> Bool {
    guard let name = try names().last else { return true }
    let file = try open(name, for: .reading)
    let size = try file.status().size
    let lineBreak = UInt8(ascii: "\n")
    if size == 0 { return true }
    return try file.read(at: max(0, size - 2), count: 2) == [lineBreak, lineBreak]
  }

  /// The last entry, and whether it has still to be finished.
  func last() throws(SystemError) -> (entry: JournalEntry, isOpen: Bool)? {
    for name in try names().reversed() {
      let file = try open(name, for: .reading)
      let tail = try JournalTail(of: file)
      if let line = tail.lastLine, let entry = JournalEntry(line: line) {
        return (entry, tail.isOpen)
      }
    }
    return nil
  }

  /// Hands over the entries, the newest first, until `body` has seen enough.
  func entries(_ body: (JournalEntry) -> Bool) throws(SystemError) {
    for name in try names().reversed() {
      let bytes = try open(name, for: .reading).readAll(limit: .max)
      for line in bytes.split(separator: UInt8(ascii: "\n")).reversed() {
        guard let entry = JournalEntry(line: line) else { continue }
        if !body(entry) { return }
      }
    }
  }

  /// Appends an entry and waits until the disk has it, which commits it.
  ///
  /// What an append that failed has written is there until `cut(backTo:)` takes it off.
  func append(_ entry: JournalEntry) throws(SystemError) {
    let file = try openForWriting(at: entry.origin.now)
    try file.write(entry.line)
    try file.flush()
  }

  /// Takes off what was written since the journal had an end.
  func cut(backTo end: End?) throws(SystemError) {
    guard let now = try self.end(), now != end else { return }
    let size = now.file == end?.file ? end?.size ?? 0 : 0
    if now.size > size {
      try open(now.file, for: .changing).truncate(to: size)
    }
  }

  /// Notes that the last entry has been finished.
  ///
  /// It is not waited for: after a loss of power the next writer finds everything in its place.
  func close() throws(SystemError) {
    try newest()?.write([UInt8(ascii: "\n")])
  }

  /// Takes the last entry off, which was not finished.
  func takeBack(_ entry: JournalEntry) throws(SystemError) {
    guard let file = try newest() else { return }
    try file.truncate(to: try file.status().size - entry.line.count)
    try file.flush()
  }

  /// Cuts off the beginning of an entry that was never committed.
  func cutTornEntry() throws(SystemError) {
    guard let file = try newest(.changing) else { return }
    let tail = try JournalTail(of: file)
    if tail.tornBytes > 0 { try file.truncate(to: try file.status().size - tail.tornBytes) }
  }

  private func newest(_ access: FileAccess = .appending) throws(SystemError) -> FileDescriptor? {
    guard let name = try names().last else { return nil }
    return try open(name, for: access)
  }

  /// The file of a month, or a later one that is there since the clock was set back.
  private func openForWriting(at now: Date) throws(SystemError) -> FileDescriptor {
    let month = CivilTime(utcSeconds: now.wholeSeconds).dateText.prefix(7)
    let name = max("history-\(month).jsonl", try names().last ?? "")
    if try FileStatus.of(path(name), following: false) != nil {
      return try open(name, for: .appending)
    }
    for made in try Folder.make(folder, permissions: 0o700) {
      try Folder.flush(Folder.parent(of: made) ?? "/")
    }
    let file = try FileDescriptor(
      opening: path(name),
      for: .appendingOrCreating,
      permissions: 0o600
    )
    try Folder.flush(folder)
    return file
  }

  /// Opens a file that is there; a pipe would be waited for, and a link could lead anywhere.
  private func open(
    _ name: String,
    for access: FileAccess
  ) throws(SystemError) -> FileDescriptor {
    let kind = try FileStatus.of(path(name), following: false)?.kind
    if kind == .link || kind == .other { throw SystemError.notRegular(path(name)) }
    return try FileDescriptor(opening: path(name), for: access)
  }

  private func path(_ name: String) -> String { "\(folder)/\(name)" }
}
