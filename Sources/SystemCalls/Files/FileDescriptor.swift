import Glibc

/// An open file.
///
/// It is closed when the value is destroyed, and child processes don't inherit it.
package struct FileDescriptor: ~Copyable, Sendable {
  package let number: CInt
  let path: String

  /// Opens a file.
  ///
  /// - Parameter permissions: The mode of a newly created file.
  package init(
    opening path: String,
    for access: FileOpenMode,
    permissions: UInt32 = 0o644
  ) throws(SystemError) {
    try self.init(path, for: access) { open(path, access.flags | O_CLOEXEC, permissions) }
  }

  /// Opens a file with a custom system call.
  ///
  /// - Parameters:
  ///   - path: The path to report in errors.
  ///   - open: Returns a descriptor, or -1 with `errno` set.
  init(_ path: String, for access: FileOpenMode, _ open: () -> CInt) throws(SystemError) {
    number = try Self.number(path, for: access, open)
    self.path = path
  }

  /// Opens a file by its name in a directory.
  package init(
    opening name: String,
    in folder: borrowing FileDescriptor,
    for access: FileOpenMode,
    permissions: UInt32 = 0o644
  ) throws(SystemError) {
    let path = folder.path == "/" ? "/\(name)" : "\(folder.path)/\(name)"
    try self.init(path, for: access) {
      openat(folder.number, name, access.flags | O_CLOEXEC, permissions)
    }
  }

  private static func number(
    _ path: String,
    for access: FileOpenMode,
    _ open: () -> CInt
  ) throws(SystemError) -> CInt {
    let number: CInt
    do throws(SystemError) {
      number = try systemCall("open", path, open)
    } catch  where error.code == ENXIO {
      // ENXIO means that the file is a named pipe without a reader.
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

  /// Duplicates an open descriptor.
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

  /// The current read position; 0 if the file isn't seekable.
  package var position: Int { max(0, Int(lseek(number, 0, SEEK_CUR))) }

  /// Moves the read position to the beginning.
  package func rewind() {
    lseek(number, 0, SEEK_SET)
  }

  /// Reads to the end; throws `EFBIG` if there are more than `limit` bytes.
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

  /// Reads up to `count` bytes at an offset; returns fewer only at the end of the file.
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

  /// Sets the file's size to `size` bytes.
  package func truncate(to size: Int) throws(SystemError) {
    try systemCall("ftruncate", path) { ftruncate(number, off_t(size)) }
  }

  /// Writes all bytes, repeating the call after a short write.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    try writeAll(number, path: path, bytes)
  }

  /// Flushes the file's content to disk.
  package func flush() throws(SystemError) {
    try systemCall("fsync", path) { fsync(number) }
  }

  /// Sets the file's permission bits.
  package func setPermissions(_ permissions: UInt32) throws(SystemError) {
    try systemCall("fchmod", path) { fchmod(number, permissions) }
  }

  /// Sets the access and modification times, in nanoseconds since 1970.
  package func touch(nanoseconds: Int64) throws(SystemError) {
    // tv_nsec must not be negative, even for times before 1970.
    let rest = Int(nanoseconds % 1_000_000_000)
    let time = timespec(
      tv_sec: time_t(nanoseconds / 1_000_000_000) - (rest < 0 ? 1 : 0),
      tv_nsec: rest < 0 ? rest + 1_000_000_000 : rest
    )
    try systemCall("futimens", path) { futimens(number, [time, time]) }
  }
}
