import Foundation

/// The operations on chats and messages.
///
/// Arguments and results are plain values. The caller passes the time.
protocol MessageService: Sendable {
  /// Creates a chat, or returns the existing chat with that name.
  func createChat(
    named name: String,
    at now: Date
  ) async throws(MessageError) -> (chat: Chat, isNew: Bool)

  /// Returns all chats, sorted by creation time, with the number of messages that a reader hasn't
  /// read.
  func listChats(for reader: String) async throws(MessageError) -> PartialResult<[ChatSummary]>

  /// Sends a message. It is on disk when the call returns.
  ///
  /// - Returns: The message, and whether it had been sent before with the same key.
  func sendMessage(
    _ draft: MessageDraft,
    at now: Date
  ) async throws(MessageError) -> (chat: Chat, message: Message, isRepeated: Bool)

  /// Returns a page of messages.
  func listMessages(
    in chat: String,
    _ page: PageRequest
  ) async throws(MessageError) -> PartialResult<ConversationPage>

  /// Returns the chat as subscribers see it: the newest messages and the read marks.
  func observeMessages(in chat: String) async throws(MessageError) -> PartialResult<
    ConversationPage
  >

  /// Moves a reader's read mark forward; it never moves back.
  ///
  /// - Parameter number: the number of the last message read; nil for the newest.
  /// - Returns: The chat, and the mark's message number before and after the call.
  func markRead(
    _ chat: String,
    by reader: String,
    upTo number: Int?
  ) async throws(MessageError) -> (chat: Chat, before: Int, after: Int)

  /// Deletes a message's text; the message's number is not used again.
  ///
  /// - Returns: The chat, and the message before and after.
  func deleteMessage(
    _ number: Int,
    in chat: String,
    at now: Date
  ) async throws(MessageError) -> (chat: Chat, before: Message, after: Message)

  /// Returns a service for a dry run, which reads the same data but keeps its changes in memory.
  func dryRunCopy() async -> any MessageService
}
