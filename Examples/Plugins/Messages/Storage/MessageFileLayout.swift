import Foundation

/// The layout of the data folder; paths are relative to it.
///
///     chats/CHAT/chat.json          the chat's name
///     chats/CHAT/0000000001.json    its messages by number
///     chats/CHAT/read.json          its read marks
///     keys/HASH.json                messages that were sent with a key
///     .messages.lock                held while creating a chat, moving a mark or deleting a message
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

  /// Returns the message number in a file name; nil for other names.
  static func messageNumber(ofFile name: String) -> Int? {
    let bytes = Array(name.utf8)
    let zero = UInt8(ascii: "0")
    guard bytes.count == digits + 5, name.hasSuffix(".json"),
      bytes.prefix(digits).allSatisfy({ (zero...zero + 9).contains($0) })
    else { return nil }
    return Int(name.prefix(digits)).flatMap { $0 > 0 ? $0 : nil }
  }

  /// Returns the chat id in a folder name; nil for other names.
  static func chatID(ofDirectory name: String) -> UUID? {
    UUID(uuidString: name).flatMap { $0.uuidString == name ? $0 : nil }
  }

  /// Returns whether a name is that of a temporary file, of this or another program.
  static func isTemporary(_ name: String) -> Bool { name.hasPrefix(".") || name.hasSuffix(".tmp") }

  /// Returns the path of the file with the receipts for a key; keys with equal hashes share a file.
  static func keyFile(for key: String) -> String {
    // Names the file by the key's FNV-1a hash, because a key may have characters that a file name
    // can't.
    let hash = key.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    return "keys/\(String(hash, radix: 16)).json"
  }
}
