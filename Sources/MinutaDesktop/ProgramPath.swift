package import IntentKit

/// The path of the program `minuta` as it can be written into key bindings.
///
/// It has no characters that a key binding program or a shell would interpret.
package struct ProgramPath: Sendable, Equatable {
  /// The maximum length of the path in bytes.
  ///
  /// Together with its arguments, the command must fit into the 511 bytes that sxhkd reads.
  package static let limit = 400

  package let text: String

  /// Creates a path.
  ///
  /// It must be absolute, and may contain only letters, digits and `_ . / + -`.
  package init(_ text: String) throws(Failure) {
    guard
      text.hasPrefix("/"), text.utf8.count <= Self.limit, text.utf8.allSatisfy(Self.isSafe)
    else { throw .unsafeProgramPath(text) }
    self.text = text
  }

  private static func isSafe(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    case UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "+"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
