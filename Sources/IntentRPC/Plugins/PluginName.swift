import IntentKit
import SystemCalls

/// The rules for plugin names, and for the ids of the intents that plugins provide.
package enum PluginName {
  /// The separator between the plugin's name and the tool's name in an intent's id.
  static let separator = "__"
  /// The maximum length of a plugin's name.
  private static let limit = 24
  /// The maximum length of the id of an intent.
  private static let idLimit = 64

  /// Returns whether a text is a valid plugin name.
  ///
  /// A name consists of lowercase letters, digits and single underscores; it begins with a letter
  /// and doesn't end with an underscore.
  package static func isValid(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard let first = bytes.first, isSmallLetter(first), bytes.last != UInt8(ascii: "_"),
      bytes.count <= limit, !name.contains(separator)
    else { return false }
    return bytes.allSatisfy { isSmallLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
  }

  /// Returns the name of the plugin that an intent belongs to; nil if the id isn't that of a
  /// plugin's intent.
  package static func plugin(in id: String) -> String? {
    guard let end = id.firstRange(of: separator)?.lowerBound else { return nil }
    let name = String(id[..<end])
    return isValid(name) ? name : nil
  }

  /// Returns the id of the intent that calls a tool.
  ///
  /// Characters that an id can't contain become underscores. An id that would be too long is
  /// shortened and ends with a hash of the tool's name.
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
