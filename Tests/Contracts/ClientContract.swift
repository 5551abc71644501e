import MinutaTestSupport
import Testing

/// A kind of client of an MCP server that keeps the rules of `ClientContract`.
package struct ClientConformer: Sendable, CustomTestStringConvertible {
  /// A client that is connected to a server.
  package struct Client: Sendable {
    let call: @Sendable (_ name: String) async throws -> String
    let stop: @Sendable () async -> Void

    /// - Parameters:
    ///   - call: Sends a request that contains the name, and returns the text in the response.
    ///   - stop: Stops the server and waits for it.
    package init(
      call: @escaping @Sendable (_ name: String) async throws -> String,
      stop: @escaping @Sendable () async -> Void
    ) {
      (self.call, self.stop) = (call, stop)
    }
  }

  package let testDescription: String
  private let connect: @Sendable (ScriptedServer, _ timeout: Duration) async throws -> Client

  /// - Parameter connect: Starts the server and connects a client to it, which has the given timeout
  ///   for a call.
  package init(
    _ description: String,
    connect: @escaping @Sendable (ScriptedServer, _ timeout: Duration) async throws -> Client
  ) {
    testDescription = description
    self.connect = connect
  }

  func run(timeout: Duration, _ body: (Client, ScriptedServer) async throws -> Void) async throws {
    let server = try ScriptedServer()
    let client = try await connect(server, timeout)
    do {
      try await body(client, server)
    } catch {
      await client.stop()
      throw error
    }
    await client.stop()
  }
}

/// The rules that every client of an MCP server keeps.
package enum ClientContract {
  package static let rules = [
    rule("only the first response to a request counts") { client, _ async throws in
      for name in ["twice", "unsolicited", "ok"] { #expect(try await client.call(name) == name) }
    },
    rule("responses may arrive in any order") { client, server in
      async let first = client.call("first")
      try await server.waitForMessages(with: #""first""#)
      #expect(try await client.call("second") == "second")
      #expect(try await first == "first")
    },
    rule("invalid messages are ignored and get no answer") { client, server in
      #expect(try await client.call("noise") == "noise")
      #expect(try await client.call("ok") == "ok")
      let answers = try server.received.filter { !$0.contains(#""method":"#) }
      #expect(answers == [])
    },
    rule("a request of the server gets one answer, an error if it isn't supported") {
      client,
      server in
      #expect(try await client.call("ask") == "ask")
      try await server.waitForMessages(3, with: #""my "#)
      #expect(try await client.call("ok") == "ok")
      let answers = try server.received.filter { $0.contains(#""my "#) }
      #expect(answers.map { $0.contains("-32601") } == [true, true, false], "\(answers)")
    },
    rule("an error fails its call only") { client, _ async throws in
      await #expect(throws: (any Error).self) { try await client.call("refuse") }
      #expect(try await client.call("ok") == "ok")
    },
    rule("a cancelled call is cancelled in the server, and later calls work") { client, server in
      let call = Task { try await client.call("hang") }
      try await server.waitForMessages(with: #""hang""#)
      call.cancel()
      await #expect(throws: (any Error).self) { try await call.value }
      try await server.waitForMessages(with: "notifications/cancelled")
      #expect(try await client.call("ok") == "ok")
    },
    rule("a call without a response times out and is cancelled in the server", timeout: .seconds(1))
    {
      client,
      server in
      await #expect(throws: (any Error).self) { try await client.call("hang") }
      try await server.waitForMessages(with: "notifications/cancelled")
    },
    rule("the end of the server fails all calls") { client, server in
      await withThrowingTaskGroup(of: String.self) { group in
        group.addTask { try await client.call("hang") }
        try? await server.waitForMessages(with: #""hang""#)
        group.addTask { try await client.call("exit") }
        for _ in 0..<2 {
          await #expect(throws: (any Error).self) { try await group.next() }
        }
      }
    },
    rule("a message over the limit ends the connection") { client, _ in
      await #expect(throws: (any Error).self) { try await client.call("flood") }
    },
    rule("stopping the client fails its calls") { client, server in
      let call = Task { try await client.call("hang") }
      try await server.waitForMessages(with: #""hang""#)
      await client.stop()
      await #expect(throws: (any Error).self) { try await call.value }
    },
  ]

  private static func rule(
    _ description: String,
    timeout: Duration = .seconds(60),
    _ body: @escaping @Sendable (ClientConformer.Client, ScriptedServer) async throws -> Void
  ) -> ContractRule<ClientConformer> {
    ContractRule(description) { conformer in try await conformer.run(timeout: timeout, body) }
  }
}
