import Foundation

/// A message in a chat.
struct Message: Sendable, Equatable {
  /// The state of a message.
  enum DeliveryState: Sendable, Equatable {
    case sent(text: String)
    /// The message was deleted; its text is gone.
    case deleted(at: Date)
  }

  /// The position in the chat, which is the same for all readers and never changes.
  let number: Int
  let content: Content

  /// A message without its number, which the store assigns.
  struct Content: Sendable, Equatable {
    let id: UUID
    let sender: String
    let sentAt: Date
    var state: DeliveryState
  }

  var isDeleted: Bool {
    if case .deleted = content.state { true } else { false }
  }
}

/// A message to be sent.
struct Draft: Sendable, Equatable {
  /// The chat's name or id, as the sender gave it.
  let chat: String
  let sender: String
  let text: String
  /// The idempotency key; nil to send a new message each time.
  let key: DraftIdempotencyKey?
}

/// The idempotency key of a draft, with the draft's fingerprint.
struct DraftIdempotencyKey: Sendable, Equatable {
  let key: String
  /// A text that is equal for equal drafts.
  let fingerprint: String
}
