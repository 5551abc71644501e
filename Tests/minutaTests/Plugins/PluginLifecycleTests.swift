import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests long-running servers: progress, cancellation, exits and restarts.
@Suite(
  .serialized,
  .requires("python3"),
  .timeLimit(.minutes(10))
) struct PluginLifecycleTests {
  private static let steps: JSONValue = [
    ["progress": 1, "total": 4, "message": "a"], ["progress": 1, "total": 4],
    ["progress": 2, "total": 4, "message": "b"], ["progress": 1, "total": 4],
    ["progress": 20_001, "total": 40_000], ["progress": 3, "total": 4],
    ["progress": 9, "total": 4],
    ["progress": "x"], ["progress": -1, "total": 0],
  ]

  private func run(
    _ habits: [String] = [],
    _ body: (PluginFixture, RPCTestClient) async throws -> Void
  ) async throws {
    try await PluginFixture.run { plugins in
      try await plugins.add("demo", habits)
      try plugins.limit()
      let rpcClient = try RPCTestClient(plugins.fixture)
      try await body(plugins, rpcClient)
      #expect(try await rpcClient.finish().code == 0)
    }
  }

  @Test(arguments: ["legacy", "modern"])
  func `progress is forwarded to an MCP client and always increases`(era: String) async throws {
    try await run([era]) { _, rpcClient in
      let call: JSONObject = ["name": "demo__progress", "arguments": ["steps": Self.steps]]
      let meta = (PluginFixture.meta.object ?? [:]).merging(["progressToken": "t"])
      try rpcClient.sendRequest(1, "tools/call", .object(call.merging(["_meta": .object(meta)])))
      #expect(try await rpcClient.reply(to: 1)["result"]?["structuredContent"] == ["stepCount": 9])
      let notifications = rpcClient.messages.filter { $0["method"] == "notifications/progress" }
        .compactMap { $0["params"] }
      #expect(notifications.allSatisfy { $0["progressToken"] == "t" && $0["total"] == 1 })
      let parts = notifications.compactMap { $0["progress"]?.text() }
      #expect(parts == ["0", "0.25", "0.5", "0.75", "1"])
      let messages = notifications.dropFirst().compactMap { $0["message"]?.string }
      #expect(messages == ["a", "b"])
    }
  }

  @Test func `progress is forwarded to an editor`() async throws {
    try await run { _, rpcClient in
      let params: JSONObject = ["steps": Self.steps, "workDoneToken": 7]
      _ = try await rpcClient.request(1, "demo__progress", .object(params))
      let notifications = rpcClient.messages.filter { $0["method"] == "$/progress" }.compactMap {
        $0["params"]?["value"]
      }
      let kinds = notifications.compactMap { $0["kind"]?.string }
      #expect(kinds == ["begin", "report", "report", "report", "end"])
      let percentages = notifications.compactMap { $0["percentage"]?.integer }
      #expect(percentages == [25, 50, 75])
    }
  }

  @Test func `progress without a total is forwarded as well`() async throws {
    try await run { _, rpcClient in
      let steps: JSONValue = [
        ["progress": 1, "message": "a"], ["progress": 3, "message": "b"], ["progress": 100_000],
      ]
      _ = try await rpcClient.request(1, "demo__progress", ["steps": steps, "workDoneToken": 7])
      let texts = rpcClient.messages.compactMap { $0["params"]?["value"]?["message"]?.string }
      #expect(texts == ["a", "b"])
    }
  }

  @Test func `progress extends the timeout`() async throws {
    try await run { plugins, rpcClient in
      try plugins.limit(call: 1000)
      let steps = JSONValue.array(Array(repeating: ["progress": 1], count: 3))
      try rpcClient.sendRequest(1, "demo__progress", ["steps": steps, "hangs": true])
      #expect(try await rpcClient.reply(to: 1)["error"]?["data"]?["code"] == "timeout")
      try await wait(for: "cancellation") {
        try plugins.record.contains { $0["method"] == "notifications/cancelled" }
      }
    }
  }

  @Test(arguments: ["legacy", "modern"], [true, false])
  func `cancellation is forwarded by the rules of each protocol`(
    era: String,
    isEditor: Bool
  ) async throws {
    try await run([era]) { plugins, rpcClient in
      let call: JSONValue = ["name": "demo__hang", "_meta": PluginFixture.meta]
      try isEditor
        ? rpcClient.sendRequest(1, "demo__hang", [:]) : rpcClient.sendRequest(1, "tools/call", call)
      func sent(_ method: String) throws -> JSONValue? {
        try plugins.record.last { $0["method"]?.string == method }
      }
      try await wait(for: "call") { try sent("tools/call") != nil }
      try isEditor
        ? rpcClient.sendNotification("$/cancelRequest", ["id": 1])
        : rpcClient.sendNotification("notifications/cancelled", ["requestId": 1])
      try await wait(for: "cancellation") { try sent("notifications/cancelled") != nil }
      let cancelled = try sent("notifications/cancelled")?["params"]?["requestId"]
      #expect(try cancelled == sent("tools/call")?["id"])
      if isEditor { #expect(try await rpcClient.reply(to: 1)["error"]?["code"] == -32800) }
      #expect(try await rpcClient.request(2, "demo__echo", [:])["result"]?["status"] == "ok")
      #expect(isEditor || !rpcClient.messages.contains { $0["id"] == 1 })
    }
  }

  @Test func `a call that is cancelled during the server's start is not sent`() async throws {
    try await run(["slow"]) { plugins, rpcClient in
      let before = try plugins.record.count
      try rpcClient.sendRequest(1, "demo__exit", [:])
      try await wait(for: "start") { !plugins.processes.isEmpty }
      try rpcClient.sendNotification("$/cancelRequest", ["id": 1])
      #expect(try await rpcClient.reply(to: 1)["error"]?["code"] == -32800)
      #expect(try await rpcClient.request(2, "demo__echo", [:])["result"]?["status"] == "ok")
      let calls = try plugins.record.dropFirst(before).filter { $0["method"] == "tools/call" }
      #expect(calls.map { $0["params"]?["name"] } == ["echo"])
    }
  }

  @Test func `a crashed server is restarted with backoff`()
    async throws
  {
    try await run { _, rpcClient in
      var number = 0
      func call(_ method: String) async throws -> JSONValue {
        number += 1
        let id = JSONValue.number(JSONNumber(number))
        return try await rpcClient.request(id, method, [:])
      }
      // The first restart delays are so short that they may have passed before the next call.
      var ended = 0
      var error = try await call("demo__exit")["error"]
      while error?["data"]?["code"] == "pluginFailed", ended < 10 {
        ended += 1
        error = try await call("demo__exit")["error"]
      }
      #expect(ended >= 2)
      #expect(error?["code"] == 1002)
      let message = error?["message"]?.string ?? ""
      #expect(
        message.hasPrefix("The plugin 'demo' keeps failing: it exited with code 7"),
        "\(message)"
      )
      #expect(try await call("Status")["result"]?["status"] == "ok")
      try await wait(for: "end of the rest") {
        try await call("demo__echo")["result"]?["status"] == "ok"
      }
    }
  }

  @Test func `a server that doesn't read gets only the responses that fit`() async throws {
    try await run { plugins, rpcClient in
      try plugins.limit(call: 100_000)
      let reply = try await rpcClient.request(1, "demo__pester", [:])
      #expect(reply["result"]?["value"] == ["sent": 50_000], "\(reply)")
      let next = try await rpcClient.request(2, "demo__echo", [:])
      #expect(next["result"]?["status"] == "ok", "\(next)")
    }
  }

  @Test func `a fixed manifest ends the backoff`() async throws {
    try await run { plugins, rpcClient in
      for id in [1, 2] as [JSONValue] {
        _ = try await rpcClient.request(id, "demo__exit", [:])
      }
      try plugins.limit(call: 9000)
      #expect(try await rpcClient.request(3, "demo__echo", [:])["result"]?["status"] == "ok")
    }
  }

  @Test func `a hundred starts leak no descriptor, thread or process`() async throws {
    try await PluginFixture.run { plugins in
      try await plugins.add("p0")
      let manifest = try plugins.manifest("p0")
      for number in 1..<51 { try plugins.write(manifest, as: "p\(number)") }
      let rpcClient = try RPCTestClient(plugins.fixture)
      func end(_ number: Int, _ round: Int) async throws {
        let id = JSONValue.string("\(number) \(round)")
        try rpcClient.sendRequest(id, "p\(number)__exit", [:])
        #expect(try await rpcClient.reply(to: id)["error"]?["data"]?["code"] == "pluginFailed")
      }
      func use(_ folder: String) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(rpcClient.id)/\(folder)").count
      }
      for round in 0..<2 { try await end(0, round) }
      let (files, threads) = (try use("fd"), try use("task"))
      for number in 1..<51 { for round in 0..<2 { try await end(number, round) } }
      try await wait(for: "\(files) descriptors", limit: .seconds(10)) { try use("fd") <= files }
      try await wait(for: "\(threads) threads", limit: .seconds(10)) {
        try use("task") <= threads + 2
      }
      #expect(plugins.processes.isEmpty)
      #expect(try await rpcClient.finish().code == 0)
    }
  }
}
