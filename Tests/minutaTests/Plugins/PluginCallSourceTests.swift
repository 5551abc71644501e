import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests plugin tools called from each source, such as the command line, a file or MCP.
@Suite(
  .serialized,
  .requires("python3"),
  .timeLimit(.minutes(10))
) struct PluginCallSourceTests {
  private static let schema: JSONValue = [
    "type": "object",
    "properties": [
      "text": ["type": "string"], "count": ["type": "integer"], "isLoud": ["type": "boolean"],
      "names": ["type": "array", "items": ["type": "string"]],
      "sizes": ["type": "array", "items": ["type": "number"]],
      "limit": ["anyOf": [["type": "integer"], ["type": "null"]], "default": .null],
      "note": ["type": ["string", "null"]],
      "json": ["type": "string"], "with": ["type": "string"],
      "place": ["type": "object", "properties": ["x": ["type": "number"]]],
    ],
    "required": ["text"],
  ]
  private static let values: JSONValue = ["text": "a b", "count": 2, "names": ["x", "y,z"]]

  private func run(_ body: (PluginFixture) async throws -> Void) async throws {
    try await PluginFixture.run { plugins in
      try plugins.keep(tools: [
        [
          "name": "do_it", "title": "Do It", "description": "Does\nit.", "inputSchema": Self.schema,
          "annotations": ["readOnlyHint": true, "destructiveHint": false],
        ]
      ])
      try await plugins.add()
      try await body(plugins)
    }
  }

  /// Returns the outcome of a command line; after the command, `--json` would be ambiguous.
  private func outcome(_ plugins: PluginFixture, _ words: [String]) async throws -> JSONValue {
    try JSONValue(parsing: try await plugins.fixture.run(["--json"] + words).output)
  }

  private func expectCalled(_ outcome: JSONValue?, with values: JSONValue = values) {
    #expect(outcome?["status"] == "ok", "\(outcome ?? .null)")
    #expect(outcome?["value"] == ["tool": "do_it", "arguments": values])
    #expect(outcome?["dialog"] == "do_it was called.")
  }

  @Test func `a tool has flags, and clashing ones are given as JSON`() async throws {
    try await run { plugins in
      let flags = ["--text", "a b", "--count", "2", "--names", "x", "--names", "y,z"]
      expectCalled(try await outcome(plugins, ["demo__do_it"] + flags))
      expectCalled(try await outcome(plugins, ["run", "demo__do_it"] + flags))
      let other = [
        "--text", "-x", "--limit", "5", "--note", "7", "--sizes", "1", "--sizes",
        "-2", "--with", #"{"json": "j", "with": "w", "place": {"x": 1}, "isLoud": false}"#,
      ]
      expectCalled(
        try await outcome(plugins, ["demo__do_it"] + other),
        with: [
          "json": "j", "with": "w", "place": ["x": 1], "isLoud": false, "text": "-x",
          "sizes": [1, -2], "limit": 5, "note": "7",
        ]
      )
      let help = try await plugins.fixture.run("demo__do_it", "--help")
      #expect(help.output.contains("\nDoes\nit.\n"))
      #expect(help.output.contains("  --is-loud"))
      #expect(help.output.contains(#"  --with '{"json": …}'"#))
      let wrong = try await plugins.fixture.run("demo__do_it", "--text", "a", "--count", "two")
      #expect(wrong.status == 2)
      #expect(wrong.errors.contains("'--count'"), "\(wrong.errors)")
      let missing = try await plugins.fixture.run("demo__do_it")
      #expect(missing.status == 3)
      #expect(missing.errors.contains("'text'"))
    }
  }

  @Test func `a tool is called from a file, and in a batch with built-in intents`() async throws {
    try await run { plugins in
      let call: JSONValue = ["intent": "demo__do_it", "with": Self.values]
      let one = try plugins.fixture.home.write(call.text(), to: "call.json")
      expectCalled(try await plugins.fixture.outcome(["run", one]))
      let start: JSONValue = ["intent": "StartTimer", "with": ["tag": "Work"]]
      let unknown: JSONValue = ["intent": "demo__do_them"]
      let many = try plugins.fixture.home.write(
        JSONValue.array([call, start, call]).text(),
        to: "calls.json"
      )
      let result = try await plugins.fixture.run("run", many, "--json")
      let lines = try result.output.split(separator: "\n").map {
        try JSONValue(parsing: String($0))
      }
      #expect(lines.dropLast().map { $0["outcome"]?["status"] } == ["ok", "ok", "ok"])
      expectCalled(lines.first?["outcome"])
      let before = try plugins.record.count
      let wrong = try plugins.fixture.home.write(
        JSONValue.array([call, unknown]).text(),
        to: "wrong.json"
      )
      #expect(try await plugins.fixture.run("run", wrong).status == 2)
      let atomic = try await plugins.fixture.run("run", many, "--atomic")
      #expect(atomic.status != 0)
      #expect((atomic.output + atomic.errors).contains("demo__do_it"), "\(atomic)")
      #expect(try plugins.record.count == before)
    }
  }

  @Test func `a tool is a JSON-RPC method that can be run, described and checked`() async throws {
    try await run { plugins in
      let rpcClient = try RPCTestClient(plugins.fixture)
      expectCalled(try await rpcClient.request(1, "demo__do_it", Self.values)["result"])
      try rpcClient.sendRequest(2, "minuta/run", ["intent": "demo__do_it", "with": Self.values])
      expectCalled(try await rpcClient.reply(to: 2)["result"])
      try rpcClient.sendRequest(3, "minuta/describe", ["intent": "demo__do_it"])
      #expect(try await rpcClient.reply(to: 3)["result"]?["title"] == "Do It")
      try rpcClient.sendRequest(4, "minuta/check", ["intent": "demo__do_it", "with": ["text": 5]])
      #expect(try await rpcClient.reply(to: 4)["result"]?["problems"]?.array?.count == 1)
      #expect(try await rpcClient.request(5, "demo__do_it", [:])["error"]?["code"] == -32602)
      #expect(try await rpcClient.finish().code == 0)
    }
  }

  @Test(arguments: [true, false])
  func `a tool is an MCP tool with and without a handshake`(isModern: Bool) async throws {
    try await run { plugins in
      let rpcClient = try RPCTestClient(plugins.fixture)
      let meta: JSONObject = isModern ? ["_meta": PluginFixture.meta] : [:]
      if !isModern {
        try rpcClient.sendRequest(
          0,
          "initialize",
          ["protocolVersion": "2025-06-18", "capabilities": [:]]
        )
      }
      try rpcClient.sendRequest(1, "tools/list", .object(meta))
      let tools = try await rpcClient.reply(to: 1)["result"]?["tools"]?.array ?? []
      let tool = try #require(tools.first { $0["name"] == "demo__do_it" })
      #expect(tool["title"] == "Do It" && tool["description"] == "Does\nit.")
      let properties = Self.schema["properties"]?.object?.merging([
        "limit": ["type": "integer"], "note": ["type": "string"],
      ])
      #expect(tool["inputSchema"]?["properties"]?.object == properties)
      #expect(tool["outputSchema"] == nil)
      #expect(tool["annotations"]?["readOnlyHint"] == false)
      #expect(tool["annotations"]?["destructiveHint"] == true)
      let call: JSONObject = ["name": "demo__do_it", "arguments": Self.values]
      try rpcClient.sendRequest(2, "tools/call", .object(call.merging(meta)))
      let result = try await rpcClient.reply(to: 2)["result"]
      #expect(result?["isError"] == false)
      #expect(result?["structuredContent"] == ["tool": "do_it", "arguments": Self.values])
      #expect(result?["content"] == [["type": "text", "text": "do_it was called."]])
      #expect(try await rpcClient.finish().code == 0)
    }
  }

  @Test func `a key binding calls a tool`() async throws {
    try await run { plugins in
      let call: JSONValue = ["intent": "demo__do_it", "with": Self.values]
      let map: JSONValue = ["minuta": 1, "keys": ["it": ["press": "LOGO+i", "call": call]]]
      try plugins.fixture.home.write(map.text(), to: ".config/minuta/keymap.json")
      expectCalled(try await plugins.fixture.outcome(["key", "it"]))
      let printed = try await plugins.fixture.run("keys", "i3")
      #expect(printed.output.contains(" key it") && !printed.output.contains("demo__"))
    }
  }

  @Test func `a dry run calls nothing, unless the tool is trusted to change nothing`() async throws
  {
    try await run { plugins in
      let before = try plugins.record.count
      let words = ["demo__do_it", "--text", "a", "--dry-run"]
      let planned = try await outcome(plugins, words)
      #expect(planned["status"] == "planned")
      #expect(planned["plan"]?["with"] == ["text": "a"], "\(planned)")
      let rpcClient = try RPCTestClient(plugins.fixture)
      let values: JSONObject = ["intent": "demo__do_it", "with": ["text": "a"]]
      try rpcClient.sendRequest(1, "minuta/run", .object(values.merging(["dryRun": true])))
      #expect(try await rpcClient.reply(to: 1)["result"]?["status"] == "planned")
      try rpcClient.sendRequest(
        2,
        "tools/call",
        ["name": "Plan", "arguments": .object(values), "_meta": PluginFixture.meta]
      )
      #expect(try await rpcClient.reply(to: 2)["result"]?["structuredContent"]?["plan"] != nil)
      #expect(try await rpcClient.finish().code == 0)
      #expect(try plugins.record.count == before)
      try plugins.edit { $0["trustAnnotations"] = true }
      let done = try await outcome(plugins, words)
      #expect(done["status"] == "planned")
      #expect(done["value"]?["arguments"] == ["text": "a"])
    }
  }

  @Test(arguments: [(false, true), (true, false), (true, true)])
  func `C60 a dry run of a workflow calls only tools that are trusted and read-only`(
    isTrusted: Bool,
    isReadOnly: Bool
  ) async throws {
    try await PluginFixture.run { plugins in
      let hints: JSONValue = ["readOnlyHint": .bool(isReadOnly)]
      try plugins.keep(tools: [
        ["name": "do_it", "inputSchema": Self.schema, "annotations": hints]
      ])
      try await plugins.add()
      try plugins.edit { $0["trustAnnotations"] = .bool(isTrusted) }
      let step: JSONValue = ["id": "it", "intent": "demo__do_it", "with": ["text": "a"]]
      try WorkflowFixture(fixture: plugins.fixture).install(WorkflowFixture.flow([step]))
      let calls = { try plugins.record.count { $0["method"] == "tools/call" } }
      let before = try calls()
      let steps = try await outcome(plugins, ["run", "flow", "--dry-run"])["plan"]?["steps"]
      let isCalled = isTrusted && isReadOnly
      #expect(steps?.array?.map { $0["status"] } == [isCalled ? "ok" : "planned"])
      #expect(try calls() - before == (isCalled ? 1 : 0))
    }
  }
}
