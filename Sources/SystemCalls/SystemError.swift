import Glibc

/// A failed system call with its path and error code.
package struct SystemError: Error, Equatable {
  package let call: String
  package let path: String?
  /// The value of `errno`.
  package let code: CInt

  package init(call: String, path: String?, code: CInt) {
    self.call = call
    self.path = path
    self.code = code
  }

  /// Returns the error of the last call, from `errno`.
  package static func last(_ call: String, _ path: String? = nil) -> SystemError {
    SystemError(call: call, path: path, code: errno)
  }

  /// The file doesn't exist.
  package static func missing(_ path: String) -> SystemError {
    SystemError(call: "open", path: path, code: ENOENT)
  }

  /// The file would exceed its size limit.
  package static func tooLarge(_ path: String) -> SystemError {
    SystemError(call: "write", path: path, code: EFBIG)
  }

  /// The path is a link, a pipe or a device instead of a regular file.
  package static func notRegular(_ path: String) -> SystemError {
    SystemError(call: "open", path: path, code: EINVAL)
  }

  /// The path is a directory instead of a file.
  package static func directory(_ path: String) -> SystemError {
    SystemError(call: "open", path: path, code: EISDIR)
  }

  /// The name already exists.
  package static func exists(_ path: String) -> SystemError {
    SystemError(call: "rename", path: path, code: EEXIST)
  }

  /// Another process holds the lock on the file.
  package static func locked(_ path: String) -> SystemError {
    SystemError(call: "flock", path: path, code: EWOULDBLOCK)
  }

  /// The path is a symbolic link, which isn't followed here.
  package static func link(_ path: String) -> SystemError {
    SystemError(call: "open", path: path, code: ELOOP)
  }

  /// Another version of Minuta wrote the file, in a format that this version can't read.
  package static func unsupportedVersion(_ path: String) -> SystemError {
    SystemError(call: versionCheck, path: path, code: EPROTONOSUPPORT)
  }

  static let versionCheck = "version"

  /// The symbolic link belongs to another user, so it isn't followed.
  static func untrustedLink(_ path: String) -> SystemError {
    SystemError(call: "readlink", path: path, code: EACCES)
  }

  /// Whether the file doesn't exist.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  /// The codes for problems with the file itself: its type, size, name or permissions.
  private static let fileErrorCodes = [
    EACCES, EFBIG, EINVAL, EISDIR, ELOOP, ENAMETOOLONG, ENOENT, ENOTDIR, ENXIO, EPERM,
  ]

  /// Whether a system resource failed, so that a retry may succeed.
  package var isTransient: Bool { !Self.fileErrorCodes.contains(code) }

  /// Whether the path is a symbolic link that isn't followed.
  package var isLink: Bool { code == ELOOP }

  /// Whether the path is a symbolic link of another user.
  package var isUntrustedLink: Bool { call == "readlink" && code == EACCES }

  /// Whether the path is a pipe or a device instead of a regular file.
  package var isNotRegular: Bool { call == "open" && code == EINVAL }

  /// Whether the path is a directory instead of a file.
  package var isDirectory: Bool { code == EISDIR }

  /// Whether the file exceeds a size limit.
  package var isTooLarge: Bool { code == EFBIG }

  /// Whether the system's limit of inotify watches is reached.
  package var isWatchLimitReached: Bool {
    (call == "inotify_add_watch" && code == ENOSPC) || (call == "inotify_init1" && code == EMFILE)
  }

  /// Whether the reader has closed the pipe.
  package var isClosedPipe: Bool { code == EPIPE }

  /// Whether the name already exists.
  package var alreadyExists: Bool { code == EEXIST }

  /// Whether a component of the path isn't a directory.
  package var isNotDirectory: Bool { code == ENOTDIR }

  /// Whether the system denies access.
  package var isPermissionDenied: Bool { code == EACCES || code == EPERM }

  /// Whether the kernel or file system doesn't support the call, or a sandbox forbids it.
  package var isUnsupported: Bool {
    [EINVAL, ENOSYS, EOPNOTSUPP].contains(code) || code == EPERM && call == "openat2"
  }
}

/// Repeats a system call while signals interrupt it; throws any other error.
@discardableResult
func systemCall<Result: SignedInteger>(
  _ name: String,
  _ path: String? = nil,
  _ call: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = call()
    if result != -1 { return result }
    if errno != EINTR { throw .last(name, path) }
  }
}
