import Glibc

/// An open file, closed when its value goes; never inherited by a child.
package struct FileDescriptor: ~Copyable, Sendable {
  package let number: CInt
  let path: String

  /// Opens a file.
  ///
  /// - Parameter permissions: those of a file that is made.
  package init(
    opening path: String,
    for access: FileAccess,
    permissions: UInt32 = 0o644
  ) throws(SystemError) {
    try self.init(path, for: access) { open(path, access.flags | O_CLOEXEC, permissions) }
  }

  /// Opens a file in some way.
  ///
  /// - Parameters:
  ///   - path: for errors.
  ///   - open: returns a descriptor, or -1 and sets `errno`.
  init(_ path: String, for access: FileAccess, _ open: () -> CInt) throws(SystemError) {
    number = try Self.number(path, for: access, open)
    self.path = path
  }

  /// Opens a file by its name in a folder.
  package init(
    opening name: String,
    in folder: borrowing FileDescriptor,
    for access: FileAccess,
    permissions: UInt32 = 0o644
  ) throws(SystemError) {
    let path = folder.path == "/" ? "/\(name)" : "\(folder.path)/\(name)"
    try self.init(path, for: access) {
      openat(folder.number, name, access.flags | O_CLOEXEC, permissions)
    }
  }

  private static func number(
    _ path: String,
    for access: FileAccess,
    _ open: () -> CInt
  ) throws(SystemError) -> CInt {
    let number: CInt
    do throws(SystemError) {
      number = try systemCall("open", path, open)
    } catch  where error.code == ENXIO {
      // A pipe that nobody reads.
      throw .notRegular(path)
    }
    if !access.needsRegularFile { return number }
    do throws(SystemError) {
      var status = stat()
      try systemCall("fstat", path) { fstat(number, &status) }
      if FileStatus(status).kind == .regular { return number }
    } catch {
      close(number)
      throw error
    }
    close(number)
    throw .notRegular(path)
  }

  /// Takes a second descriptor for a file that is open already.
  package init(copying number: CInt, path: String) throws(SystemError) {
    self.number = try systemCall("fcntl", path) { fcntl(number, F_DUPFD_CLOEXEC, 3) }
    self.path = path
  }

  deinit {
    close(number)
  }

  package func status() throws(SystemError) -> FileStatus {
    var status = stat()
    try systemCall("fstat", path) { fstat(number, &status) }
    return FileStatus(status)
  }

  /// The place at which the file is read next; 0 for what has no places.
  package var position: Int { max(0, Int(lseek(number, 0, SEEK_CUR))) }

  /// Goes to the beginning, to read from there.
  package func rewind() {
    lseek(number, 0, SEEK_SET)
  }

  /// Reads to the end, or throws `EFBIG` where that is more than `limit` bytes.
  package func readAll(limit: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    let expected = min(try status().size, limit)
    while true {
      let room = max(expected - bytes.count + 1, 4096)
      let chunk = try read(atMost: room)
      if chunk.isEmpty { return bytes }
      bytes.append(contentsOf: chunk)
      if bytes.count > limit { throw SystemError(call: "read", path: path, code: EFBIG) }
    }
  }

  private func read(atMost count: Int) throws(SystemError) -> [UInt8] {
    try readOnce(number, path: path, atMost: count)
  }

  /// Reads at a place, at most `count` bytes; fewer only at the end.
  package func read(at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
      do throws(SystemError) {
        while used < count {
          let place = buffer.baseAddress?.advanced(by: used)
          let step = try systemCall("pread", path) {
            pread(number, place, count - used, off_t(offset + used))
          }
          if step == 0 { break }
          used += step
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Cuts the file off after so many bytes.
  package func truncate(to size: Int) throws(SystemError) {
    try systemCall("ftruncate", path) { ftruncate(number, off_t(size)) }
  }

  /// Writes everything, however many calls that takes.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    try writeAll(number, path: path, bytes)
  }

  /// Waits until the disk has the file's content.
  package func flush() throws(SystemError) {
    try systemCall("fsync", path) { fsync(number) }
  }

  /// Sets who may read and write the file.
  package func setPermissions(_ permissions: UInt32) throws(SystemError) {
    try systemCall("fchmod", path) { fchmod(number, permissions) }
  }

  /// Sets the time of the last change, in nanoseconds since 1970.
  package func touch(nanoseconds: Int64) throws(SystemError) {
    // The nanoseconds of a timespec count forward, before 1970 too.
    let rest = Int(nanoseconds % 1_000_000_000)
    let time = timespec(
      tv_sec: time_t(nanoseconds / 1_000_000_000) - (rest < 0 ? 1 : 0),
      tv_nsec: rest < 0 ? rest + 1_000_000_000 : rest
    )
    try systemCall("futimens", path) { futimens(number, [time, time]) }
  }
}
