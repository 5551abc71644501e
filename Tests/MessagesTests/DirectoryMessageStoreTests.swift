import Foundation
import MinutaTestSupport
import SystemCalls
import Testing

@testable import Messages

/// Tests files in the data folder that the program didn't write itself.
@Suite(.timeLimit(.minutes(5))) struct DirectoryMessageStoreTests {
  private let fixture: MessageServiceFixture

  init() throws {
    fixture = try MessageServiceFixture(timeout: .seconds(1))
  }

  private static let badMessages: [(content: String, reason: String)] = [
    ("", "unexpected end of text on line 1"),
    (#"{"id":"#, "unexpected end of text on line 1"),
    ("[]", "it does not say what it must"),
    (#"{"sender":"Ann","text":"x"}"#, "it does not say what it must"),
    (#"{"id":1,"id":2}"#, "duplicate key 'id' on line 1"),
  ]

  @Test(arguments: badMessages)
  func `an unreadable message is skipped and named`(content: String, reason: String) async throws {
    let chat = try await fixture.chat()
    for text in ["1", "2", "3"] { try await fixture.send(text) }
    try fixture.folder.write(content, to: fixture.file("0000000002.json", of: chat))
    let found = try await fixture.messages()
    #expect(found.value.messages.map(\.number) == [1, 3])
    #expect(found.skippedFiles.map(\.path) == ["\(MessageFileLayout.messageFile(2, in: chat.id))"])
    #expect(found.skippedFiles.first?.reason.hasPrefix(reason) == true, "\(found.skippedFiles)")
    #expect(try await fixture.send("4").message.number == 4)
    // Deleting a message must not overwrite a file that can't be read.
    await #expect(throws: MessageError.self) {
      try await fixture.service.deleteMessage(2, in: "Team", at: MessageServiceFixture.now)
    }
    #expect(try fixture.folder.text(of: fixture.file("0000000002.json", of: chat)) == content)
    #expect(try await fixture.messages(1).skippedFiles.isEmpty)
  }

  @Test func `unexpected files are named and left alone`() async throws {
    let chat = try await fixture.chat()
    try await fixture.send("1")
    let strangers = [
      fixture.file("0000000001 (copy).json", of: chat), fixture.file("2.json", of: chat),
      "messages/chats/notes.txt",
    ]
    for name in strangers { try fixture.folder.write("x", to: name) }
    // Temporary files of other programs, such as an editor's, aren't reported.
    try fixture.folder.write("x", to: fixture.file(".0000000001.json.swp", of: chat))
    try fixture.folder.write("x", to: fixture.file("read.json.77.tmp", of: chat))
    let chats = try await fixture.service.listChats(for: "Ann")
    #expect(chats.value.map(\.chat) == [chat])
    #expect(
      Set(chats.skippedFiles.map { "messages/\($0.path)" }) == Set(strangers),
      "\(chats.skippedFiles)"
    )
    #expect(try await fixture.texts() == ["1"])
  }

  @Test func `an unreadable chat is skipped and named`() async throws {
    let lost = try await fixture.chat("Lost")
    let gone = try await fixture.chat("Gone")
    _ = try await fixture.chat()
    try fixture.folder.write("{", to: fixture.file("chat.json", of: lost))
    try Directory.unlink(fixture.folder.path + "/" + fixture.file("chat.json", of: gone))
    let chats = try await fixture.service.listChats(for: "Ann")
    #expect(chats.value.map(\.chat.name) == ["Team"])
    #expect(
      Set(chats.skippedFiles.map(\.path))
        == Set([lost, gone].map { MessageFileLayout.chatFile(of: $0.id) })
    )
    try await fixture.send("1")
    #expect(try await fixture.texts() == ["1"])
  }

  @Test func `unreadable read marks aren't overwritten`() async throws {
    let chat = try await fixture.chat()
    try await fixture.send("1")
    try fixture.folder.write("{", to: fixture.file("read.json", of: chat))
    await #expect(throws: MessageError.self) {
      try await fixture.service.markRead("Team", by: "Ann", upTo: nil)
    }
    #expect(try fixture.folder.text(of: fixture.file("read.json", of: chat)) == "{")
    let found = try await fixture.messages()
    #expect(found.value.messages.count == 1)
    #expect(found.skippedFiles.map(\.path) == [MessageFileLayout.readFile(of: chat.id)])
  }

  @Test func `a pipe, a link or a folder in place of a message is named`() async throws {
    let chat = try await fixture.chat()
    let folder = fixture.folder.path + "/" + fixture.file("", of: chat)
    #expect(mkfifo(folder + "0000000001.json", 0o600) == 0)
    #expect(symlink("/etc/passwd", folder + "0000000002.json") == 0)
    try Directory.make(folder + "0000000003.json")
    #expect(try await fixture.send("4").message.number == 4)
    let found = try await fixture.messages()
    #expect(found.value.messages.map(\.number) == [4])
    #expect(found.skippedFiles.count == 3, "\(found.skippedFiles)")
  }

  @Test func `unknown members are preserved`() async throws {
    let chat = try await fixture.chat()
    try await fixture.send("secret")
    let name = fixture.file("0000000001.json", of: chat)
    let text = try fixture.folder.text(of: name)
    try fixture.folder.write(text.replacing("{\n", with: "{\n  \"mood\": 7,\n"), to: name)
    _ = try await fixture.service.deleteMessage(1, in: "Team", at: MessageServiceFixture.now)
    let after = try fixture.folder.text(of: name)
    #expect(after.contains(#""mood": 7"#) && !after.contains("secret"))
  }

  @Test func `a missing folder has no chats, and an unreadable one is an error`() async throws {
    #expect(try await fixture.service.listChats(for: "Ann").value.isEmpty)
    #expect(try fixture.folder.content().isEmpty)
    try fixture.folder.write("x", to: "messages/chats")
    let error = await #expect(throws: MessageError.self) {
      try await fixture.service.listChats(for: "Ann")
    }
    guard case .unreadable = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a lock timeout is an error, and sending doesn't wait for the lock`() async throws {
    _ = try await fixture.chat()
    try await fixture.send("1")
    let lock = try FileLock.acquire(
      fixture.folder.path + "/messages/.messages.lock",
      timeout: .seconds(5)
    )
    guard let lock = consume lock else {
      Issue.record("the lock is taken")
      return
    }
    await #expect(throws: MessageError.busy) { try await fixture.chat("New") }
    try await fixture.send("2")
    #expect(try await fixture.texts() == ["1", "2"])
    lock.withLock {}
  }

  @Test func `only exact file names are message numbers`() {
    for name in [
      "0000000001.json.tmp", "000000001.json", "00000000001.json", "0000000000.json",
      "+000000001.json", "０000000001.json", "0000000001.JSON", "-000000001.json",
    ] {
      #expect(MessageFileLayout.messageNumber(ofFile: name) == nil, "\(name)")
    }
    #expect(MessageFileLayout.messageNumber(ofFile: "0000000042.json") == 42)
  }
}
