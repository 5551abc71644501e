import Glibc

/// What tells a file or a folder from what it was before, without reading it.
///
/// It is made of the device, the inode, the size, the rights and the times of the last changes, the
/// later of which nobody can set back.
package struct FileFingerprint: Sendable {
  /// Neither 0 nor that of another state, unless it is racy.
  package let number: UInt64
  /// Whether a further change could leave the same stamp, since the clock has not moved on.
  package let isRacy: Bool

  /// Nothing has the name.
  package static let missing = FileFingerprint(number: 1, isRacy: false)

  /// The number to keep: 0, which no stamp has, for one that two states may have.
  package var storedNumber: UInt64 { isRacy ? 0 : number }

  private init(number: UInt64, isRacy: Bool) {
    (self.number, self.isRacy) = (number, isRacy)
  }

  /// - Parameter isDistinct: whether the disk keeps changes apart that come after a look; asked
  ///   where it matters.
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

  /// The stamp of what stands under a path itself.
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

  /// Longer than the clock of any kernel stands still, in nanoseconds.
  private static let tick = 20_000_000
  /// The same for a disk that keeps no parts of a second, or odd seconds neither.
  private static let longTick = 2_500_000_000

  /// Whether a time may be given once more.
  static func isRecent(_ changed: timespec) -> Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &now)
    // Most changes are long past, and any time can stand in a file.
    guard now.tv_sec - 10 < changed.tv_sec, changed.tv_sec < now.tv_sec + 10 else { return false }
    let seconds = now.tv_sec - changed.tv_sec
    let age = seconds * 1_000_000_000 + now.tv_nsec - changed.tv_nsec
    return -tick <= age && age < (changed.tv_nsec == 0 ? longTick : tick)
  }
}
