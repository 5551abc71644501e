import IntentRPC
import JSONText
import MinutaTestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct MCPHandshakeTests {
  private let provider: ControllableProvider

  init() throws { provider = try ControllableProvider() }

  private func initializeResult(_ version: JSONValue) async throws -> JSONValue? {
    let client = await RPCTestClient(provider)
    try client.sendRequest(1, "initialize", ["protocolVersion": version, "capabilities": [:]])
    return try await client.finish().messages.first?["result"]
  }

  @Test(arguments: ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
  func `A34 a supported version is accepted`(version: String) async throws {
    let result = try await initializeResult(.string(version))
    #expect(result?["protocolVersion"] == .string(version))
    #expect(result?["serverInfo"] == ["name": "workshop", "version": "1.0"])
    #expect(result?["capabilities"]?["tools"] != nil)
  }

  @Test(arguments: ["2023-01-01", "2026-07-28", "2099-01-01", ""])
  func `A34 an unsupported version is answered with the newest one that has a handshake`(
    version: String
  ) async throws {
    #expect(try await initializeResult(.string(version))?["protocolVersion"] == "2025-11-25")
  }

  @Test func `A35 a ping is answered before and after initialize`() async throws {
    let client = await RPCTestClient(provider)
    try client.sendRequest(1, "ping")
    try client.sendRequest(2, "initialize", ["protocolVersion": "2025-11-25", "capabilities": [:]])
    try client.sendRequest(3, "ping")
    let (messages, _) = try await client.finish()
    #expect(messages[0]["result"] == [:])
    #expect(messages[2]["result"] == [:])
  }

  @Test(arguments: [("2025-03-26", true), ("2024-11-05", false), ("2025-06-18", false)])
  func `A36 batches are accepted only in the version that allows them`(
    version: String,
    isAccepted: Bool
  ) async throws {
    let client = await RPCTestClient(provider)
    try client.sendRequest(
      1,
      "initialize",
      ["protocolVersion": .string(version), "capabilities": [:]]
    )
    try client.send([RPCTestClient.message(2, "ping"), RPCTestClient.message(3, "ping", nil)])
    let reply = try #require(try await client.finish().messages.last)
    #expect(isAccepted == (reply.array?.count == 2))
    #expect(isAccepted != (reply["error"]?["code"] == -32600))
  }

  @Test(arguments: ["StartTimer", "Build", "minuta/intents", "logging/setLevel", "prompts/list"])
  func `an MCP session accepts only MCP methods`(method: String) async throws {
    let client = await RPCTestClient(provider)
    try client.sendRequest(1, "initialize", ["protocolVersion": "2025-11-25", "capabilities": [:]])
    try client.sendRequest(2, .init(method))
    #expect(try await client.finish().messages.last?["error"]?["code"] == -32601)
    #expect(provider.finishedCalls.isEmpty)
  }
}
