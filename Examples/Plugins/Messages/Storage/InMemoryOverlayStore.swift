import Foundation
import Synchronization

/// A store in memory on top of another store, for dry runs.
final class InMemoryOverlayStore: MessageStore {
  private struct DryRunMessages {
    var chats: [Chat] = []
    var messages: [UUID: [Int: Message]] = [:]
    var readMarks: [UUID: [ReadMark]] = [:]
    var drafts: [String: DraftReceipt] = [:]
  }

  /// The store underneath, which is only read; nil if the overlay starts empty.
  private let base: (any MessageStore)?
  private let overlay = Mutex(DryRunMessages())

  init(over base: (any MessageStore)?) {
    self.base = base
  }

  /// Returns the store underneath; nil if the chat exists only in the overlay.
  private func base(of chat: UUID) -> (any MessageStore)? {
    overlay.withLock { overlay in overlay.chats.contains { $0.id == chat } } ? nil : base
  }

  func chats() throws(MessageError) -> PartialResult<[Chat]> {
    var chats = try base?.chats() ?? PartialResult(value: [])
    chats.value += overlay.withLock { $0.chats }
    return chats
  }

  func add(_ chat: Chat) {
    overlay.withLock { $0.chats.append(chat) }
  }

  func numbers(in chat: UUID) throws(MessageError) -> PartialResult<[Int]> {
    var numbers = try base(of: chat)?.numbers(in: chat) ?? PartialResult(value: [])
    let own = overlay.withLock { $0.messages[chat] ?? [:] }.keys
    numbers.value = Set(numbers.value).union(own).sorted()
    return numbers
  }

  func message(_ number: Int, in chat: UUID) throws(MessageError) -> Message? {
    if let own = overlay.withLock({ $0.messages[chat]?[number] }) { return own }
    return try base(of: chat)?.message(number, in: chat)
  }

  func append(
    _ content: Message.Content,
    to chat: UUID,
    after known: Int
  ) throws(MessageError) -> Message {
    let last = try numbers(in: chat).value.last ?? 0
    let message = Message(number: max(last, known) + 1, content: content)
    replace(message, in: chat)
    return message
  }

  func replace(_ message: Message, in chat: UUID) {
    overlay.withLock { $0.messages[chat, default: [:]][message.number] = message }
  }

  func readMarks(in chat: UUID) throws(MessageError) -> PartialResult<[ReadMark]> {
    if let own = overlay.withLock({ $0.readMarks[chat] }) { return PartialResult(value: own) }
    return try base(of: chat)?.readMarks(in: chat) ?? PartialResult(value: [])
  }

  func setReadMarks(_ marks: [ReadMark], in chat: UUID) {
    overlay.withLock { $0.readMarks[chat] = marks }
  }

  func draftReceipt(for key: String) throws(MessageError) -> DraftReceipt? {
    if let own = overlay.withLock({ $0.drafts[key] }) { return own }
    return try base?.draftReceipt(for: key)
  }

  func save(_ draft: DraftReceipt) {
    overlay.withLock { $0.drafts[draft.key.key] = draft }
  }

  /// Runs `body` without a lock: no other process can reach the overlay, and the store underneath
  /// is only read.
  func withExclusiveAccess<Result>(
    _ body: () throws(MessageError) -> Result
  ) throws(MessageError) -> Result {
    try body()
  }
}
