import CSystem
import Glibc

/// Properties of the file system that contains a path.
package enum FileSystem {
  /// Returns the type of a file system whose locks don't work across machines, such as `NFS`; nil
  /// for other types.
  package static func remoteTypeName(of path: String) throws(SystemError) -> String? {
    remoteTypeName(try number(of: path))
  }

  /// Returns whether only this machine writes to the file system, so that inotify reports every
  /// change.
  ///
  /// False for unknown file systems.
  package static func isLocal(_ path: String) throws(SystemError) -> Bool {
    isLocal(try number(of: path))
  }

  /// Returns whether fsync(2) of a new file also makes its name durable, without a flush of its
  /// directory.
  ///
  /// POSIX doesn't guarantee this. But a journaling file system commits the name and the inode in
  /// one transaction, and a log-structured one writes them in order. Ext2 and ext4 share one magic
  /// number, so the mount table must distinguish them. It is read only during recovery after a
  /// crash.
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

  /// Returns the type of the file system on a device, such as `ext4`; nil if the device isn't
  /// listed.
  ///
  /// - Parameter mounts: A mount table in the format of proc_pid_mountinfo(5).
  static func type(of device: UInt64, in mounts: String) -> Substring? {
    // Split the device number in the same way as gnu_dev_major(3) and gnu_dev_minor(3).
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

  /// Returns whether a magic number from statfs(2) belongs to a local file system: ext2 to ext4,
  /// XFS, Btrfs, ZFS, F2FS, bcachefs, tmpfs, overlayfs, FAT, exFAT or NTFS.
  static func isLocal(_ number: UInt32) -> Bool {
    let local: Set<UInt32> = [
      0xEF53, 0x5846_5342, 0x9123_683E, 0x2FC1_2FC1, 0xF2F5_2010, 0xCA45_1A4E, 0x0102_1994,
      0x794C_7630, 0x4D44, 0x2011_BAB0, 0x7366_746E,
    ]
    return local.contains(number)
  }

  /// Returns whether a file system with this magic number from statfs(2) makes names durable: XFS,
  /// Btrfs, ZFS, F2FS, bcachefs, tmpfs or overlayfs.
  ///
  /// Overlayfs counts, because it stores its files on one of the other file systems.
  private static func persistsNamesWithFileSync(_ number: UInt32) -> Bool {
    let numbers: Set<UInt32> = [
      0x5846_5342, 0x9123_683E, 0x2FC1_2FC1, 0xF2F5_2010, 0xCA45_1A4E, 0x0102_1994, 0x794C_7630,
    ]
    return numbers.contains(number)
  }

  /// Returns the name of the remote file system with a magic number from statfs(2); nil for others.
  static func remoteTypeName(_ number: UInt32) -> String? {
    switch number {
    case 0x6969: "NFS"
    case 0x517B, 0xFF53_4D42, 0xFE53_4D42: "SMB"
    case 0x6573_5546: "FUSE"
    default: nil
    }
  }
}
