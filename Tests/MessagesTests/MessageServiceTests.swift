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
}
