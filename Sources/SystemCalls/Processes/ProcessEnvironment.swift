@preconcurrency import Glibc

/// The environment that this process was started in.
package enum ProcessEnvironment {
  /// The variables, which Foundation takes a tenth of the time to list in which the program starts.
  package static func variables() -> [String: String] { variables(in: environ) }

  /// The variables of a list as environ(7) has it; of two with one name the first counts.
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
