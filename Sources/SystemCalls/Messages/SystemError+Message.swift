import Glibc

extension SystemError {
  /// The description of the error, such as `No such file or directory`, for use inside a sentence.
  package var reason: String {
    if call == Self.versionCheck {
      return "written by another version of Minuta; use that version, or move the file away to"
        + " start with an empty undo history"
    }
    if call == "pthread_create", code == EAGAIN { return "the system allows no more threads" }
    if isNotRegular { return "not a regular file" }
    return String(cString: strerror(code))
  }
}
