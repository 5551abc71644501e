import Foundation

/// Stores chats and messages.
///
/// A store only keeps its data intact; the service enforces all other rules.
protocol MessageStore: Sendable {
  /// Returns all chats, unsorted.
  func chats() throws(MessageError) -> PartialResult<[Chat]>

  func add(_ chat: Chat) throws(MessageError)

  /// Returns the message numbers of a chat, ascending.
  func numbers(in chat: UUID) throws(MessageError) -> PartialResult<[Int]>

  /// Returns a message; nil if there is none.
  ///
  /// - Throws: `MessageError.messageUnusable` if the message's file can't be used.
  func message(_ number: Int, in chat: UUID) throws(MessageError) -> Message?

  /// Appends a message after all others, including those that are appended at the same time.
  ///
  /// - Parameter known: a message number in use, or 0; the search for a free number starts there.
  func append(
    _ content: Message.Content,
    to chat: UUID,
    after known: Int
  ) throws(MessageError) -> Message

  /// Replaces the stored message that has the same number.
  func replace(_ message: Message, in chat: UUID) throws(MessageError)

  /// Returns the read marks of a chat, unsorted.
  func readMarks(in chat: UUID) throws(MessageError) -> PartialResult<[ReadMark]>

  func setReadMarks(_ marks: [ReadMark], in chat: UUID) throws(MessageError)

  /// Returns the receipt of a draft sent with an idempotency key; nil if the key is new.
  func draftReceipt(for key: String) throws(MessageError) -> DraftReceipt?

  func save(_ draft: DraftReceipt) throws(MessageError)

  /// Runs `body` with exclusive access, which only one process has at a time.
  func withExclusiveAccess<Result>(
    _ body: () throws(MessageError) -> Result
  ) throws(MessageError) -> Result
}

/// A receipt for a draft with an idempotency key.
///
/// It is stored before the message, so that a retry with the same key doesn't send the message
/// twice.
struct DraftReceipt: Sendable, Equatable {
  let key: DraftIdempotencyKey
  let chat: UUID
  /// The id of the message, which is sent after the receipt is stored.
  let message: UUID
  /// A message number in the chat that is lower than this message's number.
  let after: Int
}
