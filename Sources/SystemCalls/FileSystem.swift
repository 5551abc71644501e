import CSystem
import Glibc

/// What the system knows of the disk behind a folder.
package enum FileSystem {
  /// The name of a file system whose locks do not reach other machines; nil for any other.
  package static func remoteName(of path: String) throws(SystemError) -> String? {
    var status = statfs()
    try checked("statfs", path) { statfs(path, &status) }
    return remoteName(UInt32(truncatingIfNeeded: status.f_type))
  }

  /// The name of a file system by its number, as `statfs(2)` lists them.
  static func remoteName(_ number: UInt32) -> String? {
    switch number {
    case 0x6969: "NFS"
    case 0x517B, 0xFF53_4D42, 0xFE53_4D42: "SMB"
    case 0x6573_5546: "FUSE"
    default: nil
    }
  }
}
