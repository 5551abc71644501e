import Glibc

/// A lock that one process at a time holds on a file; the system frees it when the holder ends.
package struct FileLock: ~Copyable {
  private let file: FileDescriptor

  /// Takes the lock, making the file where it is missing.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait for another holder.
  ///   - access: `folder` for the lock on a folder, which must be there.
  ///   - isCancelled: asked again and again whether to wait no more.
  /// - Returns: Nil where another still holds it then.
  package static func acquire(
    _ path: String,
    timeout: Duration,
    for access: FileAccess = .locking,
    isCancelled: () -> Bool = { false }
  ) throws(SystemError) -> FileLock? {
    let clock = ContinuousClock()
    let deadline = clock.now + timeout
    var pause = Duration.milliseconds(1)
    while true {
      if let lock = try attempt(path, access) { return lock }
      if clock.now >= deadline || isCancelled() { return nil }
      sleep(for: pause)
      pause = min(pause * 2, .milliseconds(20))
    }
  }

  /// Tries once.
  ///
  /// A file that was replaced while we locked it is tried again.
  private static func attempt(
    _ path: String,
    _ access: FileAccess
  ) throws(SystemError) -> FileLock? {
    while true {
      let file = try FileDescriptor(opening: path, for: access, permissions: 0o600)
      do throws(SystemError) {
        try systemCall("flock", path) { flock(file.number, LOCK_EX | LOCK_NB) }
      } catch  where error.code == EWOULDBLOCK {
        return nil
      }
      let locked = try file.status()
      let named = try FileStatus.of(path)
      if locked.inode == named?.inode && locked.device == named?.device {
        return FileLock(file: file)
      }
    }
  }

  /// Whether a process holds the lock on a file; nothing is made.
  package static func isHeld(_ path: String) -> Bool {
    guard let file = try? FileDescriptor(opening: path, for: .readingNoFollow) else { return false }
    // Others who only ask are no holders.
    return flock(file.number, LOCK_SH | LOCK_NB) == -1 && errno == EWOULDBLOCK
  }

  private init(file: consuming FileDescriptor) {
    self.file = file
  }

  /// Does something that the lock guards; the lock is freed after it at the earliest.
  package func withLock<Result, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body()
  }

  package func status() throws(SystemError) -> FileStatus { try file.status() }

  /// Gives the locked file so many bytes.
  package func resize(to size: Int) throws(SystemError) {
    try file.truncate(to: size)
  }

  /// Notes a time on the locked file; see `FileStatus.modified`.
  package func touch(nanoseconds: Int64) throws(SystemError) {
    try file.touch(nanoseconds: nanoseconds)
  }

  /// The process that holds the lock on a file, from the kernel's table of locks.
  package static func holder(of path: String) -> LockHolder? {
    guard
      let inode = try? FileStatus.of(path)?.inode,
      let table = try? FileDescriptor(opening: "/proc/locks", for: .reading)
        .readAll(limit: 1 << 20)
    else { return nil }
    for line in String(decoding: table, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard
        fields.count > 5, fields[1] == "FLOCK",
        fields[5].split(separator: ":").last.flatMap({ UInt64($0) }) == inode,
        let process = Int32(fields[4])
      else { continue }
      return LockHolder(process: process, program: program(of: process))
    }
    return nil
  }

  private static func program(of process: Int32) -> String? {
    let name = try? FileDescriptor(opening: "/proc/\(process)/comm", for: .reading)
      .readAll(limit: 4096)
    return name.map { String(decoding: $0.prefix { $0 != 0x0A }, as: UTF8.self) }
  }
}

/// Who holds a lock.
package struct LockHolder: Sendable, Equatable {
  package let process: Int32
  package let program: String?

  package init(process: Int32, program: String?) {
    self.process = process
    self.program = program
  }
}

private func sleep(for pause: Duration) {
  let nanoseconds = pause.components.attoseconds / 1_000_000_000
  var time = timespec(tv_sec: time_t(pause.components.seconds), tv_nsec: Int(nanoseconds))
  nanosleep(&time, nil)
}
