import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests the plugins in `Examples` and a third-party server, added and called as in the manual.
@Suite(.serialized, .timeLimit(.minutes(10))) struct PluginIntegrationTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  /// The path of the third-party server `mcp-server-time`, installed next to the tests' Python.
  private static let timeServer = TestPrograms.python.map {
    URL(filePath: $0).deletingLastPathComponent().path + "/mcp-server-time"
  }

  private func add(_ name: String, _ words: [String]) async throws {
    let flags = ["--allow-all", "--resources", "--json", "--"]
    let result = try await fixture.run(["plugin", "add", name] + flags + words)
    try #require(result.status == 0, "\(result.errors)\(result.output)")
  }

  private func addMessages(_ sender: String = "Ann") async throws {
    try await add("messages", [TestPrograms.built("Messages"), "--as", sender])
    #expect(try await fixture.run("messages__createChat", "--name", "team").status == 0)
  }

  @Test func `one file completes a habit, starts a timer and notifies others`() async throws {
    try await add("habits", [TestPrograms.built("Habits")])
    try await addMessages()
    _ = try await fixture.run("habits__CreateHabit", "--name", "Deep work")
    let file = PackageDirectory.path + "/Examples/deep-work.json"
    let home = try fixture.home.content(below: "Documents")
    let dry = try await fixture.run("run", "--dry-run", file)
    #expect(dry.output.split(separator: "\n").count { $0.contains(#""status":"planned""#) } == 3)
    #expect(try fixture.home.content(below: "Documents") == home)
    let real = try await fixture.run("run", file)
    #expect(
      real.output.hasSuffix("{\"summary\":{\"calls\":3,\"ok\":3,\"failed\":0,\"notRun\":0}}\n")
    )
    let streaks = try await fixture.outcome(["habits__Streaks"])
    #expect(streaks["value"]?["streaks"]?.array?.first?["streak"]?["current"] == 1)
    #expect(try await fixture.outcome(["status"])["value"]?["running"]?.array?.count == 1)
    let messages = try await fixture.outcome(["messages__listMessages", "--chat", "team"])
    #expect(messages["value"]?["messages"]?.array?.first?["sender"] == "Ann")
  }

  @Test func `a trusted plugin is asked for its dry run`() async throws {
    let words = ["--allow-all", "--trust-hints", "--", TestPrograms.built("Messages")]
    _ = try await fixture.run(["plugin", "add", "messages"] + words)
    let plan = try await fixture.outcome(["messages__createChat", "--name", "team", "--dry-run"])
    #expect(plan["status"] == "planned")
    #expect(plan["dialog"] == "Created chat 'team'. Dry run: nothing was written.")
    let chats = try await fixture.outcome(["messages__listChats", "--dry-run"])
    #expect(chats["value"]?["chats"] == [])
  }

  @Test(.requires(pythonModule: "mcp_server_time"))
  func `a third-party server is called from a file, over JSON-RPC and by a key`()
    async throws
  {
    let server = try #require(Self.timeServer)
    try await add("time", [server, "--local-timezone", "Europe/Zurich"])
    let call = #"{"intent":"time__get_current_time","with":{"timezone":"Asia/Tokyo"}}"#
    let file = try fixture.home.write(call, to: "call.json")
    let map = """
      {"minuta": 1, "keys": {"tokyo": {"press": "LOGO+t", "call": \(call)}}}
      """
    _ = try fixture.home.write(map, to: ".config/minuta/keymap.json")
    let request = """
      {"jsonrpc":"2.0","id":1,"method":"time__get_current_time","params":{"timezone":"Asia/Tokyo"}}

      """
    let answers = [
      try await fixture.outcome(["run", file]), try await fixture.outcome(["key", "tokyo"]),
      try JSONValue(parsing: try await fixture.run(["rpc"], input: request).output)["result"],
    ]
    for answer in answers {
      #expect(answer?["status"] == "ok", "\(answer ?? .null)")
      #expect(answer?["value"]?["timezone"] == "Asia/Tokyo")
      #expect(answer?["value"]?["datetime"]?.string?.hasSuffix("+09:00") == true)
    }
    let nowhere = try await fixture.outcome(["time__get_current_time", "--timezone", "Nowhere"])
    #expect(nowhere["error"]?["code"] == "toolFailed")
    #expect(nowhere["dialog"]?.string?.contains("Nowhere") == true)
    #expect(try await fixture.run("plugin", "doctor").status == 0)
  }

  @Test func `chat messages of any process arrive through minuta rpc`() async throws {
    try await addMessages()
    let rpcClient = try RPCTestClient(fixture)
    let uri: JSONValue = "minuta://plugins/messages/messages%3A%2F%2Fchats%2Fteam"
    try rpcClient.sendRequest(1, "minuta/subscribe", ["uri": uri])
    #expect(try await rpcClient.reply(to: 1)["result"]?["value"]?["messages"] == [])
    _ = try await fixture.run("messages__sendMessage", "--chat", "team", "--text", "Hello")
    let notification = try await rpcClient.first("message") { $0["method"] == "minuta/changed" }
    #expect(notification["params"]?["uri"] == uri)
    #expect(notification["params"]?["value"]?["messages"]?.array?.first?["text"] == "Hello")
    #expect(try await rpcClient.finish().code == 0)
  }

  @Test(arguments: ["2025-11-25", "2026-07-28"])
  func `a client is notified when a plugin is added or removed`(version: String) async throws {
    let rpcClient = try RPCTestClient(fixture)
    let meta: JSONObject = [
      "io.modelcontextprotocol/protocolVersion": .string(version),
      "io.modelcontextprotocol/clientCapabilities": [:],
    ]
    let isModern = version > "2026"
    if isModern {
      let wish: JSONValue = ["toolsListChanged": true]
      try rpcClient.sendRequest(
        "l",
        "subscriptions/listen",
        ["notifications": wish, "_meta": .object(meta)]
      )
      _ = try await rpcClient.first("acknowledgement") {
        $0["params"]?["notifications"]?["toolsListChanged"] == true
      }
    } else {
      try rpcClient.sendRequest(
        "i",
        "initialize",
        ["protocolVersion": .string(version), "capabilities": [:]]
      )
      let reply = try await rpcClient.reply(to: "i")
      #expect(reply["result"]?["capabilities"]?["tools"]?["listChanged"] == true)
      try rpcClient.sendNotification("notifications/initialized", [:])
    }
    try await add("pomodoro", [TestPrograms.built("Pomodoro")])
    try await count(1, rpcClient)
    let list: JSONValue = isModern ? ["_meta": .object(meta)] : [:]
    #expect(try await names(rpcClient, 1, list).contains("pomodoro__Wait"))
    _ = try await fixture.run("plugin", "remove", "pomodoro")
    try await count(2, rpcClient)
    #expect(try await !names(rpcClient, 2, list).contains("pomodoro__Wait"))
    _ = try await rpcClient.finish()
  }

  private func count(_ number: Int, _ rpcClient: RPCTestClient) async throws {
    try await wait(for: "change \(number)") {
      rpcClient.messages.count { $0["method"] == "notifications/tools/list_changed" } >= number
    }
  }

  private func names(_ rpcClient: RPCTestClient, _ id: JSONValue, _ list: JSONValue) async throws
    -> [String]
  {
    let tools = try await rpcClient.request(id, "tools/list", list)["result"]?["tools"]?.array ?? []
    return tools.compactMap { $0["name"]?.string }
  }

  @Test(.requires("strace"))
  func `manifests are only read for plugin calls`() async throws {
    try await add("pomodoro", [TestPrograms.built("Pomodoro")])
    let strace = try #require(TestPrograms.installed("strace"))
    for words in [["start", "Work"], ["status"], ["stop"], ["summary"]] {
      let result = try await TestPrograms.run(
        strace,
        ["-f", "-e", "trace=%file", TestPrograms.minuta] + words,
        environment: fixture.environment
      )
      #expect(result.status == 0)
      #expect(result.errors.contains("openat") && !result.errors.contains("/plugins"))
    }
  }
}
