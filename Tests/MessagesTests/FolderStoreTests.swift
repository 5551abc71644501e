import Foundation
import MinutaTestSupport
import SystemCalls
import Testing

@testable import Messages

/// Files that are not as we wrote them.
@Suite(.timeLimit(.minutes(5))) struct FolderStoreTests {
  private let bench: ServiceBench

  init() throws {
    bench = try ServiceBench(patience: .seconds(1))
  }

  private static let badMessages: [(content: String, reason: String)] = [
    ("", "it ends too early on line 1"),
    (#"{"id":"#, "it ends too early on line 1"),
    ("[]", "it does not say what it must"),
    (#"{"sender":"Ann","text":"x"}"#, "it does not say what it must"),
    (#"{"id":1,"id":2}"#, "the key 'id' stands twice on line 1"),
  ]

  @Test(arguments: badMessages)
  func `a message that cannot be read costs itself only and is named`(
    content: String,
    reason: String
  ) async throws {
    let chat = try await bench.chat()
    for text in ["1", "2", "3"] { try await bench.send(text) }
    try bench.folder.write(content, to: bench.file("0000000002.json", of: chat))
    let found = try await bench.messages()
    #expect(found.value.messages.map(\.number) == [1, 3])
    #expect(found.setAside.map(\.path) == ["\(FolderLayout.message(2, in: chat.id))"])
    #expect(found.setAside.first?.reason.hasPrefix(reason) == true, "\(found.setAside)")
    #expect(try await bench.send("4").message.number == 4)
    // It is never written over.
    await #expect(throws: MessageError.self) {
      try await bench.service.deleteMessage(2, in: "Team", at: ServiceBench.now)
    }
    #expect(try bench.folder.text(of: bench.file("0000000002.json", of: chat)) == content)
    #expect(try await bench.messages(1).setAside.isEmpty)
  }

  @Test func `what others put into the folder is named and left alone`() async throws {
    let chat = try await bench.chat()
    try await bench.send("1")
    let strangers = [
      bench.file("0000000001 (copy).json", of: chat), bench.file("2.json", of: chat),
      "messages/chats/notes.txt",
    ]
    for name in strangers { try bench.folder.write("x", to: name) }
    // Those of other programs that are at work are not worth a word.
    try bench.folder.write("x", to: bench.file(".0000000001.json.swp", of: chat))
    try bench.folder.write("x", to: bench.file("read.json.77.tmp", of: chat))
    let chats = try await bench.service.listChats(for: "Ann")
    #expect(chats.value.map(\.chat) == [chat])
    #expect(
      Set(chats.setAside.map { "messages/\($0.path)" }) == Set(strangers),
      "\(chats.setAside)"
    )
    #expect(try await bench.texts() == ["1"])
  }

  @Test func `a chat that cannot be read costs itself only and is named`() async throws {
    let lost = try await bench.chat("Lost")
    let gone = try await bench.chat("Gone")
    _ = try await bench.chat()
    try bench.folder.write("{", to: bench.file("chat.json", of: lost))
    try Folder.unlink(bench.folder.path + "/" + bench.file("chat.json", of: gone))
    let chats = try await bench.service.listChats(for: "Ann")
    #expect(chats.value.map(\.chat.name) == ["Team"])
    #expect(
      Set(chats.setAside.map(\.path)) == Set([lost, gone].map { FolderLayout.chatFile(of: $0.id) })
    )
    try await bench.send("1")
    #expect(try await bench.texts() == ["1"])
  }

  @Test func `read marks that cannot be read are not written over`() async throws {
    let chat = try await bench.chat()
    try await bench.send("1")
    try bench.folder.write("{", to: bench.file("read.json", of: chat))
    await #expect(throws: MessageError.self) {
      try await bench.service.markRead("Team", by: "Ann", upTo: nil)
    }
    #expect(try bench.folder.text(of: bench.file("read.json", of: chat)) == "{")
    let found = try await bench.messages()
    #expect(found.value.messages.count == 1)
    #expect(found.setAside.map(\.path) == [FolderLayout.readFile(of: chat.id)])
  }

  @Test func `a pipe, a link and a folder in the place of a message are named`() async throws {
    let chat = try await bench.chat()
    let folder = bench.folder.path + "/" + bench.file("", of: chat)
    #expect(mkfifo(folder + "0000000001.json", 0o600) == 0)
    #expect(symlink("/etc/passwd", folder + "0000000002.json") == 0)
    try Folder.make(folder + "0000000003.json")
    #expect(try await bench.send("4").message.number == 4)
    let found = try await bench.messages()
    #expect(found.value.messages.map(\.number) == [4])
    #expect(found.setAside.count == 3, "\(found.setAside)")
  }

  @Test func `members that are not ours outlast the text`() async throws {
    let chat = try await bench.chat()
    try await bench.send("secret")
    let name = bench.file("0000000001.json", of: chat)
    let text = try bench.folder.text(of: name)
    try bench.folder.write(text.replacing("{\n", with: "{\n  \"mood\": 7,\n"), to: name)
    _ = try await bench.service.deleteMessage(1, in: "Team", at: ServiceBench.now)
    let after = try bench.folder.text(of: name)
    #expect(after.contains(#""mood": 7"#) && !after.contains("secret"))
  }

  @Test func `a folder without messages, one that is not there and one that cannot be read`()
    async throws
  {
    #expect(try await bench.service.listChats(for: "Ann").value.isEmpty)
    #expect(try bench.folder.content().isEmpty)
    try bench.folder.write("x", to: "messages/chats")
    let error = await #expect(throws: MessageError.self) {
      try await bench.service.listChats(for: "Ann")
    }
    guard case .unreadable = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `who holds the folder is named, and sending does not wait for it`() async throws {
    _ = try await bench.chat()
    try await bench.send("1")
    let lock = try FileLock.take(
      bench.folder.path + "/messages/.messages.lock",
      patience: .seconds(5)
    )
    guard let lock = consume lock else {
      Issue.record("the lock is taken")
      return
    }
    let error = await #expect(throws: MessageError.self) { try await bench.chat("New") }
    guard case .busy(.some) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    try await bench.send("2")
    #expect(try await bench.texts() == ["1", "2"])
    lock.whileHeld {}
  }

  @Test func `a number is part of a message's name only as we write it`() {
    for name in [
      "0000000001.json.tmp", "000000001.json", "00000000001.json", "0000000000.json",
      "+000000001.json", "０000000001.json", "0000000001.JSON", "-000000001.json",
    ] {
      #expect(FolderLayout.number(name) == nil, "\(name)")
    }
    #expect(FolderLayout.number("0000000042.json") == 42)
  }
}
