public import Foundation
import Glibc

/// Reads and writes files of the current user, which no other user can read.
///
/// A write survives a crash of the system: it is on disk when the function returns.
public enum PrivateFile {
  /// Returns the content of a regular file; nil if the file doesn't exist.
  ///
  /// - Throws: `ELOOP` for a symbolic link, `EFBIG` for a file of more than `limit` bytes.
  public static func read(_ path: String, limit: Int) throws(POSIXError) -> [UInt8]? {
    // Without O_NONBLOCK, opening a named pipe would wait for its writer.
    let number = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    if number == -1, errno == ENOENT { return nil }
    try systemCall(number)
    defer { close(number) }
    var status = stat()
    try systemCall(fstat(number, &status))
    guard status.st_mode & S_IFMT == S_IFREG else { throw POSIXError(.EINVAL) }
    var content: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = try systemCall(Glibc.read(number, &chunk, chunk.count)), count > 0 {
      content += chunk[..<count]
      if content.count > limit { throw POSIXError(.EFBIG) }
    }
    return content
  }

  /// Creates a file.
  ///
  /// - Throws: `EEXIST` if the name already exists.
  public static func create(_ path: String, with content: [UInt8]) throws(POSIXError) {
    let number = try systemCall(open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600))
    defer { close(number) }
    var rest = content[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
      rest = rest.dropFirst(try systemCall(count))
    }
    try systemCall(fsync(number))
  }

  /// Replaces a file as a whole; creates missing folders.
  public static func replace(_ path: String, with content: [UInt8]) throws(POSIXError) {
    let folder = (path as NSString).deletingLastPathComponent
    let temporary = "\(folder)/.\(UUID().uuidString).tmp"
    try makeFolder(folder)
    do throws(POSIXError) {
      try create(temporary, with: content)
      try systemCall(rename(temporary, path))
    } catch {
      unlink(temporary)
      throw error
    }
    try flushFolder(folder)
  }

  /// Creates a folder and its missing parents.
  public static func makeFolder(_ path: String) throws(POSIXError) {
    let parent = (path as NSString).deletingLastPathComponent
    do throws(POSIXError) {
      try systemCall(mkdir(path, 0o700))
    } catch  where error.code == .EEXIST {
      return
    } catch  where error.code == .ENOENT && parent != path {
      try makeFolder(parent)
      return try makeFolder(path)
    }
    try flushFolder(parent)
  }

  /// Flushes the names in a folder to disk, so that new and renamed files keep theirs.
  public static func flushFolder(_ path: String) throws(POSIXError) {
    let number = try systemCall(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    defer { close(number) }
    try systemCall(fsync(number))
  }

  /// Locks a file, which is created if it doesn't exist.
  ///
  /// - Parameter timeout: the time to wait for a process that holds the lock.
  /// - Returns: The open file, which holds the lock until it is closed; nil if another process
  ///   still held the lock when the time was over or the current task was cancelled.
  public static func lock(_ path: String, timeout: Duration) throws(POSIXError) -> FileHandle? {
    let number = try systemCall(
      open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    )
    let file = FileHandle(fileDescriptor: number, closeOnDealloc: true)
    let deadline = ContinuousClock.now + timeout
    while true {
      do throws(POSIXError) {
        try systemCall(flock(number, LOCK_EX | LOCK_NB))
        return file
      } catch  where error.code == .EWOULDBLOCK {
        if ContinuousClock.now >= deadline || Task.isCancelled { return nil }
        usleep(5000)
      }
    }
  }
}

/// Returns the result of a C function; throws the error in `errno` if the result is -1.
@discardableResult
public func systemCall<Result: SignedInteger>(_ result: Result) throws(POSIXError) -> Result {
  if result == -1 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  return result
}

extension POSIXError {
  /// The system's description of the error, such as `No such file or directory`.
  public var reason: String { String(cString: strerror(CInt(code.rawValue))) }
}
