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
}
