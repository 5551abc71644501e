import Foundation

/// Implements the operations on chats and messages on top of a store.
actor LocalMessageService: MessageService {
  /// The page of messages that subscribers to a chat get.
  static let observedPage = PageRequest(limit: 100, before: nil)

  let store: any MessageStore
  private let makeID: @Sendable () -> UUID
  /// The last message number known in each chat, at which the search for a free one starts.
  private var lastNumbers: [UUID: Int] = [:]

  init(store: any MessageStore, makeID: @escaping @Sendable () -> UUID) {
    self.store = store
    self.makeID = makeID
  }

  func createChat(
    named text: String,
    at now: Date
  ) async throws(MessageError) -> (chat: Chat, isNew: Bool) {
    let name = try NameNormalizer.normalized(text)
    if let chat = try existingChat(named: name) { return (chat, false) }
    return try store.withExclusiveAccess { () throws(MessageError) in
      if let chat = try existingChat(named: name) { return (chat, false) }
      let chat = Chat(id: makeID(), name: name, createdAt: now)
      try store.add(chat)
      return (chat, true)
    }
  }

  private func existingChat(named name: String) throws(MessageError) -> Chat? {
    do throws(MessageError) {
      return try store.chats().value.chat(matching: name)
    } catch .chatNotFound {
      return nil
    }
  }

  func listChats(for reader: String) async throws(MessageError) -> PartialResult<[ChatSummary]> {
    let reader = try NameNormalizer.normalized(reader)
    let chats = try store.chats()
    var list = PartialResult<[ChatSummary]>(value: [], skippedFiles: chats.skippedFiles)
    for chat in chats.value.sortedByCreation {
      let summary = try summary(of: chat, for: reader)
      list.value.append(summary.value)
      list.skippedFiles += summary.skippedFiles
    }
    return list
  }

  private func summary(
    of chat: Chat,
    for reader: String
  ) throws(MessageError) -> PartialResult<ChatSummary> {
    let marks = try store.readMarks(in: chat.id)
    let mark = marks.value.first { $0.reader == reader }?.number ?? 0
    let page = PageRequest(limit: ChatSummary.unreadLimit, before: nil)
    // Messages up to the mark count as read, so only those after it are loaded.
    let newest = try newestMessages(in: chat, page) { $0 > mark }
    let messages = newest.value.messages
    let unread = messages.count {
      $0.number > mark && $0.content.sender != reader && !$0.isDeleted
    }
    return PartialResult(
      value: ChatSummary(chat: chat, last: messages.last, unread: unread),
      skippedFiles: newest.skippedFiles + marks.skippedFiles
    )
  }

  func listMessages(
    in chat: String,
    _ page: PageRequest
  ) async throws(MessageError) -> PartialResult<ConversationPage> {
    let chat = try store.chats().value.chat(matching: chat)
    let newest = try newestMessages(in: chat, page) { _ in true }
    let marks = try store.readMarks(in: chat.id)
    let conversation = ConversationPage(
      chat: chat,
      messages: newest.value.messages,
      hasEarlier: newest.value.hasEarlier,
      readMarks: marks.value.sorted { $0.reader < $1.reader }
    )
    return PartialResult(
      value: conversation,
      skippedFiles: newest.skippedFiles + marks.skippedFiles
    )
  }

  func observeMessages(in chat: String) async throws(MessageError) -> PartialResult<
    ConversationPage
  > {
    try await listMessages(in: chat, Self.observedPage)
  }

  /// Returns the messages of a page in ascending order.
  ///
  /// Reads from the newest back to the first number that `isIncluded` rejects, but returns at least
  /// one message if there is any.
  private func newestMessages(
    in chat: Chat,
    _ page: PageRequest,
    where isIncluded: (Int) -> Bool
  ) throws(MessageError) -> PartialResult<(messages: [Message], hasEarlier: Bool)> {
    let numbers = try store.numbers(in: chat.id)
    var rest = numbers.value.filter { $0 < page.before ?? .max }[...]
    var skippedFiles = numbers.skippedFiles
    var messages: [Message] = []
    while messages.count < page.limit, let number = rest.last,
      messages.isEmpty || isIncluded(number)
    {
      rest.removeLast()
      do throws(MessageError) {
        if let message = try store.message(number, in: chat.id) { messages.append(message) }
      } catch .messageUnusable(_, let file) {
        skippedFiles.append(file)
      }
    }
    return PartialResult(value: (messages.reversed(), !rest.isEmpty), skippedFiles: skippedFiles)
  }

  func sendMessage(
    _ draft: MessageDraft,
    at now: Date
  ) async throws(MessageError) -> (chat: Chat, message: Message, isRepeated: Bool) {
    let sender = try NameNormalizer.normalized(draft.sender)
    if draft.text.allSatisfy(\.isWhitespace) { throw .emptyText }
    let chat = try store.chats().value.chat(matching: draft.chat)
    if Task.isCancelled { throw .cancelled }
    let content = Message.Content(
      id: makeID(),
      sender: sender,
      sentAt: now,
      state: .sent(text: draft.text)
    )
    if let key = draft.key { return try send(content, to: chat, under: key) }
    return (chat, try append(content, to: chat), false)
  }

  private func append(
    _ content: Message.Content,
    to chat: Chat
  ) throws(MessageError) -> Message {
    let message = try store.append(content, to: chat.id, after: try lastKnownNumber(in: chat))
    lastNumbers[chat.id] = message.number
    return message
  }

  /// Returns a message number in use, at which the search for the next free one starts, or 0 if the
  /// chat is empty.
  private func lastKnownNumber(in chat: Chat) throws(MessageError) -> Int {
    if let number = lastNumbers[chat.id] { return number }
    return try store.numbers(in: chat.id).value.last ?? 0
  }

  /// Sends a message with an idempotency key, unless one was already sent with that key.
  ///
  /// The key is stored first, with the message's id. After a crash between the two writes, a retry
  /// finds no message with that id and sends it under the same id.
  private func send(
    _ content: Message.Content,
    to chat: Chat,
    under key: DraftIdempotencyKey
  ) throws(MessageError) -> (chat: Chat, message: Message, isRepeated: Bool) {
    try store.withExclusiveAccess { () throws(MessageError) in
      guard let receipt = try store.draftReceipt(for: key.key) else {
        let after = try lastKnownNumber(in: chat)
        try store.save(DraftReceipt(key: key, chat: chat.id, message: content.id, after: after))
        return (chat, try append(content, to: chat), false)
      }
      guard receipt.key == key, receipt.chat == chat.id else { throw .keyReused(key.key) }
      if let message = try message(of: receipt) { return (chat, message, true) }
      let again = Message.Content(
        id: receipt.message,
        sender: content.sender,
        sentAt: content.sentAt,
        state: content.state
      )
      return (chat, try append(again, to: chat), false)
    }
  }

  private func message(of receipt: DraftReceipt) throws(MessageError) -> Message? {
    for number in try store.numbers(in: receipt.chat).value where number > receipt.after {
      // Throws if a message can't be read, because it might be the one that was sent with the key.
      let message = try store.message(number, in: receipt.chat)
      if let message, message.content.id == receipt.message { return message }
    }
    return nil
  }

  func markRead(
    _ chat: String,
    by reader: String,
    upTo number: Int?
  ) async throws(MessageError) -> (chat: Chat, before: Int, after: Int) {
    let reader = try NameNormalizer.normalized(reader)
    let chat = try store.chats().value.chat(matching: chat)
    return try store.withExclusiveAccess { () throws(MessageError) in
      let last = try store.numbers(in: chat.id).value.last ?? 0
      var marks = try store.readMarks(in: chat.id)
      if let file = marks.skippedFiles.first {
        // Refuses to overwrite read marks that can't be read.
        throw .unwritable(path: file.path, reason: file.reason)
      }
      let before = marks.value.first { $0.reader == reader }?.number ?? 0
      let after = max(before, min(number ?? last, last))
      if after == before { return (chat, before, after) }
      marks.value.removeAll { $0.reader == reader }
      marks.value.append(ReadMark(reader: reader, number: after))
      try store.setReadMarks(marks.value.sorted { $0.reader < $1.reader }, in: chat.id)
      return (chat, before, after)
    }
  }

  func deleteMessage(
    _ number: Int,
    in chat: String,
    at now: Date
  ) async throws(MessageError) -> (chat: Chat, before: Message, after: Message) {
    let chat = try store.chats().value.chat(matching: chat)
    return try store.withExclusiveAccess { () throws(MessageError) in
      guard let message = try store.message(number, in: chat.id) else {
        throw .messageNotFound(number, chat: chat.name)
      }
      if message.isDeleted { return (chat, message, message) }
      var content = message.content
      content.state = .deleted(at: now)
      let after = Message(number: number, content: content)
      try store.replace(after, in: chat.id)
      return (chat, message, after)
    }
  }

  func dryRunCopy() async -> any MessageService {
    LocalMessageService(store: InMemoryOverlayStore(over: store), makeID: makeID)
  }
}

extension [Chat] {
  /// The chats sorted by creation time, and by name if created in the same second.
  fileprivate var sortedByCreation: [Chat] {
    sorted { first, second in
      (first.createdAt, first.name, first.id.uuidString)
        < (second.createdAt, second.name, second.id.uuidString)
    }
  }
}
