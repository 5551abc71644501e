import Foundation

/// Something that somebody said in a chat.
struct Message: Sendable, Equatable {
  /// What has become of a message.
  enum DeliveryState: Sendable, Equatable {
    /// It was said and can be read.
    case sent(text: String)
    /// It was taken back; what it said is gone.
    case deleted(at: Date)
  }

  /// The place in its chat's order, which is the same for all readers and never changes.
  let number: Int
  let content: Content

  /// A message without its place, which it is given when it is kept.
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

/// A message that somebody wants to send.
struct Draft: Sendable, Equatable {
  /// The chat, as the sender calls it.
  let chat: String
  let sender: String
  let text: String
  /// By what the draft is known when it comes again; nil for one that is new each time.
  let key: DraftIdempotencyKey?
}

/// The key of a draft, with what tells the draft from others.
struct DraftIdempotencyKey: Sendable, Equatable {
  let key: String
  /// A text that is the same for the same draft.
  let fingerprint: String
}
