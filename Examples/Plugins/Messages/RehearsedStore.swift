import Foundation
import Synchronization

/// What would be kept, over what is; nothing of it lasts.
final class RehearsedStore: MessageStore {
  private struct State {
    var chats: [Chat] = []
    var messages: [UUID: [Int: Message]] = [:]
    var readMarks: [UUID: [ReadMark]] = [:]
    var drafts: [String: KeptDraft] = [:]
  }

  /// Nil where there is nothing below.
  private let base: (any MessageStore)?
  private let state = Mutex(State())

  init(over base: (any MessageStore)?) {
    self.base = base
  }

  /// The store below, as far as it can know a chat.
  private func base(of chat: UUID) -> (any MessageStore)? {
    state.withLock { state in state.chats.contains { $0.id == chat } } ? nil : base
  }

  func chats() throws(MessageError) -> Found<[Chat]> {
    var chats = try base?.chats() ?? Found(value: [])
    chats.value += state.withLock { $0.chats }
    return chats
  }

  func add(_ chat: Chat) {
    state.withLock { $0.chats.append(chat) }
  }

  func numbers(in chat: UUID) throws(MessageError) -> Found<[Int]> {
    var numbers = try base(of: chat)?.numbers(in: chat) ?? Found(value: [])
    let own = state.withLock { $0.messages[chat] ?? [:] }.keys
    numbers.value = Set(numbers.value).union(own).sorted()
    return numbers
  }

  func message(_ number: Int, in chat: UUID) throws(MessageError) -> Message? {
    if let own = state.withLock({ $0.messages[chat]?[number] }) { return own }
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
    state.withLock { $0.messages[chat, default: [:]][message.number] = message }
  }

  func readMarks(in chat: UUID) throws(MessageError) -> Found<[ReadMark]> {
    if let own = state.withLock({ $0.readMarks[chat] }) { return Found(value: own) }
    return try base(of: chat)?.readMarks(in: chat) ?? Found(value: [])
  }

  func setReadMarks(_ marks: [ReadMark], in chat: UUID) {
    state.withLock { $0.readMarks[chat] = marks }
  }

  func keptDraft(_ key: String) throws(MessageError) -> KeptDraft? {
    if let own = state.withLock({ $0.drafts[key] }) { return own }
    return try base?.keptDraft(key)
  }

  func keep(_ draft: KeptDraft) {
    state.withLock { $0.drafts[draft.key.key] = draft }
  }

  /// Nobody else knows it; what is below is only read.
  func exclusively<Result>(
    _ body: () throws(MessageError) -> Result
  ) throws(MessageError) -> Result {
    try body()
  }
}
