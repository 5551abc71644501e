import Glibc

/// A hash of a file's metadata, to detect changes without reading the file.
///
/// It covers the device, inode, size, mode, modification time and inode change time. Programs can't
/// reset the inode change time after a change.
package struct FileFingerprint: Sendable {
  /// The hash, which is never 0.
  ///
  /// Different states of a file have different hashes, unless `isRacy`.
  package let number: UInt64
  /// Whether the file was changed so recently that another change could get the same timestamp, and
  /// therefore the same fingerprint.
  package let isRacy: Bool

  /// The fingerprint of a file that doesn't exist.
  package static let missing = FileFingerprint(number: 1, isRacy: false)

  /// The number to store for a later comparison.
  ///
  /// It is 0 if the fingerprint is racy; because no hash is 0, the file then always counts as
  /// changed.
  package var storedNumber: UInt64 { isRacy ? 0 : number }

  private init(number: UInt64, isRacy: Bool) {
    (self.number, self.isRacy) = (number, isRacy)
  }

  /// Computes the fingerprint from a file status.
  ///
  /// - Parameter isDistinct: Returns whether a later change is sure to get a different timestamp.
  ///   Called only if the file was changed recently.
  init(_ status: stat, isDistinct: () -> Bool) {
    var number: UInt64 = 0x9E37_79B9_7F4A_7C15
    Self.mix(UInt64(status.st_dev), into: &number)
    Self.mix(UInt64(status.st_ino), into: &number)
    Self.mix(UInt64(truncatingIfNeeded: status.st_size), into: &number)
    Self.mix(UInt64(status.st_mode), into: &number)
    Self.mix(status.st_mtim, into: &number)
    Self.mix(status.st_ctim, into: &number)
    self.number = max(number, 2)
    isRacy = Self.isRecent(status.st_ctim) && !isDistinct()
  }

  /// Returns the fingerprint of a path, without following a symbolic link.
  ///
  /// - Parameter hasFineTimestamps: Whether the file system gives each change its own timestamp;
  ///   nil to ask the system if the file was changed recently.
  package static func of(
    _ path: String,
    hasFineTimestamps: Bool? = nil
  ) throws(SystemError) -> FileFingerprint {
    var status = stat()
    do throws(SystemError) {
      try systemCall("stat", path) { lstat(path, &status) }
    } catch  where error.isMissing {
      return .missing
    }
    return FileFingerprint(status) {
      TimestampGranularity.areFineGrained(
        of: status,
        onFineGrainedDisk: hasFineTimestamps ?? TimestampGranularity.isFineGrained(at: path)
      )
    }
  }

  /// Returns a fingerprint that changes if either this file or another one changes.
  package func combined(with other: FileFingerprint) -> FileFingerprint {
    var number = number
    Self.mix(other.number, into: &number)
    return FileFingerprint(number: max(number, 2), isRacy: isRacy || other.isRacy)
  }

  private static func mix(_ word: UInt64, into number: inout UInt64) {
    number = (number ^ word) &* 0xFF51_AFD7_ED55_8CCD
    number ^= number >> 32
  }

  private static func mix(_ time: timespec, into number: inout UInt64) {
    mix(UInt64(truncatingIfNeeded: time.tv_sec), into: &number)
    mix(UInt64(truncatingIfNeeded: time.tv_nsec), into: &number)
  }

  /// The longest time, in nanoseconds, during which all changes get the same timestamp: an upper
  /// bound for one tick of the kernel's clock.
  private static let tick = 20_000_000
  /// The same upper bound for file systems that store timestamps in steps of one or two seconds.
  private static let longTick = 2_500_000_000

  /// Returns whether a change is so recent that another one could get the same timestamp.
  static func isRecent(_ changed: timespec) -> Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &now)
    // Compare seconds first: for a time far from now, the difference in nanoseconds could overflow.
    guard now.tv_sec - 10 < changed.tv_sec, changed.tv_sec < now.tv_sec + 10 else { return false }
    let seconds = now.tv_sec - changed.tv_sec
    let age = seconds * 1_000_000_000 + now.tv_nsec - changed.tv_nsec
    return -tick <= age && age < (changed.tv_nsec == 0 ? longTick : tick)
  }
}
