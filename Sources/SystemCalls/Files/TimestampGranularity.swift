import CSystem
import Glibc

/// Detects whether a file system gives each change of a file its own timestamp.
///
/// Since Linux 6.13, some file systems do, for changes after the file's status was read
/// (Documentation/filesystems, "multigrain timestamps"). Elsewhere, two changes within one clock
/// tick have the same timestamp.
package enum TimestampGranularity {
  /// The magic numbers of the file systems with such timestamps: ext4, XFS, Btrfs and tmpfs.
  ///
  /// Ext2 has the same number as ext4, but `mayBeFineGrained` excludes its whole-second timestamps.
  private static let disks: [UInt32] = [0xEF53, 0x5846_5342, 0x9123_683E, 0x0102_1994]

  private static let kernelSupportsFineTimestamps: Bool = {
    var name = utsname()
    guard uname(&name) == 0 else { return false }
    let release = withUnsafeBytes(of: &name.release) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    let numbers = release.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
    return numbers.count == 2 && (numbers[0], numbers[1]) >= (6, 13)
  }()

  /// Returns whether the file system at a path gives each change its own timestamp.
  package static func isFineGrained(at path: String) -> Bool {
    var disk = statfs()
    return kernelSupportsFineTimestamps && statfs(path, &disk) == 0 && supportsFineTimestamps(disk)
  }

  /// Returns whether each change of a file gets its own timestamp.
  ///
  /// - Parameter onFineGrainedDisk: Whether `isFineGrained(at:)` holds for the file.
  static func areFineGrained(of status: stat, onFineGrainedDisk: @autoclosure () -> Bool) -> Bool {
    mayBeFineGrained(status) && onFineGrainedDisk()
  }

  /// Returns whether each change of a file gets its own timestamp.
  ///
  /// - Parameters:
  ///   - status: The status of the file.
  ///   - folder: A descriptor of a directory above the file, used to identify the file system.
  static func areFineGrained(of status: stat, within folder: CInt) -> Bool {
    var (disk, above) = (statfs(), stat())
    return mayBeFineGrained(status) && fstat(folder, &above) == 0 && above.st_dev == status.st_dev
      && fstatfs(folder, &disk) == 0 && supportsFineTimestamps(disk)
  }

  private static func mayBeFineGrained(_ status: stat) -> Bool {
    kernelSupportsFineTimestamps && status.st_ctim.tv_nsec != 0
  }

  private static func supportsFineTimestamps(_ disk: statfs) -> Bool {
    disks.contains(UInt32(truncatingIfNeeded: disk.f_type))
  }
}
