import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// The plugins of `Examples` and a server that others wrote, added and called as the manual says.
@Suite(.serialized, .timeLimit(.minutes(10))) struct JoinedPluginTests {
  private let bench: MinutaBench

  init() throws {
    bench = try MinutaBench()
  }

  private static let hasStrace = Programs.installed("strace") != nil

  /// The program of a server that was installed beside the Python of the tests.
  private static let timeServer = ProcessInfo.processInfo.environment["MINUTA_PYTHON"].map {
    URL(filePath: $0).deletingLastPathComponent().path + "/mcp-server-time"
  }

  private static var hasTimeServer: Bool {
    FileManager.default.isExecutableFile(atPath: timeServer ?? "")
  }

  private func add(_ name: String, _ words: [String]) async throws {
    let flags = ["--allow-all", "--resources", "--json", "--"]
    let result = try await bench.run(["plugin", "add", name] + flags + words)
    try #require(result.status == 0, "\(result.errors)\(result.output)")
  }

  private func addMessages(_ sender: String = "Ann") async throws {
    try await add("messages", [Programs.built("Messages"), "--as", sender])
    #expect(try await bench.run("messages__createChat", "--name", "team").status == 0)
  }

  @Test func `a habit is done, a timer starts and the others are told, by one file`() async throws {
    try await add("habits", [Programs.built("Habits")])
    try await addMessages()
    _ = try await bench.run("habits__CreateHabit", "--name", "Deep work")
    let file = PackageFolder.path + "/Examples/deep-work.json"
    let home = try bench.home.content(below: "Documents")
    let dry = try await bench.run("run", "--dry-run", file)
    #expect(dry.output.split(separator: "\n").count { $0.contains(#""status":"planned""#) } == 3)
    #expect(try bench.home.content(below: "Documents") == home)
    let real = try await bench.run("run", file)
    #expect(
      real.output.hasSuffix("{\"summary\":{\"calls\":3,\"ok\":3,\"failed\":0,\"notRun\":0}}\n")
    )
    let streaks = try await bench.outcome(["habits__Streaks"])
    #expect(streaks["value"]?["streaks"]?.array?.first?["streak"]?["current"] == 1)
    #expect(try await bench.outcome(["status"])["value"]?["running"]?.array?.count == 1)
    let messages = try await bench.outcome(["messages__listMessages", "--chat", "team"])
    #expect(messages["value"]?["messages"]?.array?.first?["sender"] == "Ann")
  }

  @Test func `what would be done is asked of a plugin that is believed`() async throws {
    let words = ["--allow-all", "--trust-hints", "--", Programs.built("Messages")]
    _ = try await bench.run(["plugin", "add", "messages"] + words)
    let plan = try await bench.outcome(["messages__createChat", "--name", "team", "--dry-run"])
    #expect(plan["status"] == "planned")
    #expect(plan["dialog"] == "Made the chat 'team'. Dry run: nothing was written.")
    let chats = try await bench.outcome(["messages__listChats", "--dry-run"])
    #expect(chats["value"]?["chats"] == [])
  }

  @Test(.enabled(if: hasTimeServer, "mcp-server-time is not installed"))
  func `a server that others wrote is called from a file, over JSON-RPC and by a key`()
    async throws
  {
    let server = try #require(Self.timeServer)
    try await add("time", [server, "--local-timezone", "Europe/Zurich"])
    let call = #"{"intent":"time__get_current_time","with":{"timezone":"Asia/Tokyo"}}"#
    let file = try bench.home.write(call, to: "call.json")
    let map = """
      {"minuta": 1, "keys": {"tokyo": {"press": "LOGO+t", "call": \(call)}}}
      """
    _ = try bench.home.write(map, to: ".config/minuta/keymap.json")
    let request = """
      {"jsonrpc":"2.0","id":1,"method":"time__get_current_time","params":{"timezone":"Asia/Tokyo"}}

      """
    let answers = [
      try await bench.outcome(["run", file]), try await bench.outcome(["key", "tokyo"]),
      try JSONValue(parsing: try await bench.run(["rpc"], input: request).output)["result"],
    ]
    for answer in answers {
      #expect(answer?["status"] == "ok", "\(answer ?? .null)")
      #expect(answer?["value"]?["timezone"] == "Asia/Tokyo")
      #expect(answer?["value"]?["datetime"]?.string?.hasSuffix("+09:00") == true)
    }
    let nowhere = try await bench.outcome(["time__get_current_time", "--timezone", "Nowhere"])
    #expect(nowhere["error"]?["code"] == "toolFailed")
    #expect(nowhere["dialog"]?.string?.contains("Nowhere") == true)
    #expect(try await bench.run("plugin", "doctor").status == 0)
  }

  @Test func `a chat is told live through minuta rpc, whoever writes`() async throws {
    try await addMessages()
    let talk = try Talk(bench)
    let uri: JSONValue = "minuta://plugins/messages/messages%3A%2F%2Fchats%2Fteam"
    try talk.ask(1, "minuta/subscribe", ["uri": uri])
    #expect(try await talk.reply(to: 1)["result"]?["value"]?["messages"] == [])
    _ = try await bench.run("messages__sendMessage", "--chat", "team", "--text", "Hello")
    let told = try await talk.first("message") { $0["method"] == "minuta/changed" }
    #expect(told["params"]?["uri"] == uri)
    #expect(told["params"]?["value"]?["messages"]?.array?.first?["text"] == "Hello")
    #expect(try await talk.finish().code == 0)
  }

  @Test(arguments: ["2025-11-25", "2026-07-28"])
  func `who lists the tools is told when a plugin comes and goes`(version: String) async throws {
    let talk = try Talk(bench)
    let meta: JSONObject = [
      "io.modelcontextprotocol/protocolVersion": .string(version),
      "io.modelcontextprotocol/clientCapabilities": [:],
    ]
    let isModern = version > "2026"
    if isModern {
      let wish: JSONValue = ["toolsListChanged": true]
      try talk.ask("l", "subscriptions/listen", ["notifications": wish, "_meta": .object(meta)])
      _ = try await talk.first("acknowledgement") {
        $0["params"]?["notifications"]?["toolsListChanged"] == true
      }
    } else {
      try talk.ask("i", "initialize", ["protocolVersion": .string(version), "capabilities": [:]])
      let reply = try await talk.reply(to: "i")
      #expect(reply["result"]?["capabilities"]?["tools"]?["listChanged"] == true)
      try talk.tell("notifications/initialized", [:])
    }
    try await add("pomodoro", [Programs.built("Pomodoro")])
    try await count(1, talk)
    let list: JSONValue = isModern ? ["_meta": .object(meta)] : [:]
    #expect(try await names(talk, 1, list).contains("pomodoro__Wait"))
    _ = try await bench.run("plugin", "remove", "pomodoro")
    try await count(2, talk)
    #expect(try await !names(talk, 2, list).contains("pomodoro__Wait"))
    _ = try await talk.finish()
  }

  private func count(_ number: Int, _ talk: Talk) async throws {
    try await wait(for: "change \(number)") {
      talk.messages.count { $0["method"] == "notifications/tools/list_changed" } >= number
    }
  }

  private func names(_ talk: Talk, _ id: JSONValue, _ list: JSONValue) async throws -> [String] {
    try talk.ask(id, "tools/list", list)
    let tools = try await talk.reply(to: id)["result"]?["tools"]?.array ?? []
    return tools.compactMap { $0["name"]?.string }
  }

  @Test(.enabled(if: hasStrace, "strace is not installed"))
  func `without a call of a plugin no manifest is looked at`() async throws {
    try await add("pomodoro", [Programs.built("Pomodoro")])
    let strace = try #require(Programs.installed("strace"))
    for words in [["start", "Work"], ["status"], ["stop"], ["summary"]] {
      let result = try await Programs.run(
        strace,
        ["-f", "-e", "trace=%file", Programs.minuta] + words,
        environment: bench.environment
      )
      #expect(result.status == 0)
      #expect(result.errors.contains("openat") && !result.errors.contains("/plugins"))
    }
  }
}
