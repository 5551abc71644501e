import Foundation

/// The rules of chats and messages.
///
/// Plain values go in and come out. The time of a call is its caller's.
protocol MessageService: Sendable {
  /// Makes a chat, unless there is one of that name.
  func createChat(
    named name: String,
    at now: Date
  ) async throws(MessageError) -> (chat: Chat, isNew: Bool)

  /// All chats in the order in which they were made, as a reader finds them.
  func listChats(for reader: String) async throws(MessageError) -> PartialResult<[ChatSummary]>

  /// Sends a message; when this returns, the disk has it.
  ///
  /// - Returns: The message, and whether it was sent before with the same key and not now.
  func sendMessage(
    _ draft: Draft,
    at now: Date
  ) async throws(MessageError) -> (chat: Chat, message: Message, isRepeated: Bool)

  /// Some messages of a chat.
  func listMessages(
    in chat: String,
    _ page: PageRequest
  ) async throws(MessageError) -> PartialResult<Conversation>

  /// A chat as those see it who are told of its changes: the newest messages, and who has read them.
  func observeMessages(in chat: String) async throws(MessageError) -> PartialResult<Conversation>

  /// Notes how far somebody has read; a mark never goes back.
  ///
  /// - Parameter number: that of the last message read; nil for the newest.
  /// - Returns: The chat, and the mark before and after.
  func markRead(
    _ chat: String,
    by reader: String,
    upTo number: Int?
  ) async throws(MessageError) -> (chat: Chat, before: Int, after: Int)

  /// Takes a message back: its place stays, what it said is gone.
  ///
  /// - Returns: The chat, and the message before and after.
  func deleteMessage(
    _ number: Int,
    in chat: String,
    at now: Date
  ) async throws(MessageError) -> (chat: Chat, before: Message, after: Message)

  /// A service that answers as this one would and changes nothing outside its own memory.
  func dryRunCopy() async -> any MessageService
}
