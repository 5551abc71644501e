import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests servers that write too much, for too long or nothing at all; other plugins must keep
/// working.
@Suite(
  .serialized,
  .requires("python3"),
  .timeLimit(.minutes(10))
) struct PluginFloodTests {
  private func run(
    _ habits: [String],
    flags: [String] = ["--allow-all"],
    call: Int = 20_000,
    _ body: (PluginFixture, RPCTestClient) async throws -> Void
  ) async throws {
    try await PluginFixture.run { plugins in
      try await plugins.add("demo", habits, flags: flags)
      try plugins.limit(call: call)
      try await body(plugins, try RPCTestClient(plugins.fixture))
    }
  }

  @Test func `B50 a resource that never responds blocks no other`() async throws {
    let flags = ["--allow-all", "--resources"]
    try await run(["legacy", "resources", "mute-resources"], flags: flags) { plugins, rpcClient in
      try rpcClient.sendRequest(
        1,
        "minuta/subscribe",
        ["uri": "minuta://plugins/demo/demo%3A%2F%2Fone"]
      )
      #expect(try await rpcClient.reply(to: 1)["result"] != nil)
      try rpcClient.sendRequest(2, "minuta/subscribe", ["uri": "minuta://status"])
      #expect(try await rpcClient.reply(to: 2)["result"] != nil)
      try plugins.fixture.home.write("", to: "record.mute")
      for number in 1...3 {
        _ = try await plugins.fixture.run("start", "Work \(number)")
        _ = try await rpcClient.first("change \(number)") { message in
          message["params"]?["value"]?["running"]?.array?.count == number
        }
      }
      try rpcClient.sendRequest(
        3,
        "minuta/unsubscribe",
        ["uri": "minuta://plugins/demo/demo%3A%2F%2Fone"]
      )
      _ = try await rpcClient.reply(to: 3)
      _ = try await rpcClient.finish()
    }
  }

  @Test func `B50 too many concurrent calls are refused, and the connection stays`()
    async throws
  {
    try await run(["legacy"], call: 3000) { _, rpcClient in
      try rpcClient.send(
        all: (1...300).map { RPCTestClient.message(.number(JSONNumber($0)), "demo__hang", [:]) }
      )
      #expect(try await rpcClient.request("p", "ping", [:])["result"] == [:])
      #expect(try await rpcClient.request("s", "Status", [:])["result"]?["status"] == "ok")
      #expect(try await rpcClient.reply(to: 300)["error"]?["data"]?["code"] == "tooManyOpen")
      #expect(try await rpcClient.reply(to: 1)["error"]?["code"] == 1003)
      let replies = try await rpcClient.finish().messages.filter { $0["id"]?.integer != nil }
      #expect(Set(replies.compactMap { $0["id"]?.integer }) == Set(1...300))
      #expect(replies.count == 300)
    }
  }

  @Test func `a call with endless progress ends at the total timeout`()
    async throws
  {
    try await run(["legacy"]) { plugins, rpcClient in
      _ = try await rpcClient.finish()
      try plugins.edit { manifest in
        let limits = manifest["timeouts"]?.object ?? [:]
        manifest["timeouts"] = .object(limits.merging(["wholeMs": 1500]))
      }
      let outcome = try await plugins.call("demo__creep")
      #expect(outcome["status"] == "timeout")
    }
  }

  @Test(arguments: [["legacy", "echoes"], ["modern", "echoes"]])
  func `changed tools are read once before the next call`(habits: [String])
    async throws
  {
    try await run(habits) { plugins, rpcClient in
      func lists() throws -> Int { try plugins.record.count { $0["method"] == "tools/list" } }
      #expect(try await rpcClient.request(1, "demo__storm", [:])["result"]?["status"] == "ok")
      let before = try lists()
      #expect(try await rpcClient.request(2, "demo__echo", [:])["result"]?["status"] == "ok")
      #expect(try lists() <= before + 1)
      #expect(try await rpcClient.finish().code == 0)
    }
  }

  @Test func `a call's timeout includes the start of its plugin`() async throws {
    try await run(["legacy"]) { plugins, rpcClient in
      try plugins.edit { manifest in
        var server = manifest["mcp"]?.object ?? [:]
        server["args"] = .array((server["args"]?.array ?? []) + ["mute"])
        manifest["mcp"] = .object(server)
      }
      let params: JSONValue = ["intent": "demo__echo", "timeoutMs": 300]
      let error = try await rpcClient.request(1, "minuta/run", params)["error"]
      #expect(error?["code"] == 1003)
      #expect(error?["message"]?.string?.contains("may have changed") == true)
      _ = try await rpcClient.finish()
    }
  }

  @Test func `an answer to another call leaves the question open`() async throws {
    try await run(["legacy"]) { _, rpcClient in
      _ = try await rpcClient.request(0, "initialize", ["capabilities": ["needsInput": true]])
      let field: JSONValue = ["type": "string"]
      let form: JSONValue = [
        "message": "Who?",
        "requestedSchema": ["type": "object", "properties": ["name": field], "required": ["name"]],
      ]
      func call(_ forms: [JSONValue], _ input: JSONValue?) -> JSONValue {
        var params: JSONObject = ["intent": "demo__ask", "with": ["forms": .array(forms)]]
        params["input"] = input
        return .object(params)
      }
      try rpcClient.sendRequest(1, "minuta/run", call([form], nil))
      let state = try await rpcClient.reply(to: 1)["result"]?["inputRequest"]?["state"] ?? .null
      let input: JSONValue = ["state": state, "answers": ["name": "Ann"]]
      try rpcClient.sendRequest(2, "minuta/run", call([form, form], input))
      #expect(try await rpcClient.reply(to: 2)["error"]?["data"]?["code"] == "staleReply")
      try rpcClient.sendRequest(3, "minuta/run", call([form], input))
      #expect(try await rpcClient.reply(to: 3)["result"]?["status"] == "ok")
      _ = try await rpcClient.finish()
    }
  }
}
