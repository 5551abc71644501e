import Glibc

/// A system call that failed, and on what.
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

  /// The error of the call that just returned; reads `errno`.
  package static func last(_ call: String, _ path: String? = nil) -> SystemError {
    SystemError(call: call, path: path, code: errno)
  }

  /// A file that is not there.
  package static func missing(_ path: String) -> SystemError {
    SystemError(call: "open", path: path, code: ENOENT)
  }

  /// A file that would have more bytes than it may.
  package static func tooLarge(_ path: String) -> SystemError {
    SystemError(call: "write", path: path, code: EFBIG)
  }

  /// A link, a pipe or a device where a file should be.
  package static func notRegular(_ path: String) -> SystemError {
    SystemError(call: "open", path: path, code: EINVAL)
  }

  /// A folder where a file should be.
  package static func directory(_ path: String) -> SystemError {
    SystemError(call: "open", path: path, code: EISDIR)
  }

  /// A name that another file has.
  package static func exists(_ path: String) -> SystemError {
    SystemError(call: "rename", path: path, code: EEXIST)
  }

  /// A file that another process holds.
  package static func locked(_ path: String) -> SystemError {
    SystemError(call: "flock", path: path, code: EWOULDBLOCK)
  }

  /// A link where none is followed.
  package static func link(_ path: String) -> SystemError {
    SystemError(call: "open", path: path, code: ELOOP)
  }

  /// A file in a format that another version of this program writes.
  package static func unsupportedVersion(_ path: String) -> SystemError {
    SystemError(call: versionCheck, path: path, code: EPROTONOSUPPORT)
  }

  private static let versionCheck = "version"

  /// A link of another user, which is not followed.
  static func untrustedLink(_ path: String) -> SystemError {
    SystemError(call: "readlink", path: path, code: EACCES)
  }

  /// Whether nothing has the name.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  /// The errors about a file itself: its kind, its size, its name or its permissions.
  private static let fileErrorCodes = [
    EACCES, EFBIG, EINVAL, EISDIR, ELOOP, ENAMETOOLONG, ENOENT, ENOTDIR, ENXIO, EPERM,
  ]

  /// Whether the system could not do its work, so that the call may succeed another time.
  package var isTransient: Bool { !Self.fileErrorCodes.contains(code) }

  /// Whether the name is a link where none is followed.
  package var isLink: Bool { code == ELOOP }

  /// Whether the path is that of a link of another user, which is not followed.
  package var isUntrustedLink: Bool { call == "readlink" && code == EACCES }

  /// Whether a pipe or a device stands where a file should be.
  package var isNotRegular: Bool { call == "open" && code == EINVAL }

  /// Whether a folder stands where a file should be.
  package var isDirectory: Bool { code == EISDIR }

  /// Whether there is more than may be read.
  package var isTooLarge: Bool { code == EFBIG }

  /// Whether the system allows no more watches of folders.
  package var isWatchLimitReached: Bool {
    (call == "inotify_add_watch" && code == ENOSPC) || (call == "inotify_init1" && code == EMFILE)
  }

  /// Whether the reader of a pipe has closed it.
  package var isClosedPipe: Bool { code == EPIPE }

  /// Whether something has the name already.
  package var alreadyExists: Bool { code == EEXIST }

  /// Whether something on the way is no folder.
  package var isNotDirectory: Bool { code == ENOTDIR }

  /// Whether the system forbids it.
  package var isPermissionDenied: Bool { code == EACCES || code == EPERM }

  /// Whether a kernel or a file system does not know the call, or a sandbox forbids it.
  package var isUnsupported: Bool {
    [EINVAL, ENOSYS, EOPNOTSUPP].contains(code) || code == EPERM && call == "openat2"
  }

  /// The system's own words for the code, such as `No such file or directory`.
  package var reason: String {
    if call == Self.versionCheck {
      return "another version of Minuta wrote it; use that version, or move the file elsewhere"
        + " to begin a new history"
    }
    if call == "pthread_create", code == EAGAIN { return "the system allows no more threads" }
    if isNotRegular { return "it is not a regular file" }
    return String(cString: strerror(code))
  }
}

/// Repeats a call that a signal interrupted; throws the error of one that failed otherwise.
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
