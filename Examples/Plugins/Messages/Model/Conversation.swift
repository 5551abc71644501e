/// A page of a chat's messages, with the read marks of all readers.
struct Conversation: Sendable, Equatable {
  let chat: Chat
  /// The messages by ascending number.
  let messages: [Message]
  /// Whether there are earlier messages.
  let hasEarlier: Bool
  /// The read marks, sorted by reader.
  let readMarks: [ReadMark]
}

/// The last message that a reader has read.
struct ReadMark: Sendable, Equatable {
  let reader: String
  /// The number of that message.
  let number: Int
}

/// A request for the newest messages, or for those before one.
struct PageRequest: Sendable, Equatable {
  let limit: Int
  /// The number of the message after the page; nil for the newest page.
  let before: Int?
}
