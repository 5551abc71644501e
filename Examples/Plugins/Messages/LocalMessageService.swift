import Foundation

/// Chats and messages of this machine, over a store.
actor LocalMessageService: MessageService {
  /// Messages that a subscriber sees.
  static let observed = Window(limit: 100, before: nil)

  let store: any MessageStore
  private let makeID: @Sendable () -> UUID
  /// Numbers of messages that are known to be taken, by chat.
  private var taken: [UUID: Int] = [:]

  init(store: any MessageStore, makeID: @escaping @Sendable () -> UUID) {
    self.store = store
    self.makeID = makeID
  }

  func createChat(
    named text: String,
    at now: Date
  ) async throws(MessageError) -> (chat: Chat, isNew: Bool) {
    let name = try ChatName.kept(text)
    if let chat = try existing(name) { return (chat, false) }
    return try store.exclusively { () throws(MessageError) in
      if let chat = try existing(name) { return (chat, false) }
      let chat = Chat(id: makeID(), name: name, createdAt: now)
      try store.add(chat)
      return (chat, true)
    }
  }

  private func existing(_ name: String) throws(MessageError) -> Chat? {
    do throws(MessageError) {
      return try store.chats().value.found(name)
    } catch .chatNotFound {
      return nil
    }
  }

  func listChats(for reader: String) async throws(MessageError) -> Found<[ChatSummary]> {
    let reader = try ChatName.kept(reader)
    let chats = try store.chats()
    var list = Found<[ChatSummary]>(value: [], setAside: chats.setAside)
    for chat in chats.value.inOrder {
      let summary = try summary(of: chat, for: reader)
      list.value.append(summary.value)
      list.setAside += summary.setAside
    }
    return list
  }

  private func summary(
    of chat: Chat,
    for reader: String
  ) throws(MessageError) -> Found<ChatSummary> {
    let marks = try store.readMarks(in: chat.id)
    let mark = marks.value.first { $0.reader == reader }?.number ?? 0
    let window = Window(limit: ChatSummary.unreadLimit, before: nil)
    // The newest counts, read or not.
    let newest = try newest(in: chat, window) { $0 > mark }
    let messages = newest.value.messages
    let unread = messages.count {
      $0.number > mark && $0.content.sender != reader && !$0.isDeleted
    }
    return Found(
      value: ChatSummary(chat: chat, last: messages.last, unread: unread),
      setAside: newest.setAside + marks.setAside
    )
  }

  func listMessages(
    in chat: String,
    _ window: Window
  ) async throws(MessageError) -> Found<Conversation> {
    let chat = try store.chats().value.found(chat)
    let newest = try newest(in: chat, window) { _ in true }
    let marks = try store.readMarks(in: chat.id)
    let conversation = Conversation(
      chat: chat,
      messages: newest.value.messages,
      hasEarlier: newest.value.hasEarlier,
      readMarks: marks.value.sorted { $0.reader < $1.reader }
    )
    return Found(value: conversation, setAside: newest.setAside + marks.setAside)
  }

  func observeMessages(in chat: String) async throws(MessageError) -> Found<Conversation> {
    try await listMessages(in: chat, Self.observed)
  }

  /// The last messages of a window, ascending; after the first, only such as are wanted.
  private func newest(
    in chat: Chat,
    _ window: Window,
    where isWanted: (Int) -> Bool
  ) throws(MessageError) -> Found<(messages: [Message], hasEarlier: Bool)> {
    let numbers = try store.numbers(in: chat.id)
    var rest = numbers.value.filter { $0 < window.before ?? .max }[...]
    var setAside = numbers.setAside
    var messages: [Message] = []
    while messages.count < window.limit, let number = rest.last,
      messages.isEmpty || isWanted(number)
    {
      rest.removeLast()
      do throws(MessageError) {
        if let message = try store.message(number, in: chat.id) { messages.append(message) }
      } catch .messageUnusable(_, let file) {
        setAside.append(file)
      }
    }
    return Found(value: (messages.reversed(), !rest.isEmpty), setAside: setAside)
  }

  func sendMessage(
    _ draft: Draft,
    at now: Date
  ) async throws(MessageError) -> (chat: Chat, message: Message, isRepeated: Bool) {
    let sender = try ChatName.kept(draft.sender)
    if draft.text.allSatisfy(\.isWhitespace) { throw .emptyText }
    let chat = try store.chats().value.found(draft.chat)
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
    let message = try store.append(content, to: chat.id, after: try known(in: chat))
    taken[chat.id] = message.number
    return message
  }

  /// A number that is taken, so that the way from there to the end is short.
  private func known(in chat: Chat) throws(MessageError) -> Int {
    if let number = taken[chat.id] { return number }
    return try store.numbers(in: chat.id).value.last ?? 0
  }

  /// Sends a message unless it was sent with this key.
  ///
  /// The key is kept first: whoever comes again after a crash between the two finds no message of
  /// the id that was noted, and sends it under that.
  private func send(
    _ content: Message.Content,
    to chat: Chat,
    under key: DraftKey
  ) throws(MessageError) -> (chat: Chat, message: Message, isRepeated: Bool) {
    try store.exclusively { () throws(MessageError) in
      guard let kept = try store.keptDraft(key.key) else {
        let after = try known(in: chat)
        try store.keep(KeptDraft(key: key, chat: chat.id, message: content.id, after: after))
        return (chat, try append(content, to: chat), false)
      }
      guard kept.key == key, kept.chat == chat.id else { throw .keyReused(key.key) }
      if let message = try message(of: kept) { return (chat, message, true) }
      let again = Message.Content(
        id: kept.message,
        sender: content.sender,
        sentAt: content.sentAt,
        state: content.state
      )
      return (chat, try append(again, to: chat), false)
    }
  }

  private func message(of kept: KeptDraft) throws(MessageError) -> Message? {
    for number in try store.numbers(in: kept.chat).value where number > kept.after {
      // One that cannot be read is not known to be another.
      let message = try store.message(number, in: kept.chat)
      if let message, message.content.id == kept.message { return message }
    }
    return nil
  }

  func markRead(
    _ chat: String,
    by reader: String,
    upTo number: Int?
  ) async throws(MessageError) -> (chat: Chat, before: Int, after: Int) {
    let reader = try ChatName.kept(reader)
    let chat = try store.chats().value.found(chat)
    return try store.exclusively { () throws(MessageError) in
      let last = try store.numbers(in: chat.id).value.last ?? 0
      var marks = try store.readMarks(in: chat.id)
      if let file = marks.setAside.first {
        // What cannot be read is not written over.
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
    let chat = try store.chats().value.found(chat)
    return try store.exclusively { () throws(MessageError) in
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

  func rehearsal() async -> any MessageService {
    LocalMessageService(store: RehearsedStore(over: store), makeID: makeID)
  }
}

extension [Chat] {
  /// In the order in which they were made; those of one second by their names.
  fileprivate var inOrder: [Chat] {
    sorted { first, second in
      (first.createdAt, first.name, first.id.uuidString)
        < (second.createdAt, second.name, second.id.uuidString)
    }
  }
}
