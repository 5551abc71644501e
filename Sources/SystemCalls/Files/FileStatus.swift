import Glibc

/// What the system knows of a file without opening it.
package struct FileStatus: Sendable, Equatable {
  package enum Kind: Sendable {
    case regular
    case directory
    case link
    case other
  }

  package let kind: Kind
  /// Bytes.
  package let size: Int
  package let device: UInt64
  package let inode: UInt64
  package let owner: UInt32
  package let group: UInt32
  package let permissions: UInt32
  /// When the content last changed, in nanoseconds since 1970; those reach from 1677 to 2262, and
  /// what lies outside has the first or the last of them.
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

  /// The status of a path.
  ///
  /// - Parameter following: whether a link answers for what it leads to.
  /// - Returns: Nil where there is nothing.
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
