import Foundation

/// Stores chats and messages.
///
/// It checks only the integrity of its data.
protocol MessageStore: Sendable {
  /// Returns all chats, unsorted.
  func chats() throws(MessageError) -> PartialResult<[Chat]>

  func add(_ chat: Chat) throws(MessageError)

  /// Returns the message numbers of a chat, ascending.
  func numbers(in chat: UUID) throws(MessageError) -> PartialResult<[Int]>

  /// Returns a message; nil if there is none.
  ///
  /// - Throws: `messageUnusable`.
  func message(_ number: Int, in chat: UUID) throws(MessageError) -> Message?

  /// Appends a message after all others, including those that are appended at the same time.
  ///
  /// - Parameter known: a number in use, or 0. The search for a free one starts there.
  func append(
    _ content: Message.Content,
    to chat: UUID,
    after known: Int
  ) throws(MessageError) -> Message

  /// Replaces the message that has the same number.
  func replace(_ message: Message, in chat: UUID) throws(MessageError)

  /// Returns the read marks of a chat, unsorted.
  func readMarks(in chat: UUID) throws(MessageError) -> PartialResult<[ReadMark]>

  func setReadMarks(_ marks: [ReadMark], in chat: UUID) throws(MessageError)

  /// Returns the receipt for a key; nil if nothing was sent with it.
  func draftReceipt(for key: String) throws(MessageError) -> DraftReceipt?

  func save(_ draft: DraftReceipt) throws(MessageError)

  /// Runs `body` while no other process has exclusive access.
  func withExclusiveAccess<Result>(
    _ body: () throws(MessageError) -> Result
  ) throws(MessageError) -> Result
}

/// The record of a draft with a key.
///
/// It is stored before the message, so the message is never stored twice.
struct DraftReceipt: Sendable, Equatable {
  let key: DraftIdempotencyKey
  let chat: UUID
  /// The id that the message has, or will have.
  let message: UUID
  /// A number before that of the message.
  let after: Int
}
