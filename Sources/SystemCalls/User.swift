import Glibc

/// The users of the system, by their numbers.
package enum User {
  /// Who this process acts for.
  package static var current: UInt32 { geteuid() }

  /// Whether this process may read and write what belongs to others.
  package static var isRoot: Bool { current == 0 }

  /// The name of a user; nil where the number has none.
  package static func name(of number: UInt32) -> String? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1 << 14) { room in
      guard let start = room.baseAddress,
        getpwuid_r(number, &entry, start, room.count, &found) == 0, found != nil
      else { return nil }
      return String(cString: entry.pw_name)
    }
  }
}
