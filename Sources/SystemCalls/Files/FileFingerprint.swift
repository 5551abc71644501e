import Glibc

/// A hash of a file's metadata, to detect changes without reading the file.
///
/// It covers the device, inode, size, mode, modification time and inode change time. Programs can't
/// set the inode change time to an earlier value.
package struct FileFingerprint: Sendable {
  /// The hash.
  ///
  /// It is never 0, and is unique for each state of the file unless `isRacy`.
  package let number: UInt64
  /// Whether a later change could leave the fingerprint the same, because the clock hasn't
  /// advanced.
  package let isRacy: Bool

  /// The fingerprint of a file that doesn't exist.
  package static let missing = FileFingerprint(number: 1, isRacy: false)

  /// The number to store: 0, which matches no fingerprint, if the fingerprint is racy.
  package var storedNumber: UInt64 { isRacy ? 0 : number }

  private init(number: UInt64, isRacy: Bool) {
    (self.number, self.isRacy) = (number, isRacy)
  }

  /// Computes the fingerprint from a file status.
  ///
  /// - Parameter isDistinct: Returns whether the file system gives later changes a different
  ///   timestamp. Called only for recent changes.
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
  package static func of(_ path: String) throws(SystemError) -> FileFingerprint {
    var status = stat()
    do throws(SystemError) {
      try systemCall("stat", path) { lstat(path, &status) }
    } catch  where error.isMissing {
      return .missing
    }
    return FileFingerprint(status) { TimestampGranularity.areFineGrained(of: status, at: path) }
  }

  private static func mix(_ word: UInt64, into number: inout UInt64) {
    number = (number ^ word) &* 0xFF51_AFD7_ED55_8CCD
    number ^= number >> 32
  }

  private static func mix(_ time: timespec, into number: inout UInt64) {
    mix(UInt64(truncatingIfNeeded: time.tv_sec), into: &number)
    mix(UInt64(truncatingIfNeeded: time.tv_nsec), into: &number)
  }

  /// An upper bound for one tick of the kernel's clock, in nanoseconds.
  private static let tick = 20_000_000
  /// The same for file systems whose timestamps have a resolution of one or two seconds.
  private static let longTick = 2_500_000_000

  /// Returns whether another change could still get the same timestamp.
  static func isRecent(_ changed: timespec) -> Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &now)
    // Compares seconds first: most changes are old, and a bogus time could overflow the
    // nanoseconds.
    guard now.tv_sec - 10 < changed.tv_sec, changed.tv_sec < now.tv_sec + 10 else { return false }
    let seconds = now.tv_sec - changed.tv_sec
    let age = seconds * 1_000_000_000 + now.tv_nsec - changed.tv_nsec
    return -tick <= age && age < (changed.tv_nsec == 0 ? longTick : tick)
  }
}
