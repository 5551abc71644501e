import Foundation

/// A message in a chat.
struct Message: Sendable, Equatable {
  /// The state of a message: sent or deleted.
  enum DeliveryState: Sendable, Equatable {
    case sent(text: String)
    /// The message was deleted; its text is gone.
    case deleted(at: Date)
  }

  /// The message's position in the chat, which is the same for all readers and never changes.
  let number: Int
  let content: Content

  /// The parts of a message except its number, which the store assigns.
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
struct MessageDraft: Sendable, Equatable {
  /// The chat's name or id, as the sender gave it.
  let chat: String
  let sender: String
  let text: String
  /// The idempotency key; nil to send a new message for each call.
  let key: DraftIdempotencyKey?
}

/// An idempotency key given with a draft, and a fingerprint of that draft.
struct DraftIdempotencyKey: Sendable, Equatable {
  let key: String
  /// A text that is equal for equal drafts, so that reuse of a key for another draft is detected.
  let fingerprint: String
}
