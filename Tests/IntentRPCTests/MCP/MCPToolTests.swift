import Contracts
import IntentRPC
import JSONText
import MinutaTestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct MCPToolTests {
  private let provider: ControllableProvider

  init() throws { provider = try ControllableProvider() }

  private func makeSession(pageSize: Int = 100) async throws -> RPCTestClient {
    let client = await RPCTestClient(provider, pageSize: pageSize)
    try await RPCSession.mcp.begin(on: client)
    return client
  }

  @Test func `A41 tools have object schemas and all four hints, in a stable order`() async throws {
    let client = try await makeSession()
    try client.sendRequest(1, "tools/list")
    try client.sendRequest(2, "tools/list", ["cursor": ""])
    let (lists, _) = try await client.finish()
    let tools = try #require(lists[0]["result"]?["tools"]?.array)
    #expect(tools.map { $0["name"] } == ["Build", "Look", "Measure", "Paint", "Plan"])
    #expect(lists[1]["result"] == lists[0]["result"])
    for tool in tools {
      #expect(tool["inputSchema"]?["type"] == "object")
      #expect(tool["outputSchema"]?["type"] == "object")
      for hint in ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] {
        #expect(tool["annotations"]?[hint]?.bool != nil)
      }
    }
  }

  @Test(arguments: 1...6) func `A41 the pages together contain all tools`(size: Int) async throws {
    let client = try await makeSession(pageSize: size)
    var names: [JSONValue?] = []
    var cursor: JSONValue? = nil
    repeat {
      try client.sendRequest(1, "tools/list", cursor.map { ["cursor": $0] })
      let page = try await client.next()?["result"]
      let tools = try #require(page?["tools"]?.array)
      #expect((1...size).contains(tools.count))
      names += tools.map { $0["name"] }
      cursor = page?["nextCursor"]
    } while cursor != nil
    #expect(names == ["Build", "Look", "Measure", "Paint", "Plan"])
    _ = try await client.finish()
  }

  @Test(arguments: ["nothing", "Plan", 5, ["Build"]] as [JSONValue])
  func `A41 an invalid cursor is rejected`(cursor: JSONValue) async throws {
    let client = try await makeSession()
    try client.sendRequest(1, "tools/list", ["cursor": cursor])
    #expect(try await client.finish().messages.first?["error"]?["code"] == -32602)
  }

  @Test func `A42 a result has text and structured content`() async throws {
    let client = try await makeSession()
    try client.sendRequest(1, "tools/call", ["name": "Build"])
    let result = try await client.finish().messages.first?["result"]
    #expect(result?["structuredContent"] == ["done": ""])
    #expect(result?["isError"] == false)
    #expect(
      result?["content"] == [
        ["type": "text", "text": "Done."], ["type": "text", "text": #"{"done":""}"#],
      ]
    )
  }

  @Test(
    arguments: [
      [:], ["name": 5], ["name": "Bild"], ["name": "Build", "arguments": []],
    ] as [JSONValue]
  )
  func `A43 an unknown tool or a malformed call is a protocol error`(params: JSONValue)
    async throws
  {
    let client = try await makeSession()
    try client.sendRequest(1, "tools/call", params)
    #expect(try await client.finish().messages.first?["error"]?["code"] == -32602)
    #expect(provider.finishedCalls.isEmpty)
  }

  @Test(
    arguments: [
      ("Look", ["name": 5], "'name'"),
      ("Look", ["nam": "a"], "'nam'"),
      ("Paint", [:], "In which color?"),
    ] as [(String, JSONValue, String)]
  )
  func `A43 invalid arguments and failures are results that a model can act on`(
    tool: String,
    arguments: JSONValue,
    message: String
  ) async throws {
    let client = try await makeSession()
    try client.sendRequest(1, "tools/call", ["name": .string(tool), "arguments": arguments])
    let result = try await client.finish().messages.first?["result"]
    #expect(result?["isError"] == true)
    #expect(result?["structuredContent"] == nil)
    #expect(result?["content"]?.array?.first?["text"]?.string?.contains(message) == true)
    #expect(provider.finishedCalls.isEmpty)
  }
}
