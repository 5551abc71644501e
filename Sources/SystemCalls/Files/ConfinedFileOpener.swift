import CSystem
import Glibc

/// Opens files inside a directory, without following symbolic links.
///
/// No path leads out of the directory, even if another process moves or replaces files meanwhile.
enum ConfinedFileOpener {
  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The path relative to the directory; `.` for the directory itself.
  ///   - usesOpenat2: False to use the fallback for kernels without openat2(2).
  /// - Returns: A descriptor, or -1 with `errno` set.
  static func open(
    _ path: String,
    in folder: CInt,
    for access: FileOpenMode,
    permissions: UInt32 = 0o644,
    usesOpenat2: Bool = true
  ) -> CInt {
    let flags = access.flags | O_CLOEXEC | O_NOFOLLOW
    if usesOpenat2 {
      // Leave out O_NOFOLLOW: with it, a symbolic link instead of a directory would fail with
      // ENOTDIR, not ELOOP. The kernel rejects a mode unless O_CREAT is set.
      let mode = flags & O_CREAT == 0 ? 0 : UInt64(permissions)
      var how = minuta_open_how(
        flags: UInt64(flags & ~O_NOFOLLOW),
        mode: mode,
        resolve: noLinks | beneath
      )
      let number = minuta_openat2(folder, path, &how)
      // Use the fallback without openat2; some sandboxes reject unknown system calls with EPERM.
      if number >= 0 || (errno != ENOSYS && errno != EPERM) { return number }
    }
    return walk(path, from: folder, flags, permissions)
  }

  // The values of RESOLVE_NO_SYMLINKS and RESOLVE_BENEATH in <linux/openat2.h>.
  private static let noLinks: UInt64 = 0x04
  private static let beneath: UInt64 = 0x08

  /// Opens a file one path component at a time, as the fallback for kernels without openat2(2).
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
        FileOpenMode.openPathFlag | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC,
        0
      )
      closeDirectory(current, unless: folder)
      if next < 0 { return -1 }
      current = next
    }
    defer { closeDirectory(current, unless: folder) }
    return openComponent(last, from: current, flags, permissions)
  }

  /// Opens an entry of a directory; fails with ELOOP for a symbolic link, as openat2(2) does.
  private static func openComponent(
    _ name: String,
    from folder: CInt,
    _ flags: CInt,
    _ permissions: UInt32
  ) -> CInt {
    let number = openat(folder, name, flags, permissions)
    // With O_DIRECTORY, openat(2) fails with ENOTDIR for a symbolic link, too; distinguish the two.
    if number >= 0 || errno != ENOTDIR { return number }
    var status = stat()
    let isLink =
      fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0
      && status.st_mode & S_IFMT == S_IFLNK
    errno = isLink ? ELOOP : ENOTDIR
    return -1
  }

  /// Closes `folder`, unless it is the directory where the walk began; preserves `errno`.
  private static func closeDirectory(_ folder: CInt, unless first: CInt) {
    if folder == first { return }
    let error = errno
    close(folder)
    errno = error
  }
}
