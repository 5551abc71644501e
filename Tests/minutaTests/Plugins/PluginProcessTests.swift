import Foundation
import JSONText
import MinutaTestSupport
import SystemCalls
import Testing

/// Tests the environment of a plugin's process, and the requests that it may send.
@Suite(
  .serialized,
  .requires("python3"),
  .timeLimit(.minutes(10))
) struct PluginProcessTests {
  private func place(_ plugins: PluginFixture, _ id: String = "demo__place") async throws
    -> JSONValue
  {
    let outcome = try await plugins.call(id)
    return try #require(outcome["value"], "\(outcome)")
  }

  @Test func `B52 a plugin inherits only the configured variables`() async throws {
    try await PluginFixture.run { plugins in
      try await plugins.add(
        flags: [
          "--allow-all", "--env", "TOKEN=a=b c", "--env", "MINUTA_DEPTH=9", "--env", "LANG=de",
          "--inherit", "SEEN", "--inherit", "ABSENT",
        ]
      )
      let extra = [
        "SEEN": "yes", "SECRET": "no", "LD_LIBRARY_PATH": "/nowhere", "PYTHONPATH": "/x",
      ]
      let result = try await plugins.fixture.run(["demo__place", "--json"], environment: extra)
      let seen = try JSONValue(parsing: result.output)["value"]?["environment"]
      #expect(
        seen?.object?.members.sorted { $0.key < $1.key }.map {
          "\($0.key)=\($0.value.string ?? "")"
        }
          == [
            "HOME=\(plugins.fixture.home.path)", "LANG=de", "MINUTA_DEPTH=1", "PATH=/usr/bin:/bin",
            "SEEN=yes", "TOKEN=a=b c", "TZ=Europe/Zurich",
          ]
      )
    }
  }

  @Test func `B52 a plugin has a private folder, three pipes and default signals`()
    async throws
  {
    try await PluginFixture.run { plugins in
      try await plugins.add()
      let place = try await place(plugins)
      let folder = plugins.fixture.home.path + "/.local/state/minuta/plugins/demo"
      #expect(place["folder"]?.string == folder)
      #expect(try FileStatus.of(folder)?.permissions == 0o700)
      let streams = place["streams"]?.object ?? JSONObject()
      #expect(streams.keys.sorted() == ["0", "1", "2"])
      #expect(streams.members.allSatisfy { $0.value.string?.hasPrefix("pipe:") == true })
      #expect(place["blocked"] == "0000000000000000")
      // Python itself ignores SIGPIPE and SIGXFSZ (0x0100_1000). The mask leaves out signal 32 and
      // above, which the C library uses.
      let ignored = place["ignored"]?.string.flatMap { Int($0, radix: 16) }
      #expect(ignored.map { $0 & 0x7FFF_FFFF } == 0x0100_1000)
      #expect(place["group"] == place["process"])
      #expect(place["session"] == place["process"])
    }
  }

  @Test func `B52 two plugins have no descriptor of each other`() async throws {
    try await PluginFixture.run { plugins in
      for name in ["demo", "other"] { try await plugins.add(name) }
      let rpcClient = try RPCTestClient(plugins.fixture)
      var pipes: Set<String> = []
      for name in ["demo", "other"] {
        try rpcClient.sendRequest(.string(name), "\(name)__place", [:])
        let value = try await rpcClient.reply(to: .string(name))["result"]?["value"]
        let streams = value?["streams"]?.object ?? JSONObject()
        #expect(streams.keys.count == 3)
        pipes.formUnion(streams.members.compactMap(\.value.string))
      }
      #expect(pipes.count == 6)
      #expect(try await rpcClient.finish().code == 0)
    }
  }

  @Test func `B52 minuta as a plugin of itself stops at depth 4`() async throws {
    try await PluginFixture.run { plugins in
      let minuta = plugins.fixture.home.path + "/minuta"
      try FileManager.default.createSymbolicLink(
        atPath: minuta,
        withDestinationPath: TestPrograms.minuta
      )
      let added = try await plugins.fixture.run(
        "plugin",
        "add",
        "self",
        "--allow",
        "Status",
        "--inherit",
        "MINUTA_STORE",
        "--",
        minuta,
        "rpc",
        "--tools",
        "all"
      )
      #expect(added.status == 0, "\(added.errors)")
      var tool = "Status"
      for depth in 1...4 {
        let outcome = try await plugins.call("self__\(tool)")
        #expect(outcome["status"] == "ok", "\(depth): \(outcome)")
        tool = "self__\(tool)"
        let allowed = try await plugins.fixture.run("plugin", "allow", "self", tool)
        #expect(allowed.status == 0, "\(allowed.errors)")
      }
      let outcome = try await plugins.call("self__\(tool)")
      #expect(outcome["status"] == "failed")
      let message = outcome["error"]?["message"]?.string ?? ""
      #expect(message.contains("nested 4 levels deep"), "\(message)")
    }
  }

  @Test(arguments: [("3", "ok"), ("4", "failed"), ("9223372036854775807", "failed"), ("x", "ok")])
  func `B52 the depth is read from the environment`(depth: String, status: String) async throws {
    try await PluginFixture.run { plugins in
      try await plugins.add()
      let result = try await plugins.fixture.run(
        ["demo__echo", "--json"],
        environment: ["MINUTA_DEPTH": depth]
      )
      #expect(try JSONValue(parsing: result.output)["status"]?.string == status)
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP], [["rpc"], ["demo__hang"]])
  func `B52 a terminated process stops its plugins`(signal: Int32, words: [String]) async throws {
    try await PluginFixture.run { plugins in
      try await plugins.add("demo", ["stubborn", "fork"])
      try plugins.limit()
      let before = try plugins.record.count
      let process = try plugins.fixture.start(words)
      if words == ["rpc"] {
        try process.write(Array(#"{"jsonrpc":"2.0","id":1,"method":"demo__hang"}"#.utf8) + [0x0A])
      }
      try await wait(for: "call") {
        try plugins.record.dropFirst(before).contains { $0["method"] == "tools/call" }
      }
      kill(process.id, signal)
      #expect(try await process.finish().status == -signal)
      try await wait(for: "end of the plugin", limit: .seconds(10)) { plugins.processes.isEmpty }
    }
  }

  @Test func `B52 a plugin that is removed while running is stopped at the end`() async throws {
    try await PluginFixture.run { plugins in
      try await plugins.add("demo", ["stubborn"])
      try plugins.limit()
      let rpcClient = try RPCTestClient(plugins.fixture)
      #expect(try await rpcClient.request(1, "demo__echo", [:])["result"]?["status"] == "ok")
      let running = plugins.processes(of: "stubborn")
      #expect(running.count == 1)
      #expect(try await plugins.fixture.run("plugin", "remove", "demo").status == 0)
      #expect(try await rpcClient.request(2, "demo__echo", [:])["error"] != nil)
      #expect(try await rpcClient.finish().code == 0)
      #expect(plugins.processes(of: "stubborn") == [])
    }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `B52 a batch that is terminated twice stops its plugins`(signal: Int32) async throws {
    try await PluginFixture.run { plugins in
      try await plugins.add("demo", ["stubborn"])
      try plugins.limit()
      let file = try plugins.fixture.home.write(#"[{"intent": "demo__hang"}]"#, to: "calls.json")
      let process = try plugins.fixture.start(["run", file])
      try await wait(for: "call") {
        try plugins.record.contains { $0["method"] == "tools/call" }
      }
      kill(process.id, signal)
      // The system may merge two signals in quick succession into one, so wait until the first is
      // handled.
      try await wait(for: "note of the first") {
        try ProcessSnapshot(at: process.id).isPending(signal) == false
      }
      kill(process.id, signal)
      #expect(try await process.finish().status == -signal)
    }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `B52 an inspected server ends with the inspecting process`(signal: Int32) async throws {
    try await PluginFixture.run { plugins in
      let words = try plugins.server(["mute", "stubborn"])
      let process = try ChildProcess(
        TestPrograms.minuta,
        ["plugin", "add", "demo", "--allow-all", "--"] + words,
        environment: plugins.fixture.environment
      )
      try await wait(for: "greeting") { (try? plugins.record)?.isEmpty == false }
      kill(process.id, signal)
      #expect(try await process.finish().status == -signal)
      try await wait(for: "end of the plugin", limit: .seconds(10)) { plugins.processes.isEmpty }
    }
  }

  @Test func `B54 questions are supported only if the client can answer`() async throws {
    try await PluginFixture.run { plugins in
      try await plugins.add("demo", ["legacy"])
      _ = try await plugins.call("demo__echo")
      let greetings = { try plugins.record.filter { $0["method"] == "initialize" } }
      #expect(try greetings().allSatisfy { $0["params"]?["capabilities"] == [:] })
      let rpcClient = try RPCTestClient(plugins.fixture)
      try rpcClient.sendRequest(
        1,
        "demo__ask",
        ["forms": [["message": "?", "requestedSchema": [:]]]]
      )
      let value = try await rpcClient.reply(to: 1)["result"]?["value"]
      #expect(value?["said"] == [["action": "decline"]])
      #expect(try greetings().last?["params"]?["capabilities"]?["elicitation"] != nil)
      #expect(try await rpcClient.finish().code == 0)
    }
  }
}
