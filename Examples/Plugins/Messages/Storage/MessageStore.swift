import Foundation

/// Where chats and messages are kept; it knows no rule beyond its own integrity.
protocol MessageStore: Sendable {
  /// All chats, in no order.
  func chats() throws(MessageError) -> PartialResult<[Chat]>

  func add(_ chat: Chat) throws(MessageError)

  /// The numbers of the messages of a chat, ascending.
  func numbers(in chat: UUID) throws(MessageError) -> PartialResult<[Int]>

  /// One message; nil where there is none.
  ///
  /// - Throws: `messageUnusable`.
  func message(_ number: Int, in chat: UUID) throws(MessageError) -> Message?

  /// Adds a message behind all others, also behind those that others add at the same time.
  ///
  /// - Parameter known: a number that is taken, or 0: what is looked for lies behind it.
  func append(
    _ content: Message.Content,
    to chat: UUID,
    after known: Int
  ) throws(MessageError) -> Message

  /// Puts a message in the place of the one of its number.
  func replace(_ message: Message, in chat: UUID) throws(MessageError)

  /// How far who has read a chat, in no order.
  func readMarks(in chat: UUID) throws(MessageError) -> PartialResult<[ReadMark]>

  func setReadMarks(_ marks: [ReadMark], in chat: UUID) throws(MessageError)

  /// What was sent with a key; nil where nothing was.
  func draftReceipt(for key: String) throws(MessageError) -> DraftReceipt?

  func save(_ draft: DraftReceipt) throws(MessageError)

  /// Does something while nobody else does what needs this.
  func withExclusiveAccess<Result>(
    _ body: () throws(MessageError) -> Result
  ) throws(MessageError) -> Result
}

/// A draft with a key, noted before its message is kept, so that it is never kept twice.
struct DraftReceipt: Sendable, Equatable {
  let key: DraftIdempotencyKey
  let chat: UUID
  /// The id that its message has, or will have.
  let message: UUID
  /// A number behind which its message stands.
  let after: Int
}
