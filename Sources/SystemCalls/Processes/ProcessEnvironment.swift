@preconcurrency import Glibc

/// The environment variables of this process.
package enum ProcessEnvironment {
  /// Returns the variables.
  ///
  /// Foundation's `ProcessInfo` would take a tenth of the program's startup time.
  package static func variables() -> [String: String] { variables(in: environ) }

  /// Parses a list of variables in the format of environ(7).
  ///
  /// If a name occurs twice, the first value wins.
  package static func variables(
    in list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  ) -> [String: String] {
    var variables: [String: String] = [:]
    var place = list
    while let entry = place.pointee {
      let bytes = UnsafeRawBufferPointer(start: entry, count: strlen(entry))
      if let mark = bytes.firstIndex(of: UInt8(ascii: "=")) {
        let name = String(decoding: bytes[..<mark], as: UTF8.self)
        if variables[name] == nil {
          variables[name] = String(decoding: bytes[(mark + 1)...], as: UTF8.self)
        }
      }
      place += 1
    }
    return variables
  }
}
