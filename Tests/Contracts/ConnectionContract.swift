import JSONText
package import MinutaTestSupport
import Testing

/// A server, and the way in which a client talks to it.
package struct ConnectionConformer: Sendable, CustomTestStringConvertible {
  package let testDescription: String
  let session: RPCSession
  private let connect: @Sendable (RPCSession) async throws -> RPCTestClient

  /// - Parameter connect: Connects to a new server, without beginning the session.
  package init(
    _ server: String,
    _ session: RPCSession,
    connect: @escaping @Sendable (RPCSession) async throws -> RPCTestClient
  ) {
    testDescription = "\(server), with \(session.testDescription)"
    self.session = session
    self.connect = connect
  }

  func open() async throws -> RPCTestClient {
    let client = try await connect(session)
    try await session.begin(on: client)
    return client
  }
}

/// The rules that every JSON-RPC server keeps, whatever its methods are.
package enum ConnectionContract {
  package static let rules = [
    rule("each request gets one response with its id") { session, client in
      let ids: [JSONValue] = [1, "1", "é\n", 9_007_199_254_740_993, -1, ""]
      for (number, id) in ids.enumerated() {
        try client.send(session.request(id, number.isMultiple(of: 2) ? "ping" : "no/such"))
      }
      let (messages, code) = try await client.finish()
      #expect(messages.count == ids.count && Set(messages.map { $0["id"] }) == Set(ids))
      for message in messages {
        #expect((message["result"] == nil) != (message["error"] == nil), "\(message)")
        if let error = message["error"] {
          #expect(error["code"]?.integer != nil && error["message"]?.string?.isEmpty == false)
        }
      }
      #expect(code == 0)
    },
    rule("notifications, responses and cancellations of unknown requests get no response") {
      session,
      client in
      for text in [
        #"{"jsonrpc":"2.0","method":"no/such"}"#, #"{"jsonrpc":"2.0","method":"ping","params":5}"#,
        #"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"NoSuchTool"}}"#,
        #"{"jsonrpc":"2.0","result":1,"id":5}"#,
        #"{"jsonrpc":"2.0","error":{"code":1,"message":""},"id":null}"#,
      ] {
        try client.send(text: text)
      }
      try client.send(session.cancellation(of: 99))
      #expect(try await replies(of: session, client) == [])
    },
    rule("text that isn't JSON is answered with one error") { session, client in
      for text in ["{", "{\"a\":1,}", "{} {}", "nonsense"] { try client.send(text: text) }
      let replies = try await replies(of: session, client)
      #expect(replies.map { $0["error"]?["code"] } == Array(repeating: -32700, count: 4))
      #expect(replies.allSatisfy { $0["id"] == .null })
    },
    rule("JSON that isn't a request is answered with one error") { session, client in
      for text in [
        #"{"jsonrpc":"2.0"}"#, "1", #"{"jsonrpc":"1.0","method":"ping","id":7}"#,
        #"{"jsonrpc":"2.0","method":"ping","id":{}}"#,
        #"{"jsonrpc":"2.0","method":"ping","params":5,"id":"x"}"#,
      ] {
        try client.send(text: text)
      }
      let replies = try await replies(of: session, client)
      #expect(replies.map { $0["error"]?["code"] } == Array(repeating: -32600, count: 5))
      #expect(replies.map { $0["id"] } == [.null, .null, 7, .null, "x"])
    },
    rule("a batch gets one response, in its order, or one error") { session, client in
      let batch: JSONValue = [
        session.request(1, "ping"), RPCTestClient.message(nil, "no/such"), 7,
        session.request(2, "no/such"),
      ]
      try client.send(batch)
      try client.send([RPCTestClient.message(nil, "no/such")], [])
      let replies = try await replies(of: session, client)
      let answers = replies.compactMap(\.array)
      #expect(
        answers.map { $0.map { $0["id"] } } == (session.acceptsBatches ? [[1, .null, 2]] : [])
      )
      let errors = replies.compactMap { $0["error"]?["code"] }
      #expect(errors == Array(repeating: -32600, count: session.acceptsBatches ? 1 : 3))
    },
    rule("every request before the end of the input is answered") { session, client in
      let ids = (1...500).map { JSONValue.number(JSONNumber($0)) }
      try client.send(all: ids.map { session.request($0, "no/such") })
      let (messages, code) = try await client.finish()
      #expect(messages.map { $0["id"] } == ids)
      #expect(code == 0)
    },
    rule("an input that ends within a message is handled up to its end") { session, client in
      let last = session.request(2, "ping").bytes()
      try client.send(session.request(1, "ping"))
      let header = Array("Content-Length: \(last.count + 1)\r\n\r\n".utf8)
      try client.send(bytes: (session.usesHeaders ? header : []) + last)
      let (messages, code) = try await client.finish()
      #expect(messages.map { $0["id"] } == [1, session.usesHeaders ? .null : 2])
      if session.usesHeaders { #expect(messages.last?["error"]?["code"] == -32700) }
      #expect(code == (session.usesHeaders ? 2 : 0))
    },
    rule("a message over the limit is answered with one error and ends the connection") {
      session,
      client in
      try client.send(session.request(1, "ping"))
      let start = session.usesHeaders ? "Content-Length: 16777217\r\n\r\n" : "["
      let rest = [UInt8](repeating: 0x20, count: session.usesHeaders ? 0 : 16 << 20)
      // The server may stop reading at the limit, which makes the write fail.
      try? client.send(bytes: Array(start.utf8) + rest)
      let (messages, code) = try await client.finish()
      #expect(messages.map { $0["id"] } == [1, .null])
      #expect(messages.last?["error"]?["code"] == -32600)
      #expect(code == 2)
    },
  ]

  private static func rule(
    _ description: String,
    _ body: @escaping @Sendable (RPCSession, RPCTestClient) async throws -> Void
  ) -> ContractRule<ConnectionConformer> {
    ContractRule(description) { conformer in
      try await body(conformer.session, try await conformer.open())
    }
  }

  /// Sends a last request, which must be answered after all other messages, and returns these.
  private static func replies(
    of session: RPCSession,
    _ client: RPCTestClient
  ) async throws -> [JSONValue] {
    try client.send(session.request("last", "no/such"))
    let (messages, code) = try await client.finish()
    #expect(code == 0)
    #expect(messages.last?["id"] == "last")
    return messages.dropLast()
  }
}
