import Foundation
import JSONText
import MinutaTestSupport
import SystemCalls
import Testing

@testable import Messages

/// Tests real processes that write to one chat at once, are killed, or run out of disk space.
@Suite(.timeLimit(.minutes(5))) struct ConcurrentWriterTests {
  private let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory(isInMemory: true)
  }

  private var folder: String { home.path + "/messages" }

  private func peer(_ name: String) throws -> RPCTestClient {
    try RPCTestClient(folder, as: name)
  }

  private func makeChat() async throws {
    let peer = try peer("Maker")
    _ = try await peer.request(1, "createChat", ["name": "Team"])
    #expect(try await peer.finish().code == 0)
  }

  private func list(_ peer: RPCTestClient, _ id: JSONValue) async throws -> [JSONValue] {
    let reply = try await peer.request(id, "listMessages", ["chat": "Team", "limit": 500])
    let messages = reply["result"]?["value"]?["messages"]?.array
    return try #require(messages, "\(reply)")
  }

  private static func sending(_ text: String) -> JSONValue {
    let params: JSONValue = ["chat": "Team", "text": .string(text)]
    return RPCTestClient.message(.string(text), "sendMessage", params)
  }

  @Test func `four concurrent writers lose and duplicate nothing, and all see one order`()
    async throws
  {
    try await makeChat()
    let reader = try peer("Reader")
    let writers = try ["A", "B", "C", "D"].map { name in (name, try peer(name)) }
    for (name, writer) in writers {
      try writer.send(all: (0..<60).map { Self.sending("\(name)\($0)") })
    }
    // Messages that a reader has already seen must not change; new ones come after them.
    var seen: [JSONValue] = []
    var looks = 0
    try await wait(for: "all messages") {
      looks += 1
      let now = try await list(reader, .string("look \(looks)"))
      #expect(Array(now.prefix(seen.count)) == seen)
      seen = now
      return now.count >= 240
    }
    #expect(seen.map { $0["number"]?.integer } == Array(1...240))
    #expect(Set(seen.map { $0["id"] }).count == 240)
    for (name, writer) in writers {
      #expect(try await writer.finish().code == 0)
      let own = seen.filter { $0["sender"]?.string == name }.map { $0["text"]?.string }
      #expect(own == (0..<60).map { "\(name)\($0)" })
      // The stored messages must be exactly those that the server acknowledged to the writer.
      let numbers = writer.messages.map { $0["result"]?["value"]?["message"]?["number"]?.integer }
      let there = seen.filter { $0["sender"]?.string == name }.map { $0["number"]?.integer }
      #expect(numbers == there)
    }
    #expect(try await list(try peer("Other"), 1) == seen)
  }

  @Test(arguments: [1, 7, 23])
  func `acknowledged messages survive a kill, complete and once`(replies: Int) async throws {
    try await makeChat()
    let writer = try peer("A")
    try writer.send(all: (0..<200).map { Self.sending("\($0)") })
    try await wait(for: "replies") { writer.messages.count >= replies }
    writer.kill()
    try await wait(for: "end") { writer.hasEnded }
    let answered = writer.messages.compactMap { $0["result"]?["value"]?["message"] }
    let other = try peer("B")
    let found = try await other.request("list", "listMessages", ["chat": "Team", "limit": 500])
    let there = try #require(found["result"]?["value"]?["messages"]?.array)
    #expect(Array(there.prefix(answered.count)) == answered)
    #expect(there.map { $0["text"]?.string } == there.indices.map { "\($0)" })
    #expect(found["result"]?["value"]?["skippedFiles"] == nil)
    // After the writer was killed, another process must be able to send.
    let sent = try await other.request("x", "sendMessage", ["chat": "Team", "text": "x"])
    #expect(sent["result"]?["value"]?["message"]?["number"]?.integer == there.count + 1)
  }
}
