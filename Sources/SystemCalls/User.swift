import Glibc

/// The users of the system, by their numbers.
package enum User {
  /// Who this process acts for.
  package static var current: UInt32 { geteuid() }

  /// Whether this process may read and write what belongs to others.
  package static var isRoot: Bool { current == 0 }

  /// The name of a user; nil where the number has none.
  package static func name(of number: UInt32) -> String? {
    entry(of: number).flatMap { String($0[0]).isEmpty ? nil : String($0[0]) }
  }

  /// The absolute path of a user's home; nil where it is not known.
  package static func home(of number: UInt32) -> String? {
    entry(of: number).flatMap { $0[5].hasPrefix("/") ? String($0[5]) : nil }
  }

  /// The fields of a user, as passwd(5) has them.
  ///
  /// `getent` is asked, since the C library's own functions load libraries, which crashes a program
  /// that is linked statically.
  private static func entry(of number: UInt32) -> [Substring]? {
    guard let answer = popen("getent passwd \(number) 2>/dev/null </dev/null", "re") else {
      return nil
    }
    defer { pclose(answer) }
    var room = [CChar](repeating: 0, count: 1 << 14)
    guard fgets(&room, CInt(room.count), answer) != nil else { return nil }
    return fields(of: room)
  }

  /// The fields of a line that ends with a line feed or a 0; nil where it is none of passwd(5).
  static func fields(of line: [CChar]) -> [Substring]? {
    let bytes = line.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:))
    let fields = String(decoding: bytes, as: UTF8.self)
      .split(separator: ":", omittingEmptySubsequences: false)
    return fields.count == 7 ? fields : nil
  }
}
