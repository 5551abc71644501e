import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests servers that misbehave as real ones do.
@Suite(
  .serialized,
  .requires("python3"),
  .timeLimit(.minutes(10))
) struct PluginTests {
  @Test(arguments: [
    ["legacy"], ["modern"], ["deaf", "legacy"], ["dies-at-discover", "legacy"], ["banner"],
    ["banner", "legacy"], ["mark"], ["mark", "legacy"], ["noise"], ["twice"], ["stranger"],
    ["nulls"], ["garbage"],
    ["stubborn"], ["fork"], ["fork", "stubborn"],
    ["banner", "noise", "twice", "stranger", "nulls", "garbage", "legacy"],
  ])
  func `B49 a server that misbehaves but answers can be called`(habits: [String]) async throws {
    try await PluginFixture.run { plugins in
      try await plugins.add("demo", habits)
      try plugins.limit()
      let outcome = try await plugins.call("demo__echo", ["a": [1, "é"]])
      #expect(outcome["status"] == "ok", "\(outcome)")
      #expect(outcome["value"] == ["tool": "echo", "arguments": ["a": [1, "é"]]])
    }
  }

  @Test(arguments: [
    ["slow"], ["slow", "modern"], ["slow", "legacy"], ["slow", "deaf", "legacy"],
  ])
  func `B49 a server that starts slowly works, even if its version is cached`(
    habits: [String]
  ) async throws {
    try await PluginFixture.run { plugins in
      try await plugins.add("demo", habits)
      try plugins.limit()
      #expect(try await plugins.call("demo__echo")["status"] == "ok")
    }
  }

  typealias PluginFailureCase = (habits: [String], tool: String, code: String, says: String)

  private static let faults: [PluginFailureCase] = [
    (["mute"], "echo", "timeout", "and sent nothing for 300 ms"),
    (
      ["dies-at-start"], "echo", "pluginFailed",
      "it exited with code 3; its last error output was 'Database not found.'"
    ),
    (
      [], "exit", "pluginFailed",
      "it exited with code 7; its last error output was 'Fatal error.'"
    ),
    ([], "hang", "timeout", "and sent nothing for 400 ms"),
    (["legacy"], "hang", "timeout", "and sent nothing for 400 ms"),
    ([], "silence", "pluginFailed", "it closed its output"),
    ([], "flood", "pluginFailed", "it sent a message larger than 16777216 bytes"),
  ]

  /// Changes the command of the added server, so that it misbehaves from now on, and sets its
  /// timeouts.
  private func spoil(
    _ plugins: PluginFixture,
    _ habits: [String],
    tool: String = ""
  ) throws {
    try plugins.edit { manifest in
      let words = (try? plugins.server(habits)) ?? []
      var server = manifest["mcp"]?.object ?? JSONObject()
      server["args"] = .array(words.dropFirst().map { .string($0) })
      manifest["mcp"] = .object(server)
    }
    try plugins.limit(
      start: habits == ["mute"] ? 300 : 10_000,
      call: tool == "hang" ? 400 : 100_000
    )
  }

  @Test(arguments: faults)
  func `B49 B50 a failing server is named and affects only its own intents`(
    fault: PluginFailureCase
  ) async throws {
    try await PluginFixture.run { plugins in
      try await plugins.add("demo")
      try await plugins.add("other")
      try spoil(plugins, fault.habits, tool: fault.tool)
      let rpcClient = try RPCTestClient(plugins.fixture)
      try rpcClient.sendRequest("fails", "demo__\(fault.tool)", [:])
      try rpcClient.sendRequest("works", "other__echo", [:])
      try rpcClient.sendRequest("built in", "StartTimer", ["tag": "Work"])
      for id in ["works", "built in"] as [JSONValue] {
        #expect(try await rpcClient.reply(to: id)["result"]?["status"] == "ok")
      }
      let error = try await rpcClient.reply(to: "fails")["error"]
      #expect(error?["data"]?["code"]?.string == fault.code)
      #expect(error?["data"]?["plugin"] == "demo")
      let message = error?["message"]?.string ?? ""
      #expect(message.contains("'demo'") && message.contains(fault.says), "\(message)")
      #expect(try await rpcClient.finish().code == 0)
    }
  }

  @Test(arguments: faults)
  func `B50 the command line names the plugin that failed`(fault: PluginFailureCase) async throws {
    try await PluginFixture.run { plugins in
      try await plugins.add("demo")
      try spoil(plugins, fault.habits, tool: fault.tool)
      let result = try await plugins.fixture.run("demo__\(fault.tool)")
      #expect(result.status == (fault.code == "timeout" ? 124 : 1))
      #expect(result.output.isEmpty)
      #expect(result.errors.hasPrefix("minuta: The plugin 'demo' failed: "))
      #expect(result.errors.contains(fault.says), "\(result.errors)")
    }
  }

  @Test func `B50 a server that writes no messages is reported`() async throws {
    try await PluginFixture.run { plugins in
      try await plugins.add("demo", ["garbage"])
      try plugins.limit(call: 300)
      let outcome = try await plugins.call("demo__hang")
      let message = outcome["error"]?["message"]?.string ?? ""
      #expect(message.hasSuffix(" lines of its output weren't valid messages."), "\(message)")
    }
  }

  @Test func `B50 no server is started before it is needed`() async throws {
    try await PluginFixture.run { plugins in
      try await plugins.add("demo")
      try spoil(plugins, ["mute"])
      let before = try plugins.record.count
      for words in [["status"], ["intents"], ["plugin", "list"], ["start", "Work"]] {
        #expect(try await plugins.fixture.run(words).status == 0)
      }
      let rpcClient = try RPCTestClient(plugins.fixture)
      try rpcClient.sendRequest(1, "minuta/intents", [:])
      let intents = try await rpcClient.reply(to: 1)["result"]?["intents"]?.array ?? []
      #expect(intents.contains { $0["id"] == "demo__echo" })
      #expect(try await rpcClient.request(2, "Status", [:])["result"]?["status"] == "ok")
      #expect(try await rpcClient.finish().code == 0)
      #expect(try plugins.record.count == before)
    }
  }
}
