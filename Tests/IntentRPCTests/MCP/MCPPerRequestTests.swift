import IntentRPC
import JSONText
import MinutaTestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct MCPPerRequestTests {
  private let provider: ControllableProvider
  private static let version = "io.modelcontextprotocol/protocolVersion"
  private static let capabilities = "io.modelcontextprotocol/clientCapabilities"
  private static let meta: JSONValue = [
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": [:],
  ]

  init() throws { provider = try ControllableProvider() }

  private func reply(_ method: String, _ params: JSONValue) async throws -> JSONValue? {
    let client = await RPCTestClient(provider)
    try client.sendRequest(1, method, params)
    return try await client.finish().messages.last
  }

  @Test func `A37 discovery returns versions and capabilities`() async throws {
    let result = try await reply("server/discover", ["_meta": Self.meta])?["result"]
    #expect(result?["supportedVersions"] == ["2026-07-28"])
    #expect(result?["capabilities"]?["tools"] != nil)
    let info = result?["_meta"]?["io.modelcontextprotocol/serverInfo"]
    #expect(info == ["name": "workshop", "version": "1.0"])
  }

  @Test(
    arguments: [
      [Self.version: "2026-07-28"], [Self.capabilities: [:]],
      [Self.version: 5, Self.capabilities: [:]],
      [Self.version: "2026-07-28", Self.capabilities: 1],
    ] as [JSONValue]
  )
  func `A38 a request without version or capabilities is rejected`(meta: JSONValue) async throws {
    let error = try await reply("tools/list", ["_meta": meta])?["error"]
    #expect(error?["code"] == -32602)
    #expect(error?["message"]?.string?.contains("io.modelcontextprotocol/") == true)
  }

  @Test func `A38 discovery without a version is rejected`() async throws {
    #expect(try await reply("server/discover", [:])?["error"]?["code"] == -32602)
  }

  @Test func `A38 the error for an unsupported version lists the supported ones`() async throws {
    let meta: JSONValue = .object(["\(Self.version)": "2030-01-01", "\(Self.capabilities)": [:]])
    let error = try await reply("tools/list", ["_meta": meta])?["error"]
    #expect(error?["code"] == -32022)
    #expect(error?["data"] == ["supported": ["2026-07-28"], "requested": "2030-01-01"])
  }

  @Test(arguments: [
    "server/discover", "tools/list", "resources/list", "resources/templates/list", "resources/read",
    "tools/call",
  ])
  func `A39 results are marked as complete, and those that may be cached have a lifetime`(
    method: String
  ) async throws {
    let client = await RPCTestClient(try ResourceTestProvider())
    let params: JSONValue = ["_meta": Self.meta, "uri": "minuta://things", "name": "Things"]
    try client.sendRequest(1, method, params)
    let result = try await client.finish().messages.last?["result"]
    #expect(result?["resultType"] == "complete")
    let isCacheable = method != "tools/call"
    #expect(result?["ttlMs"]?.integer.map { $0 >= 0 } == (isCacheable ? true : nil))
    #expect(result?["cacheScope"] == (isCacheable ? "private" : nil))
  }

  @Test(arguments: ["ping", "logging/setLevel", "initialized", "Build", "resources/subscribe"])
  func `A35 methods removed from this version don't exist`(method: String) async throws {
    #expect(try await reply(method, ["_meta": Self.meta])?["error"]?["code"] == -32601)
  }

  @Test func `a request with its own metadata works in a session with a handshake`() async throws {
    let client = await RPCTestClient(provider)
    try client.sendRequest(1, "initialize", ["protocolVersion": "2025-11-25", "capabilities": [:]])
    try client.sendRequest(2, "tools/call", ["name": "Build", "_meta": Self.meta])
    try client.sendRequest(3, "tools/call", ["name": "Build"])
    let (messages, _) = try await client.finish()
    #expect(messages[1]["result"]?["resultType"] == "complete")
    #expect(messages[2]["result"]?["resultType"] == nil)
  }
}
