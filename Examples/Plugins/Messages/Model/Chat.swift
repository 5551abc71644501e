import Foundation

/// A place for messages.
struct Chat: Sendable, Equatable {
  let id: UUID
  let name: String
  let createdAt: Date

  /// The URI under which its messages can be observed.
  ///
  /// It has the id, since a name may hold what no part of a path may.
  var resource: String { "messages://chats/\(id.uuidString)" }
}

/// A chat as somebody finds it.
struct ChatSummary: Sendable, Equatable {
  /// Messages that are looked at to count those that are unread.
  static let unreadLimit = 100

  let chat: Chat
  /// The newest message; nil where there is none.
  let last: Message?
  /// Messages of others that the reader has not read; at most `unreadLimit`.
  let unread: Int
}
