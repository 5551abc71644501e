import Foundation

/// The rules of chats and messages.
///
/// Arguments and results are plain values. The caller passes the time.
protocol MessageService: Sendable {
  /// Creates a chat, unless one has that name.
  func createChat(
    named name: String,
    at now: Date
  ) async throws(MessageError) -> (chat: Chat, isNew: Bool)

  /// Returns all chats by creation time, with the unread count of a reader.
  func listChats(for reader: String) async throws(MessageError) -> PartialResult<[ChatSummary]>

  /// Sends a message. It is on disk when the call returns.
  ///
  /// - Returns: The message, and whether it had been sent before with the same key.
  func sendMessage(
    _ draft: Draft,
    at now: Date
  ) async throws(MessageError) -> (chat: Chat, message: Message, isRepeated: Bool)

  /// Returns a page of messages.
  func listMessages(
    in chat: String,
    _ page: PageRequest
  ) async throws(MessageError) -> PartialResult<Conversation>

  /// Returns the chat as subscribers see it: the newest messages and the read marks.
  func observeMessages(in chat: String) async throws(MessageError) -> PartialResult<Conversation>

  /// Moves a reader's mark; it never moves back.
  ///
  /// - Parameter number: the last message read; nil for the newest.
  /// - Returns: The chat, and the mark before and after.
  func markRead(
    _ chat: String,
    by reader: String,
    upTo number: Int?
  ) async throws(MessageError) -> (chat: Chat, before: Int, after: Int)

  /// Deletes a message's text; its number stays in use.
  ///
  /// - Returns: The chat, and the message before and after.
  func deleteMessage(
    _ number: Int,
    in chat: String,
    at now: Date
  ) async throws(MessageError) -> (chat: Chat, before: Message, after: Message)

  /// Returns a service that gives the same results and changes only its own memory.
  func dryRunCopy() async -> any MessageService
}
