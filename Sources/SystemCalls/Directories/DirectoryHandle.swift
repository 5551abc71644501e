import Glibc

/// An open directory, through which the files below it are accessed.
///
/// Paths are resolved relative to the open directory, even if its own path is renamed or replaced
/// meanwhile.
package struct DirectoryHandle: ~Copyable, Sendable {
  let descriptor: FileDescriptor

  /// A directory entry, as returned by `entries(of:)`.
  package struct Entry: Sendable {
    package let name: String
    /// The file type; nil if `readdir` doesn't report it.
    package let kind: FileStatus.Kind?
  }

  package init(_ path: String) throws(SystemError) {
    descriptor = try FileDescriptor(opening: path, for: .directory)
  }

  /// Opens a subdirectory without following symbolic links.
  ///
  /// - Parameter path: The path relative to `folder`; `.` opens `folder` itself again.
  package init(_ path: String, beneath folder: borrowing DirectoryHandle) throws(SystemError) {
    descriptor = try folder.open(path, for: .directory)
  }

  private func status(of path: UnsafePointer<CChar>) throws(SystemError) -> stat? {
    var status = stat()
    if fstatat(descriptor.number, path, &status, AT_SYMLINK_NOFOLLOW) == 0 { return status }
    if errno == ENOENT || errno == ENOTDIR { return nil }
    throw .last("stat", String(cString: path))
  }

  /// Returns the fingerprint of the file at a path, without following a symbolic link.
  package func fingerprint(of path: UnsafePointer<CChar>) throws(SystemError) -> FileFingerprint {
    guard let status = try status(of: path) else { return .missing }
    return fingerprint(status)
  }

  /// Returns the type and fingerprint of the file at a path; nil if it doesn't exist.
  ///
  /// Symbolic links are not followed.
  package func kindAndFingerprint(
    at path: String
  ) throws(SystemError) -> (kind: FileStatus.Kind, fingerprint: FileFingerprint)? {
    guard let status = try status(of: path) else { return nil }
    return (FileStatus(status).kind, fingerprint(status))
  }

  private func fingerprint(_ status: stat) -> FileFingerprint {
    let folder = descriptor.number
    return FileFingerprint(status) {
      TimestampGranularity.areFineGrained(of: status, within: folder)
    }
  }

  /// Returns the entries of a subdirectory, sorted by name, without `.` and `..`.
  package func entries(of path: String) throws(SystemError) -> [Entry] {
    let number = ConfinedFileOpener.open(path, in: descriptor.number, for: .directory)
    guard number >= 0 else { throw .last("open", path) }
    guard let stream = fdopendir(number) else {
      let error = SystemError.last("opendir", path)
      close(number)
      throw error
    }
    defer { closedir(stream) }
    var entries: [Entry] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." {
        entries.append(Entry(name: name, kind: Self.kind(entry.pointee.d_type)))
      }
      errno = 0
    }
    if errno != 0 { throw .last("readdir", path) }
    return entries.sorted { $0.name < $1.name }
  }

  /// Converts the file type reported by readdir(3) (`d_type`); returns nil if it is unknown.
  private static func kind(_ number: UInt8) -> FileStatus.Kind? {
    switch number {
    case 0: nil
    case 4: .directory
    case 8: .regular
    case 10: .link
    default: .other
    }
  }

  /// Reads a regular file and its fingerprint, without following a symbolic link.
  ///
  /// - Parameter buffer: Receives the content. If it is filled completely, the file may be larger.
  /// - Returns: The number of bytes read, or nil if the file isn't regular; and the fingerprint.
  package func read(
    _ path: String,
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> (count: Int?, fingerprint: FileFingerprint) {
    let number = try systemCall("open", path) {
      ConfinedFileOpener.open(path, in: descriptor.number, for: .readingNoFollow)
    }
    defer { close(number) }
    var status = stat()
    try systemCall("fstat", path) { fstat(number, &status) }
    let fingerprint = fingerprint(status)
    guard FileStatus(status).kind == .regular else { return (nil, fingerprint) }
    var count = 0
    while count < buffer.count {
      let place = buffer.baseAddress?.advanced(by: count)
      let room = buffer.count - count
      let step = try systemCall("read", path) { Glibc.read(number, place, room) }
      count += step
      // A read that returns less than requested, at or after the known size, has reached the end of
      // the file. So no further read is needed.
      if step == 0 || count >= Int(status.st_size) && step < room { return (count, fingerprint) }
    }
    return (count, fingerprint)
  }
}
