import Glibc

/// A folder that is held open, so that the way to it is not gone for every file; paths are within it.
package struct DirectoryHandle: ~Copyable, Sendable {
  let descriptor: FileDescriptor

  /// What a name in a folder stands for.
  package struct Entry: Sendable {
    package let name: String
    /// Nil where only a further look can tell.
    package let kind: FileStatus.Kind?
  }

  package init(_ path: String) throws(SystemError) {
    descriptor = try FileDescriptor(opening: path, for: .directory)
  }

  /// Opens a folder below another; no link is followed.
  ///
  /// - Parameter path: within the other; `.` is that itself.
  package init(_ path: String, beneath folder: borrowing DirectoryHandle) throws(SystemError) {
    descriptor = try folder.open(path, for: .directory)
  }

  private func status(of path: UnsafePointer<CChar>) throws(SystemError) -> stat? {
    var status = stat()
    if fstatat(descriptor.number, path, &status, AT_SYMLINK_NOFOLLOW) == 0 { return status }
    if errno == ENOENT || errno == ENOTDIR { return nil }
    throw .last("stat", String(cString: path))
  }

  /// The stamp of what stands under a path itself.
  package func fingerprint(of path: UnsafePointer<CChar>) throws(SystemError) -> FileFingerprint {
    guard let status = try status(of: path) else { return .missing }
    return fingerprint(status)
  }

  /// What stands under a path itself, with its stamp; nil where there is nothing.
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

  /// The entries of a folder, sorted by name, without `.` and `..`.
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

  /// The kinds that `readdir(3)` numbers.
  private static func kind(_ number: UInt8) -> FileStatus.Kind? {
    switch number {
    case 0: nil
    case 4: .directory
    case 8: .regular
    case 10: .link
    default: .other
    }
  }

  /// Reads what stands under a path itself; of anything but a regular file only the stamp.
  ///
  /// - Parameter buffer: takes the content; one that does not leave a byte of it free is too large.
  /// - Returns: The number of bytes read, nil for anything but a regular file.
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
      // A regular file gives less than there is room for at its end only.
      if step == 0 || count >= Int(status.st_size) && step < room { return (count, fingerprint) }
    }
    return (count, fingerprint)
  }
}
