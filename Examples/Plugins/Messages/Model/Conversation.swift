/// The messages of a chat, or some of them, and how far who has read.
struct Conversation: Sendable, Equatable {
  let chat: Chat
  /// By their numbers, ascending.
  let messages: [Message]
  /// Whether there are messages before the first of these.
  let hasEarlier: Bool
  /// By the names of the readers.
  let readMarks: [ReadMark]
}

/// How far somebody has read a chat.
struct ReadMark: Sendable, Equatable {
  let reader: String
  /// The number of the last message that was read.
  let number: Int
}

/// Which messages of a chat are wanted: the newest, or those before one.
struct PageRequest: Sendable, Equatable {
  let limit: Int
  /// The number of the message before which they stand; nil for the newest.
  let before: Int?
}
