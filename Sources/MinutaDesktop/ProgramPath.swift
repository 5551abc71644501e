package import IntentKit

/// The path of the program `minuta`, and of its data folder, as they can be written into key bindings.
///
/// They have no characters that a key binding program or a shell would interpret.
package struct ProgramPath: Sendable, Equatable {
  /// The maximum length of both paths in bytes.
  ///
  /// Together with its arguments, the command must fit into the 511 bytes that sxhkd reads.
  package static let limit = 400

  package let text: String
  /// The words that choose the data folder; empty for that of the settings.
  private let options: [String]

  /// Creates a path.
  ///
  /// Each path must be absolute, and may contain only letters, digits and `_ . / + -`.
  ///
  /// - Parameter store: the data folder that the commands use; nil for that of the settings.
  package init(_ text: String, store: String? = nil) throws(Failure) {
    self.text = text
    options = store.map { ["--store", $0] } ?? []
    var length = options.isEmpty ? 0 : " --store ".utf8.count
    for path in [text, store].compactMap(\.self) {
      length += path.utf8.count
      guard path.hasPrefix("/"), length <= Self.limit, path.utf8.allSatisfy(Self.isSafe) else {
        throw .unsafeProgramPath(path)
      }
    }
  }

  /// Returns the words of a command that runs the program with some arguments.
  package func command(_ arguments: [String]) -> [String] { [text] + arguments + options }

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
