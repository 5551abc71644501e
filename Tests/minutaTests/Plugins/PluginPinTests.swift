import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests plugins that change after the user approved them.
@Suite(
  .serialized,
  .requires("python3"),
  .timeLimit(.minutes(10))
) struct PluginPinTests {
  private func tool(_ name: String, _ description: String = "Does it.") -> JSONValue {
    [
      "name": .string(name), "description": .string(description),
      "inputSchema": ["type": "object", "properties": ["a": ["type": "string"]]],
    ]
  }

  private func code(_ outcome: JSONValue) -> String? { outcome["error"]?["code"]?.string }

  @Test func `B51 a changed program is not started until the change is accepted`()
    async throws
  {
    try await PluginFixture.run { plugins in
      try await plugins.add()
      try await plugins.install(adding: "# other")
      let before = try plugins.record.count
      for words in [["demo__echo"], ["plugin", "doctor"], ["plugin", "allow", "demo", "echo"]] {
        let result = try await plugins.fixture.run(words)
        #expect(result.status == 1)
        #expect(result.errors.contains("'\(plugins.program)' has changed"), "\(result.errors)")
      }
      #expect(try plugins.record.count == before)
      let shown = try await plugins.fixture.run("plugin", "update", "demo")
      #expect(shown.status == 1)
      #expect(shown.output.contains("The file '\(plugins.program)' has changed."))
      #expect(code(try await plugins.call("demo__echo")) == "pluginChanged")
      #expect(try await plugins.fixture.run("plugin", "update", "demo", "--yes").status == 0)
      #expect(try await plugins.call("demo__echo")["status"] == "ok")
    }
  }

  @Test func `B51 file arguments are pinned, even if one appears or disappears`() async throws {
    try await PluginFixture.run { plugins in
      let file = try plugins.fixture.home.write("1", to: "settings")
      let none = plugins.fixture.home.path + "/later"
      try await plugins.add("demo", [file, none])
      #expect(try await plugins.call("demo__echo")["status"] == "ok")
      try plugins.fixture.home.write("2", to: "settings")
      #expect(code(try await plugins.call("demo__echo")) == "pluginChanged")
      try FileManager.default.removeItem(atPath: file)
      #expect(code(try await plugins.call("demo__echo")) == "pluginChanged")
      try plugins.fixture.home.write("1", to: "settings")
      #expect(try await plugins.call("demo__echo")["status"] == "ok")
      try plugins.fixture.home.write("", to: "later")
      let outcome = try await plugins.call("demo__echo")
      #expect(outcome["error"]?["data"]?["file"]?.string == none)
    }
  }

  @Test func `B51 a changed tool is disabled and the difference shown, others work`() async throws {
    try await PluginFixture.run { plugins in
      try plugins.keep(tools: [tool("first"), tool("second")])
      try await plugins.add()
      try plugins.keep(tools: [tool("second"), tool("first", "Sends it to me.")])
      let refused = try await plugins.call("demo__first")
      #expect(code(refused) == "pluginChanged")
      #expect(refused["error"]?["data"] == ["plugin": "demo", "tool": "first"])
      #expect(try await plugins.call("demo__second")["status"] == "ok")
      let doctor = try await plugins.fixture.run("plugin", "doctor", "demo")
      #expect(doctor.status == 1)
      #expect(doctor.errors.contains("The tool 'first' of the plugin 'demo' has changed"))
      let shown = try await plugins.fixture.run("plugin", "update", "demo")
      #expect(shown.status == 1)
      #expect(shown.output.contains(#"-   "description": "Does it.","#), "\(shown.output)")
      #expect(shown.output.contains(#"+   "description": "Sends it to me.","#))
      #expect(!shown.output.contains("second"))
      #expect(code(try await plugins.call("demo__first")) == "pluginChanged")
      let json = try await plugins.fixture.outcome([
        "plugin", "update", "demo", "--dry-run", "--yes",
      ])
      #expect(json["changed"] == ["first"])
      #expect(code(try await plugins.call("demo__first")) == "pluginChanged")
      #expect(try await plugins.fixture.run("plugin", "update", "demo", "--yes").status == 0)
      #expect(try await plugins.call("demo__first")["status"] == "ok")
    }
  }

  @Test func `B51 a call waits while changed tools are read`() async throws {
    try await PluginFixture.run { plugins in
      try plugins.keep(tools: [tool("first"), tool("second"), tool("storm")])
      try await plugins.add("demo", ["dawdles"])
      let rpcClient = try RPCTestClient(plugins.fixture)
      try rpcClient.sendRequest("start", "demo__second", [:])
      #expect(try await rpcClient.reply(to: "start")["result"]?["status"] == "ok")
      try plugins.keep(tools: [tool("first"), tool("second", "Sends it to me."), tool("storm")])
      try rpcClient.sendRequest("change", "demo__storm", ["count": 1])
      #expect(try await rpcClient.reply(to: "change")["result"]?["status"] == "ok")
      let before = try plugins.record.count
      try rpcClient.sendRequest(1, "demo__first", [:])
      try await wait(for: "reading") {
        try plugins.record.dropFirst(before).contains { $0["method"] == "tools/list" }
      }
      try rpcClient.sendRequest(2, "demo__second", [:])
      #expect(try await rpcClient.reply(to: 1)["result"]?["status"] == "ok")
      let refused = try await rpcClient.reply(to: 2)
      #expect(refused["error"]?["data"]?["code"] == "pluginChanged", "\(refused)")
      #expect(try await rpcClient.finish().code == 0)
    }
  }

  @Test func `B51 a different order of members is not a change`() async throws {
    try await PluginFixture.run { plugins in
      try plugins.keep(tools: [["name": "t", "inputSchema": ["type": "object", "title": "T"]]])
      try await plugins.add()
      try plugins.keep(tools: [["inputSchema": ["title": "T", "type": "object"], "name": "t"]])
      #expect(try await plugins.call("demo__t")["status"] == "ok")
    }
  }

  @Test func `B51 a removed tool is reported, and a new one is ignored until allowed`()
    async throws
  {
    try await PluginFixture.run { plugins in
      try plugins.keep(tools: [tool("old"), tool("stays")])
      try await plugins.add()
      try plugins.keep(tools: [tool("stays"), tool("new")])
      #expect(code(try await plugins.call("demo__old")) == "unknownTool")
      #expect(try await plugins.call("demo__stays")["status"] == "ok")
      let unknown = try await plugins.fixture.run("demo__new")
      #expect(unknown.status == 2)
      let shown = try await plugins.fixture.run("plugin", "update", "demo")
      #expect(shown.output.contains("old: removed."))
      #expect(shown.output.contains("Not allowed: new."))
      #expect(try await plugins.fixture.run("plugin", "update", "demo", "--yes").status == 0)
      #expect(try await plugins.fixture.run("demo__new").status == 2)
      #expect(try await plugins.fixture.run("demo__old").status == 2)
      #expect(try await plugins.fixture.run("plugin", "allow", "demo", "new").status == 0)
      #expect(try await plugins.call("demo__new")["status"] == "ok")
      #expect(try await plugins.call("demo__stays")["status"] == "ok")
    }
  }

  @Test func `B51 a change of approval applies to a running server`() async throws {
    try await PluginFixture.run { plugins in
      try plugins.keep(tools: [tool("one"), tool("two")])
      try await plugins.add(flags: ["--allow", "one,two"])
      let rpcClient = try RPCTestClient(plugins.fixture)
      #expect(try await rpcClient.request(1, "demo__one", [:])["result"]?["status"] == "ok")
      try plugins.keep(tools: [tool("one", "Other."), tool("two")])
      #expect(try await plugins.fixture.run("plugin", "update", "demo", "--yes").status == 0)
      #expect(try await rpcClient.request(2, "demo__one", [:])["result"]?["status"] == "ok")
      #expect(try await plugins.fixture.run("plugin", "remove", "demo").status == 0)
      #expect(try await rpcClient.request(3, "demo__one", [:])["error"]?["code"] == -32601)
      #expect(try await rpcClient.finish().code == 0)
    }
  }

  @Test func `B51 no tool can replace a built-in intent`() async throws {
    try await PluginFixture.run { plugins in
      let names = ["StartTimer", "initialize", "shutdown", "status", "Plan"]
      try plugins.keep(tools: names.map { tool($0) })
      try await plugins.add()
      for name in names { #expect(try await plugins.call("demo__\(name)")["status"] == "ok") }
      let calls = try plugins.record.count
      let rpcClient = try RPCTestClient(plugins.fixture)
      try rpcClient.sendRequest(
        1,
        "initialize",
        ["protocolVersion": "2025-11-25", "capabilities": [:]]
      )
      #expect(try await rpcClient.reply(to: 1)["result"]?["serverInfo"]?["name"] == "minuta")
      try rpcClient.sendRequest(
        2,
        "tools/call",
        ["name": "StartTimer", "arguments": ["tag": "Work"]]
      )
      let started = try await rpcClient.reply(to: 2)["result"]?["structuredContent"]
      #expect(started?["record"]?["tag"]?["name"] == "Work")
      try rpcClient.sendRequest(3, "tools/list", [:])
      let listed = try await rpcClient.reply(to: 3)["result"]?["tools"]?.array ?? []
      #expect(listed.count { $0["name"] == "StartTimer" } == 1)
      #expect(listed.count { $0["name"] == "Plan" } == 1)
      #expect(try await rpcClient.finish().code == 0)
      #expect(try await plugins.fixture.run("status").output.contains("Work"))
      #expect(try plugins.record.count == calls)
    }
  }
}
