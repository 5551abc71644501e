import Glibc

/// The user accounts of the system.
package enum User {
  /// The effective user ID of this process.
  package static var current: UInt32 { geteuid() }

  /// Whether this process runs as root.
  package static var isRoot: Bool { current == 0 }

  /// Returns the name of a user; nil if the user ID is unknown.
  package static func name(of number: UInt32) -> String? {
    entry(of: number).flatMap { String($0[0]).isEmpty ? nil : String($0[0]) }
  }

  /// Returns the absolute path of a user's home directory; nil if it is unknown.
  package static func home(of number: UInt32) -> String? {
    entry(of: number).flatMap { $0[5].hasPrefix("/") ? String($0[5]) : nil }
  }

  /// Returns the fields of a user's passwd(5) entry.
  ///
  /// Runs `getent`, because the C library's functions load shared libraries, which would crash a
  /// statically linked program.
  private static func entry(of number: UInt32) -> [Substring]? {
    guard let output = popen("getent passwd \(number) 2>/dev/null </dev/null", "re") else {
      return nil
    }
    defer { pclose(output) }
    var buffer = [CChar](repeating: 0, count: 1 << 14)
    guard fgets(&buffer, CInt(buffer.count), output) != nil else { return nil }
    return fields(of: buffer)
  }

  /// Returns the fields of a passwd(5) line; nil if it is malformed.
  ///
  /// - Parameter line: A line that ends with a line feed or 0.
  static func fields(of line: [CChar]) -> [Substring]? {
    let bytes = line.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:))
    let fields = String(decoding: bytes, as: UTF8.self)
      .split(separator: ":", omittingEmptySubsequences: false)
    return fields.count == 7 ? fields : nil
  }
}
