import Foundation

/// What lies where in the folder of the messages; paths are within it.
///
///     chats/CHAT/chat.json          its name
///     chats/CHAT/0000000001.json    its messages by their numbers
///     chats/CHAT/read.json          who has read how far
///     keys/HASH.json                what was sent with a key
///     .messages.lock                held by who makes a chat, notes a mark or takes a message back
enum MessageFileLayout {
  static let chats = "chats"
  static let lock = ".messages.lock"
  static let chatFile = "chat.json"
  static let readFile = "read.json"
  private static let digits = 10

  static func directory(of chat: UUID) -> String { "\(chats)/\(chat.uuidString)" }

  static func chatFile(of chat: UUID) -> String { "\(directory(of: chat))/\(chatFile)" }

  static func readFile(of chat: UUID) -> String { "\(directory(of: chat))/\(readFile)" }

  static func messageFile(_ number: Int, in chat: UUID) -> String {
    let text = String(number)
    let zeros = String(repeating: "0", count: max(0, digits - text.count))
    return "\(directory(of: chat))/\(zeros)\(text).json"
  }

  /// The number that the name of a message's file says; nil for any other name.
  static func messageNumber(ofFile name: String) -> Int? {
    let bytes = Array(name.utf8)
    let zero = UInt8(ascii: "0")
    guard bytes.count == digits + 5, name.hasSuffix(".json"),
      bytes.prefix(digits).allSatisfy({ (zero...zero + 9).contains($0) })
    else { return nil }
    return Int(name.prefix(digits)).flatMap { $0 > 0 ? $0 : nil }
  }

  /// The chat whose folder has a name; nil for any other name.
  static func chatID(ofDirectory name: String) -> UUID? {
    UUID(uuidString: name).flatMap { $0.uuidString == name ? $0 : nil }
  }

  /// Whether a name is one of those that files have before they are finished, or of other programs'
  /// own.
  static func isTemporary(_ name: String) -> Bool { name.hasPrefix(".") || name.hasSuffix(".tmp") }

  /// The file for a key; several keys can have one.
  static func keyFile(for key: String) -> String {
    // FNV-1a, since a key may hold what no name of a file may.
    let hash = key.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    return "keys/\(String(hash, radix: 16)).json"
  }
}
