import Foundation
import JSONText
import MinutaTestSupport
import SystemCalls
import Testing

@testable import Messages

/// Tests two real processes, each notified of the other's messages.
@Suite(.timeLimit(.minutes(5))) struct ResourceSubscriptionTests {
  private static let meta: JSONValue = [
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": [:],
  ]

  private let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory(isInMemory: true)
  }

  private func peer(_ name: String) throws -> RPCTestClient {
    try RPCTestClient(home.path + "/messages", as: name)
  }

  /// Performs the handshake of the older MCP revision.
  private func handshake(_ peer: RPCTestClient) async throws {
    _ = try await peer.request(
      "hello",
      "initialize",
      ["protocolVersion": "2025-11-25", "capabilities": [:]]
    )
    try peer.sendNotification("notifications/initialized", [:])
  }

  private func call(
    _ peer: RPCTestClient,
    _ id: JSONValue,
    _ tool: JSONValue,
    _ arguments: JSONValue
  ) async throws -> JSONValue {
    let reply = try await peer.request(
      id,
      "tools/call",
      ["name": tool, "arguments": arguments, "_meta": Self.meta]
    )
    return try #require(reply["result"]?["structuredContent"], "\(reply)")
  }

  /// Reads a resource and returns its content as JSON.
  private func read(_ peer: RPCTestClient, _ id: JSONValue, _ uri: JSONValue) async throws
    -> JSONValue
  {
    let reply = try await peer.request(id, "resources/read", ["uri": uri, "_meta": Self.meta])
    let text = reply["result"]?["contents"]?.array?.first?["text"]?.string
    return try JSONValue(parsing: try #require(text, "\(reply)"))
  }

  private func updates(of uri: JSONValue, to peer: RPCTestClient) -> [JSONValue] {
    peer.messages.filter {
      $0["method"] == "notifications/resources/updated" && $0["params"]?["uri"] == uri
    }
  }

  /// Waits until the process has received more than `count` update notifications for a resource.
  private func expectUpdate(_ peer: RPCTestClient, of uri: JSONValue, beyond count: Int)
    async throws
  {
    try await wait(for: "change of \(uri) in \(peer.messages.suffix(3))") {
      updates(of: uri, to: peer).count > count
    }
  }

  @Test func `processes with the old and the new MCP protocol exchange messages`() async throws {
    let uri: JSONValue = "messages://chats/R%26D"
    let (ann, bob) = (try peer("Ann"), try peer("Bob"))
    _ = try await call(bob, "make", "createChat", ["name": "R&D"])
    try await handshake(ann)
    let agreed = try await ann.request("sub", "resources/subscribe", ["uri": uri])
    #expect(agreed["result"] == [:])
    try bob.sendRequest(
      "listen",
      "subscriptions/listen",
      ["notifications": ["resourceSubscriptions": [uri]], "_meta": Self.meta]
    )
    let acknowledged = try await bob.first("acknowledgement") {
      $0["method"] == "notifications/subscriptions/acknowledged"
    }
    #expect(acknowledged["params"]?["notifications"]?["resourceSubscriptions"] == [uri])
    for round in 1...5 {
      for (sender, receiver, name) in [(ann, bob, "Ann"), (bob, ann, "Bob")] {
        let before = updates(of: uri, to: receiver).count
        let text: JSONValue = .string("\(name) \(round)")
        _ = try await call(
          sender,
          .string("send \(round)"),
          "sendMessage",
          ["chat": "R&D", "text": text]
        )
        try await expectUpdate(receiver, of: uri, beyond: before)
        try await wait(for: "the message") {
          let id: JSONValue = .string("\(UUID())")
          return try await read(receiver, id, uri)["messages"]?.array?.last?["text"] == text
        }
      }
    }
    let heard = try await read(ann, "end", uri)
    #expect(heard["messages"]?.array?.count == 10)
    #expect(try await read(bob, "end", uri) == heard)
    let id: JSONValue = ["io.modelcontextprotocol/subscriptionId": "listen"]
    #expect(updates(of: uri, to: bob).allSatisfy { $0["params"]?["_meta"] == id })
    #expect(try await ann.finish().code == 0)
    #expect(try await bob.finish().code == 0)
  }

  @Test func `new chats, marks and deletions are reported, even in a new folder`() async throws {
    let (ann, bob) = (try peer("Ann"), try peer("Bob"))
    try await handshake(ann)
    _ = try await ann.request("sub", "resources/subscribe", ["uri": "messages://chats"])
    let made = try await call(bob, "make", "createChat", ["name": "a/b"])
    try await expectUpdate(ann, of: "messages://chats", beyond: 0)
    // The chat's name contains a slash, so take the URI from the result instead of building it from
    // the name.
    let uri = try #require(made["chat"]?["resource"])
    #expect(try await ann.request("sub2", "resources/subscribe", ["uri": uri])["result"] == [:])
    _ = try await call(bob, "send", "sendMessage", ["chat": "a/b", "text": "1"])
    try await expectUpdate(ann, of: uri, beyond: 0)
    var count = updates(of: uri, to: ann).count
    _ = try await call(bob, "mark", "markRead", ["chat": "a/b"])
    try await wait(for: "the mark") {
      try await read(ann, .string("\(UUID())"), uri)["readMarks"]
        == [["reader": "Bob", "number": 1]]
    }
    try await expectUpdate(ann, of: uri, beyond: count)
    count = updates(of: uri, to: ann).count
    _ = try await call(bob, "delete", "deleteMessage", ["chat": "a/b", "message": 1])
    try await expectUpdate(ann, of: uri, beyond: count)
    let state = try await read(ann, "end", uri)["messages"]?.array?.first?["state"]
    #expect(state == "deleted")
    let missing = try await ann.request(
      "none",
      "resources/subscribe",
      ["uri": "messages://chats/x"]
    )
    #expect(missing["error"]?["message"] == "There is no chat 'x'.")
  }

  @Test func `tools and resources are described`() async throws {
    let peer = try peer("Ann")
    try await handshake(peer)
    let tools = try await peer.request(1, "tools/list", [:])["result"]?["tools"]?.array ?? []
    #expect(
      tools.map { $0["name"] } == [
        "createChat", "deleteMessage", "listChats", "listMessages", "markRead", "observeMessages",
        "sendMessage", "Plan",
      ]
    )
    #expect(tools.allSatisfy { $0["outputSchema"]?["type"] == "object" })
    let destructive = tools.filter { $0["annotations"]?["destructiveHint"] == true }
    #expect(destructive.map { $0["name"] } == ["deleteMessage"])
    let templates = try await peer.request(2, "resources/templates/list", [:])
    let first = templates["result"]?["resourceTemplates"]?.array?.first
    #expect(first?["uriTemplate"] == "messages://chats/{chat}")
    #expect(first?["name"] == "chats/{chat}")
  }

  @Test func `a dry run reports the message and doesn't send it`() async throws {
    let peer = try peer("Ann")
    _ = try await call(peer, 1, "createChat", ["name": "Team"])
    let before = try home.content()
    let plan = try await call(
      peer,
      2,
      "Plan",
      ["intent": "sendMessage", "with": ["chat": "Team", "text": "x"]]
    )
    let change = plan["plan"]?["changes"]?.array?.first
    #expect(change?["kind"] == "message")
    #expect(change?["before"] == .null)
    #expect(change?["after"]?["text"] == "x")
    #expect(try home.content() == before)
  }

  private static let mistakes: [(tool: String, arguments: JSONValue, sentence: String)] = [
    ("sendMessage", ["chat": "Team"], "The parameter 'text' is missing."),
    ("sendMessage", ["chat": "Team", "txt": "x", "text": "x"], "Unknown parameter 'txt'"),
    ("sendMessage", ["chat": 7, "text": "x"], "'chat' must be text, not the number 7."),
    (
      "sendMessage", ["chat": "Team", "text": ""],
      "'text' must have between 1 and 10000 characters"
    ),
    ("sendMessage", ["chat": "Team", "text": " "], "The message is empty."),
    (
      "sendMessage", ["chat": "Tema", "text": "x"],
      "There is no chat 'Tema' (did you mean 'Team'?)."
    ),
    ("sendMessage", ["chat": "Team", "text": "x", "sender": "a\nb"], "The name 'a\nb' has"),
    ("listMessages", ["chat": "Team", "limit": 0], "'limit' must be between 1 and 500, not 0."),
    ("listMessages", ["chat": "Team", "before": "one"], "'before' must be a whole number"),
    ("deleteMessage", ["chat": "Team", "message": 1], "There is no message 1 in the chat 'Team'."),
  ]

  @Test(arguments: mistakes)
  func `an error is one sentence, and nothing is written`(
    tool: String,
    arguments: JSONValue,
    sentence: String
  ) async throws {
    let peer = try peer("Ann")
    _ = try await call(peer, 1, "createChat", ["name": "Team"])
    let reply = try await peer.request(
      2,
      "tools/call",
      ["name": .string(tool), "arguments": arguments, "_meta": Self.meta]
    )
    #expect(reply["result"]?["isError"] == true)
    let said = reply["result"]?["content"]?.array?.first?["text"]?.string ?? ""
    #expect(said.hasPrefix(sentence), "\(said)")
    #expect(try home.content().keys.allSatisfy { !$0.contains("0000000001") })
    #expect(try await peer.finish().code == 0)
  }

  @Test func `a cancelled call gets no response`() async throws {
    let peer = try peer("Ann")
    try await handshake(peer)
    _ = try await call(peer, 1, "createChat", ["name": "Team"])
    let path = home.path + "/messages/.messages.lock"
    guard let lock = try FileLock.acquire(path, timeout: .seconds(5)) else {
      Issue.record("the lock is taken")
      return
    }
    try peer.sendRequest(2, "tools/call", ["name": "createChat", "arguments": ["name": "New"]])
    // The call waits for the lock; the server must handle other messages meanwhile.
    try peer.sendNotification("notifications/cancelled", ["requestId": 2])
    #expect(try await peer.request(3, "ping", [:])["result"] == [:])
    lock.withLock {}
    _ = consume lock
    let chats = try await call(peer, 4, "listChats", [:])["chats"]?.array
    #expect(chats?.map { $0["name"] } == ["Team"])
    #expect(try await peer.finish().code == 0)
    #expect(peer.messages.allSatisfy { $0["id"] != 2 })
  }

  @Test func `invalid arguments end the program with the usage`() async throws {
    let program = TestPrograms.built("Messages")
    let wrong = try await TestPrograms.run(
      program,
      ["--fodler", "x"],
      environment: ["HOME": home.path]
    )
    #expect(wrong.status == 2)
    #expect(wrong.output.isEmpty)
    #expect(wrong.errors.hasPrefix("Messages: There is no option '--fodler'.\nUsage: "))
    let help = try await TestPrograms.run(program, ["--help"])
    #expect(help.status == 0)
    #expect(help.output == MessagesOptions.usage)
  }
}
