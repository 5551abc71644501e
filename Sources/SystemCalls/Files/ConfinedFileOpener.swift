import CSystem
import Glibc

/// Opens files below a folder, whatever somebody puts in the way: no link is followed, and no path
/// leads out of the folder.
enum ConfinedFileOpener {
  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: within the folder; `.` is the folder itself.
  ///   - usesOpenat2: false to do what a kernel without openat2(2) needs.
  /// - Returns: A descriptor, or -1 with `errno` set.
  static func open(
    _ path: String,
    in folder: CInt,
    for access: FileAccess,
    permissions: UInt32 = 0o644,
    usesOpenat2: Bool = true
  ) -> CInt {
    let flags = access.flags | O_CLOEXEC | O_NOFOLLOW
    if usesOpenat2 {
      // A link at the end is to be told as a link, which O_NOFOLLOW does for files only.
      // A mode is refused where no file can be made.
      let mode = flags & O_CREAT == 0 ? 0 : UInt64(permissions)
      var how = minuta_open_how(
        flags: UInt64(flags & ~O_NOFOLLOW),
        mode: mode,
        resolve: noLinks | beneath
      )
      let number = minuta_openat2(folder, path, &how)
      // A sandbox that does not know the call forbids it.
      if number >= 0 || (errno != ENOSYS && errno != EPERM) { return number }
    }
    return walk(path, from: folder, flags, permissions)
  }

  // RESOLVE_NO_SYMLINKS and RESOLVE_BENEATH of <linux/openat2.h>.
  private static let noLinks: UInt64 = 0x04
  private static let beneath: UInt64 = 0x08
  // O_PATH, which Swift's importer leaves out: the same number wherever Swift runs on Linux.
  private static let openPathFlag: CInt = 0o10_000_000

  /// Opens a file folder by folder.
  private static func walk(
    _ path: String,
    from folder: CInt,
    _ flags: CInt,
    _ permissions: UInt32
  ) -> CInt {
    if path == "." { return openat(folder, path, flags, permissions) }
    let slash = UInt8(ascii: "/")
    let parts = path.utf8.split(separator: slash, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    guard let last = parts.last, !parts.contains(where: ["", ".", ".."].contains) else {
      errno = EXDEV
      return -1
    }
    var current = folder
    for part in parts.dropLast() {
      let next = openComponent(
        part,
        from: current,
        openPathFlag | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC,
        0
      )
      closeDirectory(current, unless: folder)
      if next < 0 { return -1 }
      current = next
    }
    defer { closeDirectory(current, unless: folder) }
    return openComponent(last, from: current, flags, permissions)
  }

  /// Opens a name in a folder; a link is told as openat2(2) tells it.
  private static func openComponent(
    _ name: String,
    from folder: CInt,
    _ flags: CInt,
    _ permissions: UInt32
  ) -> CInt {
    let number = openat(folder, name, flags, permissions)
    // What is no folder may be a link to one.
    if number >= 0 || errno != ENOTDIR { return number }
    var status = stat()
    let isLink =
      fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0
      && status.st_mode & S_IFMT == S_IFLNK
    errno = isLink ? ELOOP : ENOTDIR
    return -1
  }

  /// Closes a folder on the way, without touching `errno`.
  private static func closeDirectory(_ folder: CInt, unless first: CInt) {
    if folder == first { return }
    let error = errno
    close(folder)
    errno = error
  }
}
