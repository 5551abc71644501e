import Foundation
import MinutaTestSupport
import Testing

@testable import Messages

/// Tests the rules of chats and messages, which are the same for all stores.
@Suite(.timeLimit(.minutes(5))) struct MessageServiceTests {
  @Test(arguments: MessageServiceFixture.StoreKind.allCases)
  func `messages are read in the order of sending`(
    storeKind: MessageServiceFixture.StoreKind
  ) async throws {
    let fixture = try MessageServiceFixture(storeKind)
    let chat = try await fixture.chat()
    for number in 1...12 {
      let sent = try await fixture.send("text \(number)").message
      #expect(sent.number == number)
      #expect(sent.content.sentAt == MessageServiceFixture.now)
    }
    let found = try await fixture.messages().value
    #expect(found.chat == chat)
    #expect(found.messages.map(\.number) == Array(1...12))
    #expect(found.messages.map(\.text) == (1...12).map { "text \($0)" })
    #expect(found.hasEarlier == false)
  }

  @Test(arguments: MessageServiceFixture.StoreKind.allCases)
  func `a chat is read in pages from its end`(storeKind: MessageServiceFixture.StoreKind)
    async throws
  {
    let fixture = try MessageServiceFixture(storeKind)
    _ = try await fixture.chat()
    for number in 1...7 { try await fixture.send("\(number)") }
    #expect(try await fixture.texts(3) == ["5", "6", "7"])
    #expect(try await fixture.texts(3, before: 5) == ["2", "3", "4"])
    #expect(try await fixture.texts(3, before: 2) == ["1"])
    #expect(try await fixture.texts(3, before: 1) == [])
    #expect(try await fixture.messages(3).value.hasEarlier)
    #expect(try await fixture.messages(7).value.hasEarlier == false)
  }

  @Test(arguments: MessageServiceFixture.StoreKind.allCases)
  func `a chat is created once`(storeKind: MessageServiceFixture.StoreKind) async throws {
    let fixture = try MessageServiceFixture(storeKind)
    let first = try await fixture.service.createChat(
      named: " Cafe\u{301} ",
      at: MessageServiceFixture.now
    )
    #expect(first.isNew)
    #expect(first.chat.name == "Caf\u{E9}")
    for name in ["Caf\u{E9}", "CAF\u{C9}", first.chat.id.uuidString] {
      let again = try await fixture.service.createChat(named: name, at: .distantFuture)
      #expect(again.isNew == false)
      #expect(again.chat == first.chat)
    }
    #expect(try await fixture.service.listChats(for: "Ann").value.map(\.chat) == [first.chat])
  }

  @Test(arguments: ["R&D; rm -rf ~", "../../etc", "a/b", "$(x)", "%00", "{{chat}}", "👩‍👩‍👧 é"])
  func `hostile names and texts are stored as they are`(name: String) async throws {
    let fixture = try MessageServiceFixture()
    _ = try await fixture.chat(name)
    try await fixture.send(name, to: name, from: name)
    let message = try #require(try await fixture.messages(of: name).value.messages.first)
    #expect(message.text == name)
    #expect(message.content.sender == name)
    _ = try await fixture.service.markRead(name, by: name, upTo: nil)
    #expect(try await fixture.service.listChats(for: name).value.first?.chat.name == name)
    #expect(try fixture.folder.content().keys.allSatisfy { $0.hasPrefix("messages") })
  }

  @Test func `a missing chat suggests similar names`() async throws {
    let fixture = try MessageServiceFixture()
    _ = try await fixture.chat()
    await #expect(throws: MessageError.chatNotFound("Taem", candidates: ["Team"])) {
      try await fixture.send("x", to: "Taem")
    }
    await #expect(throws: MessageError.chatNotFound("y", candidates: ["Team"])) {
      try await fixture.messages(of: "y")
    }
  }

  @Test func `names that differ only in case must match exactly`() async throws {
    let fixture = try MessageServiceFixture()
    let chats = ["Team", "TEAM"].map {
      Chat(id: UUID(), name: $0, createdAt: MessageServiceFixture.now)
    }
    for chat in chats { try fixture.store.add(chat) }
    #expect(try await fixture.messages(of: "TEAM").value.chat == chats[1])
    #expect(try await fixture.messages(of: chats[0].id.uuidString).value.chat == chats[0])
    let error = await #expect(throws: MessageError.self) { try await fixture.send("x", to: "team") }
    guard case .chatAmbiguous("team", let candidates) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(Set(candidates.map(\.name)) == ["Team", "TEAM"])
  }

  @Test(arguments: [
    ("", MessageError.emptyName), (" \n", .emptyName), ("a\nb", .unusableName("a\nb")),
    ("a\u{1B}[31m", .unusableName("a\u{1B}[31m")), ("a\u{202E}b", .unusableName("a\u{202E}b")),
  ])
  func `an invalid name creates no chat and sends nothing`(
    name: String,
    error: MessageError
  ) async throws {
    let fixture = try MessageServiceFixture()
    await #expect(throws: error) { try await fixture.chat(name) }
    #expect(try fixture.folder.content().isEmpty)
    _ = try await fixture.chat()
    await #expect(throws: error) { try await fixture.send("x", from: name) }
    #expect(try await fixture.texts().isEmpty)
  }

  @Test(arguments: ["", " ", "\n\t"])
  func `an empty message is rejected`(text: String) async throws {
    let fixture = try MessageServiceFixture()
    _ = try await fixture.chat()
    await #expect(throws: MessageError.emptyText) { try await fixture.send(text) }
    #expect(try await fixture.texts().isEmpty)
  }

  @Test(arguments: MessageServiceFixture.StoreKind.allCases)
  func `messages by others are unread until marked as read`(
    storeKind: MessageServiceFixture.StoreKind
  ) async throws {
    let fixture = try MessageServiceFixture(storeKind)
    _ = try await fixture.chat()
    try await fixture.send("1", from: "Ann")
    try await fixture.send("2", from: "Bob")
    try await fixture.send("3", from: "Ann")
    func unread(_ reader: String) async throws -> Int? {
      try await fixture.service.listChats(for: reader).value.first?.unread
    }
    #expect(try await unread("Bob") == 2)
    #expect(try await unread("Ann") == 1)
    #expect(try await fixture.service.markRead("Team", by: "Bob", upTo: 2).after == 2)
    #expect(try await unread("Bob") == 1)
    // A read mark moves neither back nor past the last message.
    #expect(try await fixture.service.markRead("Team", by: "Bob", upTo: 1).after == 2)
    #expect(try await fixture.service.markRead("Team", by: "Bob", upTo: 99).after == 3)
    #expect(try await unread("Bob") == 0)
    #expect(try await unread("Ann") == 1)
    let marks = try await fixture.messages().value.readMarks
    #expect(marks == [ReadMark(reader: "Bob", number: 3)])
    let summary = try await fixture.service.listChats(for: "Bob").value.first
    #expect(summary?.last?.text == "3")
  }

  @Test(arguments: MessageServiceFixture.StoreKind.allCases)
  func `a deleted message keeps its number and loses its text`(
    storeKind: MessageServiceFixture.StoreKind
  ) async throws {
    let fixture = try MessageServiceFixture(storeKind)
    let chat = try await fixture.chat()
    for text in ["1", "secret", "3"] { try await fixture.send(text) }
    let later = MessageServiceFixture.now + 60
    let deleted = try await fixture.service.deleteMessage(2, in: "Team", at: later)
    #expect(deleted.before.text == "secret")
    #expect(deleted.after.content.state == .deleted(at: later))
    #expect(try await fixture.texts() == ["1", nil, "3"])
    let again = try await fixture.service.deleteMessage(2, in: "Team", at: .distantFuture)
    #expect(again.before == again.after)
    #expect(again.after == deleted.after)
    try await fixture.send("4")
    #expect(try await fixture.texts() == ["1", nil, "3", "4"])
    await #expect(throws: MessageError.messageNotFound(9, chat: chat.name)) {
      try await fixture.service.deleteMessage(9, in: "Team", at: later)
    }
    let content = try fixture.folder.content().values.compactMap { $0 }
    #expect(content.allSatisfy { !String(decoding: $0, as: UTF8.self).contains("secret") })
  }

  @Test(arguments: MessageServiceFixture.StoreKind.allCases)
  func `a repeated call with the same key sends once`(storeKind: MessageServiceFixture.StoreKind)
    async throws
  {
    let fixture = try MessageServiceFixture(storeKind)
    _ = try await fixture.chat()
    let key = DraftIdempotencyKey(key: "k/../1", fingerprint: "a")
    let first = try await fixture.send("1", key: key)
    try await fixture.send("2")
    let again = try await fixture.send("1", key: key)
    #expect((first.isRepeated, again.isRepeated) == (false, true))
    #expect(again.message == first.message)
    #expect(try await fixture.texts() == ["1", "2"])
    await #expect(throws: MessageError.keyReused("k/../1")) {
      try await fixture.send("3", key: DraftIdempotencyKey(key: "k/../1", fingerprint: "b"))
    }
    #expect(
      try await fixture.send("3", key: DraftIdempotencyKey(key: "other", fingerprint: "b"))
        .isRepeated == false
    )
  }

  @Test func `a key stored before a crash sends its message on retry`() async throws {
    let fixture = try MessageServiceFixture()
    let chat = try await fixture.chat()
    try await fixture.send("before")
    let key = DraftIdempotencyKey(key: "k", fingerprint: "a")
    let id = UUID()
    try fixture.store.save(DraftReceipt(key: key, chat: chat.id, message: id, after: 1))
    // Simulates a crash: the message's temporary file exists but has not been linked to a number.
    try fixture.folder.write("{", to: fixture.file(".\(id.uuidString).tmp", of: chat))
    try await fixture.send("of others")
    let sent = try await fixture.send("mine", key: key)
    #expect(sent.isRepeated == false)
    #expect(sent.message.content.id == id)
    #expect(try await fixture.send("mine", key: key).isRepeated)
    #expect(try await fixture.texts() == ["before", "of others", "mine"])
  }

  @Test func `a cancelled call sends nothing and reports no error`() async throws {
    let fixture = try MessageServiceFixture()
    _ = try await fixture.chat()
    let sending = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await fixture.send("x")
    }
    await #expect(throws: MessageError.cancelled) { try await sending.value }
    #expect(try await fixture.texts().isEmpty)
  }
}
