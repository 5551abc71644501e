import JSONText
import MinutaTestSupport
import Testing

/// Tests the schemas of the tools that `minuta rpc` lists, and the arguments that it accepts for them.
@Suite(.timeLimit(.minutes(10))) struct ToolArgumentTests {
  /// Returns the places in a schema that don't have exactly one type.
  private func untyped(_ schema: JSONValue, at place: String) -> [String] {
    guard let schema = schema.object else { return [] }
    let lists = ["allOf", "anyOf", "oneOf"].flatMap { schema[$0]?.array ?? [] }
    let members = ["$defs", "properties"].flatMap { schema[$0]?.object?.members ?? [] }
    let inner = ["additionalProperties", "items"].compactMap { schema[$0] } + lists
    return (schema["type"]?.string == nil ? [place] : [])
      + inner.flatMap { untyped($0, at: "\(place)/…") }
      + members.flatMap { untyped($0.value, at: "\(place)/\($0.key)") }
  }

  @Test func `every value in the schemas of all tools has exactly one type`() async throws {
    let workflows = try await WorkflowFixture.make()
    let parameters: JSONValue = [
      "type": "object", "additionalProperties": false,
      "properties": [
        "any": [:], "choice": ["enum": ["a", "b"]], "several": ["type": ["integer", "string"]],
        "list": ["type": "array", "items": ["type": ["boolean", "null"]]],
        "inner": ["type": "object", "properties": ["x": ["const": 1]]],
      ],
    ]
    let steps: JSONValue = [["id": "a", "intent": "Status"]]
    try workflows.install(WorkflowFixture.flow(steps, ["parameters": parameters]))
    let client = try workflows.rpcClient()
    try client.sendRequest(1, "tools/list", ["_meta": PluginFixture.meta])
    let tools = try await client.reply(to: 1)["result"]?["tools"]?.array ?? []
    _ = try await client.finish()
    let names = tools.compactMap { $0["name"]?.string }
    #expect(Set(names).isSuperset(of: ["RemoveImage", "RunBatch", "RunWorkflow", "Plan", "flow"]))
    for tool in tools {
      let name = tool["name"]?.string ?? ""
      for key in ["inputSchema", "outputSchema"] {
        #expect(untyped(try #require(tool[key]), at: "\(name) \(key)") == [])
      }
    }
  }

  @Test(arguments: [true, false])
  func `a client may send JSON as text and null for nothing`(hasHandshake: Bool) async throws {
    let fixture = try MinutaFixture()
    let client = try RPCTestClient(fixture)
    if hasHandshake {
      let greeting: JSONValue = ["protocolVersion": "2025-11-25", "capabilities": [:]]
      _ = try await client.request(0, "initialize", greeting)
    }
    let log: JSONValue = ["tag": "Work", "duration": "5m", "labels": "[\"a\"]", "comment": nil]
    let workflow: JSONValue = [
      "minuta": 1, "id": "sent", "title": "Sent",
      "parameters": [
        "type": "object", "properties": ["labels": ["type": "array"]],
        "additionalProperties": false,
      ],
      "steps": [
        [
          "id": "a", "intent": "LogTime",
          "with": ["tag": "Work", "duration": "5m", "labels": ["$": "/params/labels"]],
        ]
      ],
    ]
    let calls: JSONValue = [["intent": "LogTime", "with": .string(log.text())]]
    let requests: [(String, JSONValue)] = [
      ("LogTime", log), ("LogTime", .string(log.text())),
      ("Plan", ["intent": "LogTime", "with": log]),
      ("Plan", ["intent": "LogTime", "with": .string(log.text())]),
      ("RunBatch", ["calls": .string(calls.text()), "dryRun": "", "atomic": "true"]),
      (
        "RunWorkflow",
        ["definition": .string(workflow.text()), "with": "{\"labels\":\"[\\\"a\\\"]\"}"]
      ),
    ]
    for (index, (tool, arguments)) in requests.enumerated() {
      var params: JSONObject = ["name": .string(tool), "arguments": arguments]
      if !hasHandshake { params["_meta"] = PluginFixture.meta }
      let id = JSONValue.number(JSONNumber(index + 1))
      let result = try await client.request(id, "tools/call", .object(params))["result"]
      #expect(result?["isError"] == false, "\(tool): \(result ?? .null)")
    }
    // JSON-RPC stays strict.
    #expect(try await client.request("strict", "LogTime", log)["error"] != nil)
    _ = try await client.finish()
    let records = try fixture.records()
    #expect(records.count == 4)
    #expect(records.allSatisfy { $0["comment"] == "#a" }, "\(records)")
  }

  @Test func `files and the command line stay strict`() async throws {
    let fixture = try MinutaFixture()
    let call = #"{"intent": "LogTime", "with": {"duration": "5m", "labels": "[\"a\"]"}}"#
    let file = try fixture.home.write(call, to: "call.json")
    #expect(try await fixture.run("run", file).status == 2)
    let nothing = try await fixture.run(
      "run",
      "LogTime",
      "--with",
      #"{"duration":"5m","tag":null}"#
    )
    #expect(nothing.status == 2)
    #expect(try fixture.records().isEmpty)
  }

  @Test func `an image is named by text, and by a number in a file`() async throws {
    let fixture = try MinutaFixture()
    let call = #"{"intent": "RemoveImage", "with": {"record": "last", "image": 0}}"#
    let file = try fixture.home.write(call, to: "call.json")
    #expect(try await fixture.run("check", file).status == 0)
  }
}
