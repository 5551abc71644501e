import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests the tool descriptions of servers, and the results of the tools.
@Suite(
  .serialized,
  .requires("python3"),
  .timeLimit(.minutes(10))
) struct PluginToolTests {
  private func tool(_ name: String, _ members: JSONObject = [:]) -> JSONValue {
    let usual: JSONObject = ["name": .string(name), "inputSchema": ["type": "object"]]
    return .object(usual.merging(members))
  }

  private static let names: [(name: String, id: String)] = [
    ("a.b", "a_b"), ("weather.today-now/x", "weather_today_now_x"), ("Größe", "Gr____e"),
    ("x\ny'\"$(reboot)`\u{1B}[2J", "x_y____reboot____2J"),
    ("\u{202E}evil", "___evil"), ("--help", "__help"), ("__", "__"), ("1", "1"),
    (String(repeating: "n", count: 200), "cut"),
  ]

  @Test func `a name of any characters becomes an id and can't control the terminal`()
    async throws
  {
    try await PluginFixture.run { plugins in
      try plugins.keep(tools: Self.names.map { tool($0.name, ["title": .string($0.name)]) })
      let added = try await plugins.add()
      let listed = try await plugins.fixture.outcome(["plugin", "list"])
      let intents = listed["plugins"]?.array?.first?["intents"]?.array?.compactMap(\.string) ?? []
      let ids = Self.names.map { "demo__\($0.id)" }
      #expect(intents.dropLast() == ids.dropLast())
      #expect(intents.last?.utf8.count == 64)
      #expect(intents.allSatisfy { $0.utf8.allSatisfy { $0 == 0x5F || $0 >= 0x30 && $0 < 0x7B } })
      var outputs = [added.output, added.errors]
      for (id, name) in zip(intents, Self.names) {
        #expect(try await plugins.call(id)["value"]?["tool"]?.string == name.name)
        outputs.append(try await plugins.fixture.run("run", id, "--help").output)
      }
      outputs.append(try await plugins.fixture.run("intents").output)
      outputs.append(try await plugins.fixture.run("plugin", "show", "demo").output)
      for output in outputs {
        #expect(!output.contains("\u{1B}") && !output.contains("\u{202E}"), "\(output)")
      }
    }
  }

  @Test func `of two tools with one id the exact name wins, with a warning`()
    async throws
  {
    try await PluginFixture.run { plugins in
      try plugins.keep(tools: [tool("a.b"), tool("a_b"), tool("c.d"), tool("c-d")])
      let added = try await plugins.fixture.run(
        ["plugin", "add", "demo", "--allow-all", "--"] + plugins.server([])
      )
      #expect(added.status == 1)
      #expect(added.errors.contains("The tool 'a.b' of 'demo' can't be called"), "\(added.errors)")
      #expect(added.errors.contains("The tool 'c-d' of 'demo' can't be called"))
      #expect(try await plugins.call("demo__a_b")["value"]?["tool"] == "a_b")
      #expect(try await plugins.call("demo__c_d")["value"]?["tool"] == "c.d")
    }
  }

  @Test func `two tools of one name become one intent`() async throws {
    try await PluginFixture.run { plugins in
      try plugins.keep(tools: [tool("a"), tool("a"), tool("a", ["title": "Other"]), ["name": ""]])
      try await plugins.add()
      let intents = try JSONValue(
        parsing: try await plugins.fixture.run("intents", "--json").output
      )
      #expect(intents.array?.count { $0["id"] == "demo__a" } == 1)
      #expect(try await plugins.call("demo__a")["status"] == "ok")
    }
  }

  @Test(arguments: ["legacy", "modern"])
  func `500 tools are listed in pages`(era: String)
    async throws
  {
    try await PluginFixture.run { plugins in
      let names = (0..<500).map { "tool_\($0)" }
      try plugins.keep(tools: names.map { tool($0) })
      try await plugins.add("demo", [era, "page=7"])
      #expect(try await plugins.call("demo__tool_499")["status"] == "ok")
      let rpcClient = try RPCTestClient(plugins.fixture)
      var (found, cursor): ([String], JSONValue?) = ([], nil)
      var number = 0
      repeat {
        number += 1
        let id = JSONValue.number(JSONNumber(number))
        var params: JSONObject = ["_meta": PluginFixture.meta]
        params["cursor"] = cursor
        try rpcClient.sendRequest(id, "tools/list", .object(params))
        let page = try #require(try await rpcClient.reply(to: id)["result"])
        found += page["tools"]?.array?.compactMap { $0["name"]?.string } ?? []
        cursor = page["nextCursor"]
      } while cursor != nil && number < 100
      #expect(found.filter { $0.hasPrefix("demo__") } == names.map { "demo__\($0)" })
      #expect(try await rpcClient.finish().code == 0)
    }
  }

  @Test func `an endless tool list is read up to a limit`() async throws {
    try await PluginFixture.run { plugins in
      try await plugins.add("demo", ["endless"])
      let listed = try await plugins.fixture.outcome(["plugin", "list"])
      #expect(listed["plugins"]?.array?.first?["intents"]?.array?.count == 100)
      #expect(try await plugins.call("demo__tool_99")["status"] == "ok")
    }
  }

  private static let schemas: [(schema: JSONValue, values: JSONValue, isTaken: Bool)] = [
    (["type": "object"], ["any": [1]], true),
    ([:], ["any": 1], true),
    (["type": 5, "properties": [], "required": "a"], ["a": 1], true),
    (["type": "array"], ["a": 1], true),
    (["type": "object", "properties": ["a": ["type": "any"]]], ["a": 1], true),
    (["type": "object", "properties": ["a": ["type": []]]], ["a": 1], true),
    (["type": "object", "properties": ["a": 5, "b": true]], ["a": 1, "b": 2], true),
    (["type": "object", "properties": ["a": ["maxLength": -1]]], ["a": "x"], true),
    (["type": "object", "properties": ["a": ["oneOf": []]]], ["a": "x"], true),
    (
      ["type": "object", "properties": ["a": ["$ref": "#/$defs/x"]], "$defs": ["x": [:]]],
      ["a": 1], true
    ),
    (
      ["type": "object", "properties": ["a": ["anyOf": [["type": "integer"], ["type": "null"]]]]],
      ["a": .null], true
    ),
    (["type": "object", "patternProperties": ["^x-": ["type": "integer"]]], ["x-a": "b"], true),
    (["type": "object", "properties": ["a": ["type": "integer"]]], ["a": "1"], false),
    (["type": "object", "required": ["a"]], [:], false),
    (["type": "object", "additionalProperties": false], ["a": 1], false),
    (["type": "object", "properties": ["a": ["enum": ["x", "y"]]]], ["a": "z"], false),
  ]

  @Test func `supported schema keywords are validated before a call, others by the server`()
    async throws
  {
    try await PluginFixture.run { plugins in
      try plugins.keep(
        tools: Self.schemas.enumerated().map { tool("t\($0)", ["inputSchema": $1.schema]) }
      )
      try await plugins.add()
      for (number, example) in Self.schemas.enumerated() {
        let outcome = try await plugins.call("demo__t\(number)", example.values)
        if example.isTaken {
          #expect(outcome["value"]?["arguments"] == example.values, "\(example) \(outcome)")
        } else {
          let code = outcome["error"]?["code"]?.string ?? ""
          #expect(["invalidValue", "missingValue"].contains(code), "\(example) \(outcome)")
        }
      }
    }
  }

  @Test func `B50 a broken schema doesn't break the tool list`() async throws {
    try await PluginFixture.run { plugins in
      let broken: JSONValue = [
        "type": 5, "title": 7, "required": "a", "x-minuta-type": "moment",
        "properties": [
          "a": 5, "b": true, "c": ["type": "number", "minimum": "x", "items": [1], "anyOf": []],
          "d": ["default": ["type": 5]],
        ],
      ]
      let described: JSONObject = [
        "title": 5, "description": ["x"], "annotations": "none", "outputSchema": broken,
        "inputSchema": broken,
      ]
      let lists: JSONObject = ["inputSchema": ["properties": ["a"]], "outputSchema": 5]
      try plugins.keep(tools: [tool("broken", described), tool("lists", lists), ["name": "bare"]])
      try await plugins.add()
      let rpcClient = try RPCTestClient(plugins.fixture)
      try rpcClient.sendRequest(1, "tools/list", ["_meta": PluginFixture.meta])
      let tools = try await rpcClient.reply(to: 1)["result"]?["tools"]?.array ?? []
      let found = tools.filter { $0["name"]?.string?.hasPrefix("demo__") == true }
      #expect(found.count == 3)
      #expect(found.allSatisfy { $0["inputSchema"]?["type"] == "object" })
      #expect(found[0]["title"] == "broken")
      #expect(
        found[0]["inputSchema"]?["properties"] == [
          "b": ["type": "string"], "c": ["type": "number"],
          "d": ["default": ["type": 5], "type": "string"],
        ]
      )
      #expect(found[0]["inputSchema"]?.object?.keys.sorted() == ["properties", "type"])
      #expect(found[1]["inputSchema"] == ["type": "object"])
      #expect(found[1]["outputSchema"] == nil)
      #expect(try await rpcClient.finish().code == 0)
    }
  }

  @Test func `defaults are left to the server`()
    async throws
  {
    try await PluginFixture.run { plugins in
      let schema: JSONValue = [
        "type": "object", "properties": ["a": ["type": "integer", "default": .null]],
      ]
      try plugins.keep(tools: [tool("t", ["inputSchema": schema])])
      try await plugins.add()
      #expect(try await plugins.call("demo__t")["value"]?["arguments"] == [:])
    }
  }
}
