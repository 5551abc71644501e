import Glibc

/// An exclusive lock on a file.
///
/// The system releases it when the process ends.
package struct FileLock: ~Copyable {
  private let file: FileDescriptor

  /// Acquires the lock; creates the file if it doesn't exist.
  ///
  /// - Parameters:
  ///   - timeout: The maximum time to wait while another process holds the lock.
  ///   - access: The way to open the file; `directory` to lock an existing directory.
  ///   - isCancelled: Called repeatedly; returns whether to stop waiting.
  /// - Returns: The lock; nil if another process still held it when the wait ended.
  package static func acquire(
    _ path: String,
    timeout: Duration,
    for access: FileOpenMode = .locking,
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

  /// Tries to acquire the lock once; returns nil if another process holds it.
  ///
  /// If another process replaces the file meanwhile, locks the new file instead.
  private static func attempt(
    _ path: String,
    _ access: FileOpenMode
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

  /// Returns whether any process holds the lock, without creating the file.
  package static func isHeld(_ path: String) -> Bool {
    guard let file = try? FileDescriptor(opening: path, for: .readingNoFollow) else { return false }
    // Use a shared lock, so that two concurrent checks don't mistake each other for a holder.
    return flock(file.number, LOCK_SH | LOCK_NB) == -1 && errno == EWOULDBLOCK
  }

  private init(file: consuming FileDescriptor) {
    self.file = file
  }

  /// Runs a function and holds the lock at least until it returns.
  package func withLock<Result, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body()
  }

  package func status() throws(SystemError) -> FileStatus { try file.status() }

  /// Sets the size of the locked file, in bytes.
  package func resize(to size: Int) throws(SystemError) {
    try file.truncate(to: size)
  }

  /// Sets the modification time of the locked file, in nanoseconds since 1970.
  package func touch(nanoseconds: Int64) throws(SystemError) {
    try file.touch(nanoseconds: nanoseconds)
  }

  /// Returns the process that holds the lock, from the kernel's lock table (/proc/locks).
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

/// The process that holds a lock.
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
