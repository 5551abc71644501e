import CSystem
import Glibc

/// What the system knows of the disk behind a folder.
package enum FileSystem {
  /// The name of a file system whose locks do not reach other machines; nil for any other.
  package static func remoteTypeName(of path: String) throws(SystemError) -> String? {
    remoteTypeName(try number(of: path))
  }

  /// Whether no other machine writes to a file system, so that this one's system tells of every change.
  ///
  /// False for all that are not known to be so.
  package static func isLocal(_ path: String) throws(SystemError) -> Bool {
    isLocal(try number(of: path))
  }

  /// Whether the name of a new file lasts from the moment that the file was flushed, without a flush of
  /// its folder.
  ///
  /// POSIX promises nothing of the kind. A disk with a journal of its own writes the name in the same
  /// transaction as the file's entry, or a log in the same order.
  /// Ext2 has the number of ext4, and is told from it by the table of mounts, which only those read
  /// who come after a writer that died.
  package static func persistsNamesWithFileSync(_ path: String) throws(SystemError) -> Bool {
    let number = try number(of: path)
    guard number == ext4 else { return persistsNamesWithFileSync(number) }
    guard
      let device = try FileStatus.of(path)?.device,
      let table = try? FileDescriptor(opening: "/proc/self/mountinfo", for: .reading),
      let bytes = try? table.readAll(limit: 1 << 24)
    else { return false }
    let name = Self.type(of: device, in: String(decoding: bytes, as: UTF8.self))
    return name == "ext3" || name == "ext4"
  }

  private static let ext4: UInt32 = 0xEF53

  /// The type of the file system on a device, as proc_pid_mountinfo(5) lays out the table of mounts;
  /// nil where the table has none.
  static func type(of device: UInt64, in mounts: String) -> Substring? {
    // As gnu_dev_major(3) and gnu_dev_minor(3) take a number apart.
    let major = (device >> 8) & 0xFFF | (device >> 32) & 0xFFFF_F000
    let minor = device & 0xFF | (device >> 12) & 0xFFFF_FF00
    for line in mounts.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count > 2, fields[2] == "\(major):\(minor)" else { continue }
      return fields.drop { $0 != "-" }.dropFirst().first
    }
    return nil
  }

  private static func number(of path: String) throws(SystemError) -> UInt32 {
    var status = statfs()
    try systemCall("statfs", path) { statfs(path, &status) }
    return UInt32(truncatingIfNeeded: status.f_type)
  }

  /// Whether a file system is local by its number: ext2 to ext4, XFS, Btrfs, ZFS, F2FS, bcachefs,
  /// tmpfs, overlayfs, FAT, exFAT and NTFS.
  static func isLocal(_ number: UInt32) -> Bool {
    let local: Set<UInt32> = [
      0xEF53, 0x5846_5342, 0x9123_683E, 0x2FC1_2FC1, 0xF2F5_2010, 0xCA45_1A4E, 0x0102_1994,
      0x794C_7630, 0x4D44, 0x2011_BAB0, 0x7366_746E,
    ]
    return local.contains(number)
  }

  /// Whether a file system other than ext2 to ext4 does that by its number: XFS, Btrfs, ZFS, F2FS,
  /// bcachefs, tmpfs, and overlayfs, which lies over one of them.
  private static func persistsNamesWithFileSync(_ number: UInt32) -> Bool {
    let keepers: Set<UInt32> = [
      0x5846_5342, 0x9123_683E, 0x2FC1_2FC1, 0xF2F5_2010, 0xCA45_1A4E, 0x0102_1994, 0x794C_7630,
    ]
    return keepers.contains(number)
  }

  /// The name of a file system by its number, as `statfs(2)` lists them.
  static func remoteTypeName(_ number: UInt32) -> String? {
    switch number {
    case 0x6969: "NFS"
    case 0x517B, 0xFF53_4D42, 0xFE53_4D42: "SMB"
    case 0x6573_5546: "FUSE"
    default: nil
    }
  }
}
