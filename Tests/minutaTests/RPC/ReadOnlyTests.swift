import JSONText
import MinutaTestSupport
import Testing

/// Tests `minuta rpc --read-only`: no intent that may change something is listed or performed.
@Suite(.timeLimit(.minutes(10))) struct ReadOnlyTests {
  private static let workflow: JSONValue = [
    "minuta": 1, "id": "sent", "title": "Sent",
    "steps": [
      ["id": "a", "intent": "Status"], ["id": "b", "intent": "StopTimer", "onError": "continue"],
    ],
  ]

  /// Requests that would change something, by JSON-RPC and by MCP, so a read-only server must
  /// refuse them.
  private static let requests: [(method: String, params: JSONValue)] = [
    ("StartTimer", ["tag": "Work"]),
    ("minuta/run", ["intent": "StartTimer", "with": ["tag": "Work"]]),
    ("minuta/run", ["intent": "StartTimer", "with": ["tag": "Work"], "dryRun": true]),
    ("minuta/workflow", ["definition": workflow]), ("Undo", [:]), ("Doctor", ["repair": true]),
    ("Notify", ["title": "x"]), ("WriteFile", ["path": "/tmp/x", "content": "x"]),
    (
      "tools/call",
      [
        "_meta": PluginFixture.meta, "name": "StartTimer", "arguments": ["tag": "Work"],
      ]
    ),
    (
      "tools/call",
      [
        "_meta": PluginFixture.meta, "name": "RunBatch",
        "arguments": ["calls": [["intent": "Status"], ["intent": "StartTimer"]]],
      ]
    ),
    (
      "tools/call",
      [
        "_meta": PluginFixture.meta, "name": "RunWorkflow", "arguments": ["definition": workflow],
      ]
    ),
  ]

  @Test func `every method refuses calls that may change something`() async throws {
    let fixture = try MinutaFixture()
    _ = try await fixture.run("log", "Work", "--duration", "5m")
    let before = try fixture.content()
    let rpcClient = try RPCTestClient(fixture, ["--read-only"])
    for (id, request) in Self.requests.enumerated() {
      try rpcClient.sendRequest(.number(JSONNumber(id)), request.method, request.params)
      let reply = try await rpcClient.reply(to: .number(JSONNumber(id)))
      let text = reply.text()
      #expect(text.contains("readOnly") && text.contains("this server is read-only"), "\(text)")
      if request.method != "tools/call" {
        #expect(reply["error"]?["code"] == 1001 && reply["error"]?["data"]?["code"] == "readOnly")
      } else {
        #expect(reply["result"]?["isError"] == true)
      }
    }
    #expect(try await rpcClient.finish().code == 0)
    #expect(try fixture.content() == before)
  }

  @Test func `only read-only intents are listed, and they work`() async throws {
    let fixture = try MinutaFixture()
    let rpcClient = try RPCTestClient(fixture, ["--read-only", "--tools", "all"])
    try rpcClient.sendRequest(1, "minuta/intents", [:])
    let intents = try await rpcClient.reply(to: 1)["result"]?["intents"]?.array ?? []
    #expect(intents.count > 5 && intents.allSatisfy { $0["effects"]?["readOnly"] == true })
    try rpcClient.sendRequest(2, "tools/list", ["_meta": PluginFixture.meta])
    let tools = try await rpcClient.reply(to: 2)["result"]?["tools"]?.array ?? []
    #expect(tools.count > 5)
    #expect(tools.allSatisfy { $0["annotations"]?["readOnlyHint"] == true })
    #expect(!tools.contains { $0["name"] == "Plan" })
    #expect(try await rpcClient.request(3, "Status", [:])["result"]?["status"] == "ok")
    let batch: JSONValue = [
      "_meta": PluginFixture.meta, "name": "RunBatch",
      "arguments": ["calls": [["intent": "Status"], ["intent": "Summarize"]]],
    ]
    #expect(try await rpcClient.request(4, "tools/call", batch)["result"]?["isError"] == false)
    try rpcClient.sendRequest(5, "minuta/subscribe", [:])
    #expect(try await rpcClient.reply(to: 5)["result"]?["value"]?["running"] == [])
    _ = try await rpcClient.finish()
  }
}
