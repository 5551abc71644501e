/// A page of a chat's messages, with the read marks of all readers.
struct ConversationPage: Sendable, Equatable {
  let chat: Chat
  /// The messages by ascending number.
  let messages: [Message]
  /// Whether there are earlier messages.
  let hasEarlier: Bool
  /// The read marks of the chat, sorted by reader.
  let readMarks: [ReadMark]
}

/// The position up to which a reader has read a chat.
struct ReadMark: Sendable, Equatable {
  let reader: String
  /// The number of the last message that the reader has read.
  let number: Int
}

/// A request for a page of a chat: its newest messages, or the newest before a given one.
struct PageRequest: Sendable, Equatable {
  let limit: Int
  /// The message number before which the page ends; nil for the newest messages.
  let before: Int?
}
