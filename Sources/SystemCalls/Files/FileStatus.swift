import Glibc

/// A file's metadata, from stat(2).
package struct FileStatus: Sendable, Equatable {
  package enum Kind: Sendable {
    case regular
    case directory
    case link
    case other
  }

  package let kind: Kind
  /// The size in bytes.
  package let size: Int
  package let device: UInt64
  package let inode: UInt64
  package let owner: UInt32
  package let group: UInt32
  package let permissions: UInt32
  /// The modification time in nanoseconds since 1970, clamped to the range 1677 to 2262.
  package let modified: Int64

  init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFLNK: .link
      default: .other
      }
    size = Int(status.st_size)
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    owner = status.st_uid
    group = status.st_gid
    permissions = status.st_mode & 0o7777
    let seconds = Int128(status.st_mtim.tv_sec)
    modified = Int64(clamping: seconds * 1_000_000_000 + Int128(status.st_mtim.tv_nsec))
  }

  /// Returns the status of a path.
  ///
  /// - Parameter following: Whether to follow a symbolic link.
  /// - Returns: Nil if the file doesn't exist.
  package static func of(
    _ path: String,
    following: Bool = true
  ) throws(SystemError) -> FileStatus? {
    var status = stat()
    do throws(SystemError) {
      try systemCall("stat", path) { following ? stat(path, &status) : lstat(path, &status) }
    } catch  where error.code == ENOENT || error.code == ENOTDIR {
      return nil
    }
    return FileStatus(status)
  }
}
