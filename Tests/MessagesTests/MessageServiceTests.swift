import Foundation
import MinutaTestSupport
import Testing

@testable import Messages

/// The rules, which are the same wherever the messages are kept.
@Suite(.timeLimit(.minutes(5))) struct MessageServiceTests {
  @Test(arguments: ServiceBench.Place.allCases)
  func `what is sent is read, in the order in which it was sent`(
    place: ServiceBench.Place
  ) async throws {
    let bench = try ServiceBench(place)
    let chat = try await bench.chat()
    for number in 1...12 {
      let sent = try await bench.send("text \(number)").message
      #expect(sent.number == number)
      #expect(sent.content.sentAt == ServiceBench.now)
    }
    let found = try await bench.messages().value
    #expect(found.chat == chat)
    #expect(found.messages.map(\.number) == Array(1...12))
    #expect(found.messages.map(\.text) == (1...12).map { "text \($0)" })
    #expect(found.hasEarlier == false)
  }

  @Test(arguments: ServiceBench.Place.allCases)
  func `a chat is read page by page from its end`(place: ServiceBench.Place) async throws {
    let bench = try ServiceBench(place)
    _ = try await bench.chat()
    for number in 1...7 { try await bench.send("\(number)") }
    #expect(try await bench.texts(3) == ["5", "6", "7"])
    #expect(try await bench.texts(3, before: 5) == ["2", "3", "4"])
    #expect(try await bench.texts(3, before: 2) == ["1"])
    #expect(try await bench.texts(3, before: 1) == [])
    #expect(try await bench.messages(3).value.hasEarlier)
    #expect(try await bench.messages(7).value.hasEarlier == false)
  }

  @Test(arguments: ServiceBench.Place.allCases)
  func `a chat is made once`(place: ServiceBench.Place) async throws {
    let bench = try ServiceBench(place)
    let first = try await bench.service.createChat(named: " Cafe\u{301} ", at: ServiceBench.now)
    #expect(first.isNew)
    #expect(first.chat.name == "Caf\u{E9}")
    for name in ["Caf\u{E9}", "CAF\u{C9}", first.chat.id.uuidString] {
      let again = try await bench.service.createChat(named: name, at: .distantFuture)
      #expect(again.isNew == false)
      #expect(again.chat == first.chat)
    }
    #expect(try await bench.service.listChats(for: "Ann").value.map(\.chat) == [first.chat])
  }

  @Test(arguments: ["R&D; rm -rf ~", "../../etc", "a/b", "$(x)", "%00", "{{chat}}", "👩‍👩‍👧 é"])
  func `a hostile name is a name, and so is a hostile text`(name: String) async throws {
    let bench = try ServiceBench()
    _ = try await bench.chat(name)
    try await bench.send(name, to: name, from: name)
    let message = try #require(try await bench.messages(of: name).value.messages.first)
    #expect(message.text == name)
    #expect(message.content.sender == name)
    _ = try await bench.service.markRead(name, by: name, upTo: nil)
    #expect(try await bench.service.listChats(for: name).value.first?.chat.name == name)
    #expect(try bench.folder.content().keys.allSatisfy { $0.hasPrefix("messages") })
  }

  @Test func `a chat that is not there is told with the names that are`() async throws {
    let bench = try ServiceBench()
    _ = try await bench.chat()
    await #expect(throws: MessageError.chatNotFound("Taem", candidates: ["Team"])) {
      try await bench.send("x", to: "Taem")
    }
    await #expect(throws: MessageError.chatNotFound("y", candidates: ["Team"])) {
      try await bench.messages(of: "y")
    }
  }

  @Test func `names that differ in their capitals only have to be spelled`() async throws {
    let bench = try ServiceBench()
    let chats = ["Team", "TEAM"].map { Chat(id: UUID(), name: $0, createdAt: ServiceBench.now) }
    for chat in chats { try bench.store.add(chat) }
    #expect(try await bench.messages(of: "TEAM").value.chat == chats[1])
    #expect(try await bench.messages(of: chats[0].id.uuidString).value.chat == chats[0])
    let error = await #expect(throws: MessageError.self) { try await bench.send("x", to: "team") }
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
  func `a name that is none makes no chat and sends nothing`(
    name: String,
    error: MessageError
  ) async throws {
    let bench = try ServiceBench()
    await #expect(throws: error) { try await bench.chat(name) }
    #expect(try bench.folder.content().isEmpty)
    _ = try await bench.chat()
    await #expect(throws: error) { try await bench.send("x", from: name) }
    #expect(try await bench.texts().isEmpty)
  }

  @Test(arguments: ["", " ", "\n\t"])
  func `a message without a text is none`(text: String) async throws {
    let bench = try ServiceBench()
    _ = try await bench.chat()
    await #expect(throws: MessageError.emptyText) { try await bench.send(text) }
    #expect(try await bench.texts().isEmpty)
  }

  @Test(arguments: ServiceBench.Place.allCases)
  func `messages of others are unread until they are read`(
    place: ServiceBench.Place
  ) async throws {
    let bench = try ServiceBench(place)
    _ = try await bench.chat()
    try await bench.send("1", from: "Ann")
    try await bench.send("2", from: "Bob")
    try await bench.send("3", from: "Ann")
    func unread(_ reader: String) async throws -> Int? {
      try await bench.service.listChats(for: reader).value.first?.unread
    }
    #expect(try await unread("Bob") == 2)
    #expect(try await unread("Ann") == 1)
    #expect(try await bench.service.markRead("Team", by: "Bob", upTo: 2).after == 2)
    #expect(try await unread("Bob") == 1)
    // A mark goes neither back nor beyond the end.
    #expect(try await bench.service.markRead("Team", by: "Bob", upTo: 1).after == 2)
    #expect(try await bench.service.markRead("Team", by: "Bob", upTo: 99).after == 3)
    #expect(try await unread("Bob") == 0)
    #expect(try await unread("Ann") == 1)
    let marks = try await bench.messages().value.readMarks
    #expect(marks == [ReadMark(reader: "Bob", number: 3)])
    let summary = try await bench.service.listChats(for: "Bob").value.first
    #expect(summary?.last?.text == "3")
  }

  @Test(arguments: ServiceBench.Place.allCases)
  func `a message that is taken back keeps its place and loses its text`(
    place: ServiceBench.Place
  ) async throws {
    let bench = try ServiceBench(place)
    let chat = try await bench.chat()
    for text in ["1", "secret", "3"] { try await bench.send(text) }
    let later = ServiceBench.now + 60
    let deleted = try await bench.service.deleteMessage(2, in: "Team", at: later)
    #expect(deleted.before.text == "secret")
    #expect(deleted.after.content.state == .deleted(at: later))
    #expect(try await bench.texts() == ["1", nil, "3"])
    let again = try await bench.service.deleteMessage(2, in: "Team", at: .distantFuture)
    #expect(again.before == again.after)
    #expect(again.after == deleted.after)
    try await bench.send("4")
    #expect(try await bench.texts() == ["1", nil, "3", "4"])
    await #expect(throws: MessageError.messageNotFound(9, chat: chat.name)) {
      try await bench.service.deleteMessage(9, in: "Team", at: later)
    }
    let content = try bench.folder.content().values.compactMap { $0 }
    #expect(content.allSatisfy { !String(decoding: $0, as: UTF8.self).contains("secret") })
  }

  @Test(arguments: ServiceBench.Place.allCases)
  func `the same call with the same key sends once`(place: ServiceBench.Place) async throws {
    let bench = try ServiceBench(place)
    _ = try await bench.chat()
    let key = DraftKey(key: "k/../1", call: "a")
    let first = try await bench.send("1", key: key)
    try await bench.send("2")
    let again = try await bench.send("1", key: key)
    #expect((first.isRepeated, again.isRepeated) == (false, true))
    #expect(again.message == first.message)
    #expect(try await bench.texts() == ["1", "2"])
    await #expect(throws: MessageError.keyReused("k/../1")) {
      try await bench.send("3", key: DraftKey(key: "k/../1", call: "b"))
    }
    #expect(try await bench.send("3", key: DraftKey(key: "other", call: "b")).isRepeated == false)
  }

  @Test func `a key that was noted before a crash sends its message then`() async throws {
    let bench = try ServiceBench()
    let chat = try await bench.chat()
    try await bench.send("before")
    let key = DraftKey(key: "k", call: "a")
    let id = UUID()
    try bench.store.keep(KeptDraft(key: key, chat: chat.id, message: id, after: 1))
    // The file that had no number yet.
    try bench.folder.write("{", to: bench.file(".\(id.uuidString).tmp", of: chat))
    try await bench.send("of others")
    let sent = try await bench.send("mine", key: key)
    #expect(sent.isRepeated == false)
    #expect(sent.message.content.id == id)
    #expect(try await bench.send("mine", key: key).isRepeated)
    #expect(try await bench.texts() == ["before", "of others", "mine"])
  }

  @Test func `a rehearsal sees what it would have done, and nothing lasts`() async throws {
    let bench = try ServiceBench()
    _ = try await bench.chat()
    try await bench.send("1")
    let before = try bench.folder.content()
    let twin = await bench.service.rehearsal()
    _ = try await twin.createChat(named: "New", at: ServiceBench.now)
    for chat in ["New", "Team"] {
      let draft = Draft(chat: chat, sender: "Ann", text: "2", key: DraftKey(key: chat, call: ""))
      _ = try await twin.sendMessage(draft, at: ServiceBench.now)
      #expect(try await twin.sendMessage(draft, at: ServiceBench.now).isRepeated)
      _ = try await twin.markRead(chat, by: "Bob", upTo: nil)
    }
    _ = try await twin.deleteMessage(1, in: "Team", at: ServiceBench.now)
    #expect(try await twin.observeMessages(in: "Team").value.messages.map(\.text) == [nil, "2"])
    #expect(try await twin.observeMessages(in: "New").value.messages.map(\.text) == ["2"])
    #expect(try await twin.listChats(for: "Bob").value.map(\.unread) == [0, 0])
    #expect(try bench.folder.content() == before)
  }

  @Test func `who is cancelled sends nothing and is not told of an error of the messages`()
    async throws
  {
    let bench = try ServiceBench()
    _ = try await bench.chat()
    let sending = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await bench.send("x")
    }
    await #expect(throws: MessageError.cancelled) { try await sending.value }
    #expect(try await bench.texts().isEmpty)
  }
}
