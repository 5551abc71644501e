import Foundation

/// A named chat; its messages are stored separately.
struct Chat: Sendable, Equatable {
  let id: UUID
  let name: String
  let createdAt: Date

  /// The URI of the resource with the chat's messages.
  ///
  /// It contains the id, because a name may have characters that a URI can't.
  var resource: String { "messages://chats/\(id.uuidString)" }
}

/// A chat with the number of unread messages of one reader.
struct ChatSummary: Sendable, Equatable {
  /// The number of newest messages that are searched for unread ones.
  static let unreadLimit = 100

  let chat: Chat
  /// The newest message; nil if there is none.
  let last: Message?
  /// The number of unread messages by others, counted up to `unreadLimit`.
  let unread: Int
}
