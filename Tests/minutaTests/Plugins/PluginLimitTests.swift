import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests servers that list too many tools, and slow servers that report progress.
@Suite(.timeLimit(.minutes(10)), .requires("python3"))
struct PluginLimitTests {
  /// The Python code of a server with arguments `COUNT PAGE SIZE PAUSE`.
  ///
  /// It lists `COUNT` tools, `PAGE` at a time, each with a description of `SIZE` letters, and waits
  /// `PAUSE` seconds before each page. A called tool logs five times, a fifth of a second apart,
  /// before it responds.
  private static let server = """
    import json, sys, time
    count, page, size, pause = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
    def send(message):
        print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)
    for line in sys.stdin:
        message = json.loads(line)
        if "id" not in message:
            continue
        method, parameters = message["method"], message["params"]
        if method == "initialize":
            result = {"protocolVersion": parameters["protocolVersion"], "capabilities": {"tools": {}},
                      "serverInfo": {"name": "many", "version": "1"}}
        elif method == "tools/list":
            time.sleep(pause)
            first = int(parameters.get("cursor", "0"))
            last = min(count, first + page)
            result = {"tools": [{"name": f"tool_{n}", "description": "d" * size,
                                 "inputSchema": {"type": "object"}} for n in range(first, last)]}
            if last < count:
                result["nextCursor"] = str(last)
        elif method == "tools/call":
            for _ in range(5):
                time.sleep(0.2)
                send({"method": "notifications/message", "params": {"level": "info", "data": "busy"}})
            result = {"content": [{"type": "text", "text": "done"}]}
        else:
            send({"id": message["id"], "error": {"code": -32601, "message": "no"}})
            continue
        send({"id": message["id"], "result": result})
    """

  private func words(_ plugins: PluginFixture, _ arguments: String) throws -> [String] {
    let script = try plugins.fixture.home.write(Self.server, to: "server.py")
    let python = try #require(PluginFixture.python)
    return [python, "-IS", script] + arguments.split(separator: " ").map { String($0) }
  }

  private func add(_ plugins: PluginFixture, _ arguments: String) async throws
    -> ChildProcess.Result
  {
    try await plugins.fixture.run(
      ["plugin", "add", "many", "--allow-all", "--"] + words(plugins, arguments)
    )
  }

  private static func manifest(_ plugins: PluginFixture) -> String {
    plugins.fixture.home.path + "/.config/minuta/plugins/many.json"
  }

  @Test(arguments: ["100000 100000 10 0", "100000 40 10 0", "1001 1001 10 0"])
  func `a server with too many tools is refused early`(
    arguments: String
  ) async throws {
    try await PluginFixture.run { plugins in
      let start = ContinuousClock.now
      let added = try await add(plugins, arguments)
      #expect(added.status == 1)
      let reason = "it has more than 1000 tools, the maximum for a plugin"
      #expect(added.errors == "minuta: The plugin 'many' failed: \(reason).\n")
      #expect(!FileManager.default.fileExists(atPath: Self.manifest(plugins)))
      #expect(start.duration(to: .now) < .seconds(40))
    }
  }

  @Test func `a plugin may have a thousand tools`() async throws {
    try await PluginFixture.run { plugins in
      let added = try await add(plugins, "1000 100 10 0")
      #expect(added.status == 0, "\(added.errors)")
      #expect(try await plugins.fixture.run("plugin", "show", "many").status == 0)
    }
  }

  @Test func `a manifest that is too large to read is not written`() async throws {
    try await PluginFixture.run { plugins in
      let added = try await add(plugins, "1000 50 20000 0")
      #expect(added.status == 1)
      #expect(
        added.errors == """
          minuta: The manifest of the plugin 'many' would be larger than the maximum of 16 MiB. \
          Allow fewer tools with '--allow'.

          """
      )
      #expect(!FileManager.default.fileExists(atPath: Self.manifest(plugins)))
    }
  }

  @Test func `log messages extend the timeout`() async throws {
    try await PluginFixture.run { plugins in
      #expect(try await add(plugins, "1 1 10 0").status == 0)
      try plugins.limit("many", call: 700)
      #expect(try await plugins.call("many__tool_0")["status"] == "ok")
    }
  }

  @Test func `a slow server is not reported as silent`() async throws {
    try await PluginFixture.run { plugins in
      #expect(try await add(plugins, "1 1 10 0").status == 0)
      try plugins.edit("many") { manifest in
        manifest["timeouts"] = ["callMs": 20_000, "wholeMs": 500, "stopMs": 200]
      }
      let late = try await plugins.call("many__tool_0")
      #expect(late["status"] == "timeout")
      let message = late["error"]?["message"]?.string ?? ""
      #expect(message.contains("it didn't finish 'tools/call' within 500 ms"), "\(message)")
      let words = try words(plugins, "1000 1 10 0.2").dropFirst().map { JSONValue.string($0) }
      try plugins.edit("many") { manifest in
        var server = manifest["mcp"]?.object ?? JSONObject()
        server["args"] = .array(words)
        manifest["mcp"] = .object(server)
        manifest["timeouts"] = ["startMs": 3000, "stopMs": 200]
      }
      let listing = try await plugins.call("many__tool_0")
      let text = listing["error"]?["message"]?.string ?? ""
      #expect(text.contains("it didn't finish 'tools/list' within 3000 ms"), "\(text)")
    }
  }
}
