import Glibc

/// The error of a failed system call, with the path and the error code.
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

  /// Returns the error of the system call that has just failed, with the code from `errno`.
  package static func last(_ call: String, _ path: String? = nil) -> SystemError {
    SystemError(call: call, path: path, code: errno)
  }

  /// The error for a file that doesn't exist.
  package static func missing(_ path: String) -> SystemError {
    SystemError(call: "open", path: path, code: ENOENT)
  }

  /// The error for a file that would exceed its size limit.
  package static func tooLarge(_ path: String) -> SystemError {
    SystemError(call: "write", path: path, code: EFBIG)
  }

  /// The error for a link, pipe or device where a regular file is expected.
  package static func notRegular(_ path: String) -> SystemError {
    SystemError(call: "open", path: path, code: EINVAL)
  }

  /// The error for a directory where a file is expected.
  package static func directory(_ path: String) -> SystemError {
    SystemError(call: "open", path: path, code: EISDIR)
  }

  /// The error for a name that already exists.
  package static func exists(_ path: String) -> SystemError {
    SystemError(call: "rename", path: path, code: EEXIST)
  }

  /// The error for a file whose lock another process holds.
  package static func locked(_ path: String) -> SystemError {
    SystemError(call: "flock", path: path, code: EWOULDBLOCK)
  }

  /// The error for a symbolic link where links aren't followed.
  package static func link(_ path: String) -> SystemError {
    SystemError(call: "open", path: path, code: ELOOP)
  }

  /// The error for a file that another version of Minuta wrote, in a format that this version can't
  /// read.
  package static func unsupportedVersion(_ path: String) -> SystemError {
    SystemError(call: versionCheck, path: path, code: EPROTONOSUPPORT)
  }

  static let versionCheck = "version"

  /// The error for a symbolic link of another user, which isn't followed.
  static func untrustedLink(_ path: String) -> SystemError {
    SystemError(call: "readlink", path: path, code: EACCES)
  }

  /// Whether the file doesn't exist.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  /// The codes of errors that the file itself causes, by its type, size, name or permissions.
  private static let fileErrorCodes = [
    EACCES, EFBIG, EINVAL, EISDIR, ELOOP, ENAMETOOLONG, ENOENT, ENOTDIR, ENXIO, EPERM,
  ]

  /// Whether the cause isn't the file itself but the system, such as too little memory, so that a
  /// retry may succeed.
  package var isTransient: Bool { !Self.fileErrorCodes.contains(code) }

  /// Whether the path is a symbolic link that isn't followed.
  package var isLink: Bool { code == ELOOP }

  /// Whether the path is a symbolic link of another user, which isn't followed.
  package var isUntrustedLink: Bool { call == "readlink" && code == EACCES }

  /// Whether the path is a pipe or a device instead of a regular file.
  package var isNotRegular: Bool { call == "open" && code == EINVAL }

  /// Whether the path is a directory instead of a file.
  package var isDirectory: Bool { code == EISDIR }

  /// Whether the file exceeds its size limit.
  package var isTooLarge: Bool { code == EFBIG }

  /// Whether the system's limit of inotify watches is reached.
  package var isWatchLimitReached: Bool {
    (call == "inotify_add_watch" && code == ENOSPC) || (call == "inotify_init1" && code == EMFILE)
  }

  /// Whether the reading end of the pipe is closed.
  package var isClosedPipe: Bool { code == EPIPE }

  /// Whether the name already exists.
  package var alreadyExists: Bool { code == EEXIST }

  /// Whether the system denies access.
  package var isPermissionDenied: Bool { code == EACCES || code == EPERM }

  /// Whether the kernel or file system doesn't support the call.
  package var isUnsupported: Bool { [EINVAL, ENOSYS, EOPNOTSUPP].contains(code) }
}

/// Calls a system function, again and again while signals interrupt it; throws any other error.
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
