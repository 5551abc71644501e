import IntentKit
import SystemCalls

/// The names of plugins, and of the intents that their tools become.
package enum PluginName {
  /// What stands between the name of a plugin and that of a tool.
  static let separator = "__"
  /// Characters that a plugin's name may have.
  private static let limit = 24
  /// Characters that an intent's id may have.
  private static let idLimit = 64

  /// Whether a text can name a plugin: small letters, digits and single underscores between them.
  package static func isValid(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard let first = bytes.first, isSmallLetter(first), bytes.last != UInt8(ascii: "_"),
      bytes.count <= limit, !name.contains(separator)
    else { return false }
    return bytes.allSatisfy { isSmallLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
  }

  /// The name of the plugin in an intent's id; nil in one that is no plugin's.
  package static func plugin(in id: String) -> String? {
    guard let end = id.firstRange(of: separator)?.lowerBound else { return nil }
    let name = String(id[..<end])
    return isValid(name) ? name : nil
  }

  /// The id of the intent that a tool becomes.
  ///
  /// What an id cannot have becomes an underscore; one that would be too long is cut, and told from
  /// others by its hash.
  package static func id(of tool: String, in plugin: String) -> String {
    let plain = tool.utf8.map { byte in
      isSmallLetter(byte | 0x20) || isDigit(byte) ? byte : UInt8(ascii: "_")
    }
    let id = plugin + separator + String(decoding: plain, as: UTF8.self)
    guard id.utf8.count > idLimit else { return id }
    return id.prefix(idLimit - 9) + "_" + SHA256.hex(of: Array(tool.utf8)).prefix(8)
  }

  private static func isSmallLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
