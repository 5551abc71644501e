import JSONText
import MinutaTestSupport
import Testing

/// Tests the MCP tools that `minuta rpc` offers with each flag, and batches that an assistant sends
/// in one call.
@Suite(.timeLimit(.minutes(10))) struct ToolsFlagTests {
  private let fixture: MinutaFixture

  init() throws { fixture = try MinutaFixture() }

  /// Starts `minuta rpc`, performs a handshake, sends the requests in order, and returns the
  /// replies.
  private func replies(
    _ requests: [(method: String, params: JSONValue)],
    _ flags: String...
  ) async throws -> [JSONValue] {
    let greeting: JSONValue = ["protocolVersion": "2025-11-25", "capabilities": [:]]
    var messages = [RPCTestClient.message(0, "initialize", greeting)]
    for (id, request) in requests.enumerated() {
      messages.append(
        RPCTestClient.message(.number(JSONNumber(id + 1)), request.method, request.params)
      )
    }
    let result = try await fixture.run(
      ["rpc"] + flags,
      input: messages.map { $0.text() + "\n" }.joined()
    )
    let replies = try result.output.split(separator: "\n").map {
      try JSONValue(parsing: String($0))
    }
    return Array(try #require(replies.isEmpty ? nil : replies, "\(result.errors)").dropFirst())
  }

  private func call(_ tool: String, _ arguments: JSONValue = [:]) -> (String, JSONValue) {
    ("tools/call", ["name": .string(tool), "arguments": arguments])
  }

  private func names(_ flags: String...) async throws -> [String] {
    let words = flags.isEmpty ? [] : ["--tools"] + flags
    let rpcClient = try RPCTestClient(fixture, words)
    try rpcClient.sendRequest(1, "tools/list", ["_meta": PluginFixture.meta])
    let tools = try await rpcClient.reply(to: 1)["result"]?["tools"]?.array ?? []
    _ = try await rpcClient.finish()
    return tools.compactMap { $0["name"]?.string }
  }

  private static let log: JSONValue = [
    "intent": "LogTime", "with": ["tag": "Work", "duration": "10m"],
  ]
  private static let wrong: JSONValue = ["intent": "StopTimer", "with": ["tag": "Nobody"]]
  private static let core = [
    "DeleteRecord", "ListRecords", "LogTime", "StartTimer", "Status", "StopTimer", "Summarize",
    "SwitchTimer", "Undo", "UpdateRecord", "Plan", "RunBatch", "RunWorkflow",
  ]

  @Test func `the core tools take at most 16 kB`() async throws {
    let list = try await replies([("tools/list", [:])])[0]
    let tools = list["result"]?["tools"]?.array ?? []
    #expect(tools.compactMap { $0["name"]?.string } == Self.core)
    #expect(tools.allSatisfy { $0["outputSchema"]?["type"] == "object" })
    #expect(list.bytes().count <= 16_000)
  }

  @Test func `tools are offered by name, with the core or all together`() async throws {
    #expect(try await names("core") == Self.core)
    #expect(try await names("Status,Plan") == ["Status", "Plan"])
    #expect(try await names("core,ListTags") == Self.core[..<2] + ["ListTags"] + Self.core[2...])
    let all = try await names("all")
    #expect(Set(all).isSuperset(of: Self.core + ["BulkUpdate", "History", "Notify"]))
    #expect(!all.contains("WriteFile") && !all.contains("Redo"))
  }

  @Test(arguments: [
    ("Sumarize", "There is no tool 'Sumarize' (did you mean 'Summarize'?). Use 'core'"),
    ("core,WriteFile", "There is no tool 'WriteFile'"), ("", "There is no tool ''"),
    ("cor", "There is no tool 'cor' (did you mean 'core'?)"),
  ]) func `an unknown tool ends the server at its start`(names: String, sentence: String)
    async throws
  {
    let result = try await fixture.run(["rpc", "--tools", names])
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("minuta: \(sentence)"), "\(result.errors)")
    #expect(result.output.isEmpty)
  }

  @Test func `a tool that is not offered is refused, however it is called`() async throws {
    let create: JSONValue = ["intent": "CreateTag", "with": ["tag": "New"]]
    let workflow: JSONValue = [
      "minuta": 1, "id": "sent", "title": "Sent",
      "steps": [["id": "a", "intent": "CreateTag", "with": ["tag": "New"]]],
    ]
    let replies = try await replies([
      call("CreateTag", ["tag": "New"]), call("Plan", create),
      call("RunBatch", ["calls": [Self.log, create]]),
      call("RunWorkflow", ["definition": workflow]),
    ])
    let sentence: JSONValue = .string(
      "The tool 'CreateTag' is not enabled. Start the server with '--tools all' or add the tool to "
        + "'--tools'."
    )
    #expect(replies[0]["error"]?["code"] == -32602)
    #expect(replies[0]["error"]?["data"]?["code"] == "toolNotOffered")
    #expect(replies[0]["error"]?["message"] == sentence)
    for reply in replies[1...] {
      #expect(reply["result"]?["isError"] == true)
      #expect(reply["result"]?["content"]?.array?.first?["text"] == sentence)
    }
    #expect(try fixture.content().isEmpty)
  }

  @Test func `an assistant undoes exactly what it did`() async throws {
    _ = try await fixture.outcome(["log", "Mine", "--duration", "5m"])
    let logged = try await replies([call("LogTime", ["tag": "Work", "duration": "10m"])])[0]
    let value = try #require(logged["result"]?["structuredContent"])
    #expect(value["revision"] == 2)
    _ = try await fixture.outcome(["log", "Mine", "--duration", "6m"])
    let undone = try await replies([
      call("Undo"), call("Undo", ["to": 1]), call("Undo", ["entry": value["revision"] ?? .null]),
    ])
    #expect(
      undone[0]["result"]?["content"]?.array?.first?["text"]
        == "Which call? Set 'entry' to the 'revision' in its result, or set 'run'."
    )
    #expect(undone[1]["result"]?["isError"] == true)
    #expect(undone[2]["result"]?["structuredContent"]?["revision"] == 4)
    let seconds = try await fixture.outcome(["records", "all"])["value"]?["records"]?.array?
      .compactMap {
        $0["durationSeconds"]
      }
    #expect(seconds == [360, 300] || seconds == [300, 360])
  }

  @Test func `a batch sent by a client is dry-run, performed in order and undone`() async throws {
    let calls: JSONValue = [Self.log, Self.log, ["intent": "Status"]]
    let replies = try await replies([
      call("RunBatch", ["calls": calls, "dryRun": true]), call("RunBatch", ["calls": calls]),
      call("RunBatch", ["calls": [Self.log, Self.wrong, Self.log]]),
      call("RunBatch", ["calls": [Self.log, Self.wrong, Self.log], "onError": "continue"]),
      call("RunBatch", ["calls": [Self.log, Self.wrong], "atomic": true]),
      call("RunBatch", ["calls": [Self.log, Self.log], "atomic": true]),
      call("RunBatch", ["calls": []]), call("RunBatch", ["calls": [["intnt": "Status"]]]),
    ])
    let results = replies.map { $0["result"] }
    #expect(results[0]?["structuredContent"]?["run"] == nil)
    #expect(
      results[0]?["structuredContent"]?["results"]?.array?.first?["outcome"]?["status"] == "planned"
    )
    #expect(results[1]?["content"]?.array?.first?["text"] == "3 calls: 3 succeeded.")
    let done = results[1]?["structuredContent"]?["results"]?.array ?? []
    #expect(done.map { $0["outcome"]?["revision"] } == [1, 2, nil])
    #expect(results[2]?["isError"] == true)
    #expect(
      results[2]?["content"]?.array?.first?["text"]?.string?.hasPrefix(
        "3 calls: 1 succeeded, 1 failed, 1 not run. "
      ) == true
    )
    #expect(results[3]?["structuredContent"]?["summary"]?["ok"] == 2)
    #expect(results[4]?["structuredContent"]?["summary"]?["ok"] == 0)
    let together = results[5]?["structuredContent"]?["results"]?.array ?? []
    #expect(together.map { $0["outcome"]?["revision"] } == [6, 6])
    #expect(results[6]?["isError"] == true && results[7]?["isError"] == true)
    #expect(try fixture.records().count == 7)
    for (number, left) in [(1, 5), (5, 3)] {
      let run = try #require(results[number]?["structuredContent"]?["run"])
      let undone = try await self.replies([call("Undo", ["run": run])])[0]
      #expect(undone["result"]?["isError"] == false, "\(undone)")
      #expect(try fixture.records().count == left)
    }
  }

  @Test func `a workflow sent by a client is dry-run, performed and undone`() async throws {
    func flow(_ id: String, _ intent: String, _ with: JSONValue) -> JSONValue {
      [
        "definition": [
          "minuta": 1, "id": .string(id), "title": "Sent",
          "parameters": [
            "type": "object", "properties": ["tag": ["type": "string"]],
            "additionalProperties": false,
          ],
          "steps": [["id": "a", "intent": .string(intent), "with": with]],
          "output": ["tag": ["$": "/params/tag"]],
        ],
        "with": ["tag": "Work"],
      ]
    }
    let log = flow("sent", "LogTime", ["tag": ["$": "/params/tag"], "duration": "10m"])
    let tried = log.object?.merging(["dryRun": true]) ?? [:]
    let replies = try await replies([
      call("RunWorkflow", .object(tried)), call("RunWorkflow", log),
      call("RunWorkflow", flow("sent", "WriteFile", ["path": "/tmp/x", "content": "x"])),
      call("RunWorkflow", flow("LogTime", "LogTime", ["tag": "Work", "duration": "1m"])),
      call("RunWorkflow", ["definition": ["id": "sent"]]),
    ])
    let results = replies.map { $0["result"] }
    #expect(results[0]?["structuredContent"]?["plan"]?["changes"]?.array?.isEmpty == false)
    #expect(results[0]?["structuredContent"]?["run"] == nil)
    #expect(results[1]?["structuredContent"]?["value"] == ["tag": "Work"])
    for refused in results[2...] { #expect(refused?["isError"] == true, "\(refused ?? .null)") }
    #expect(try fixture.records().count == 1)
    let run = try #require(results[1]?["structuredContent"]?["run"])
    _ = try await self.replies([call("Undo", ["run": run])])
    #expect(try fixture.records().isEmpty)
  }

  @Test func `the outcome of a call has its own history entry`() async throws {
    let log = ["log", "Work", "--duration", "5m", "--key", "once"]
    #expect(try await fixture.outcome(log + ["--dry-run"])["revision"] == nil)
    #expect(try await fixture.outcome(log)["revision"] == 1)
    #expect(try await fixture.outcome(["log", "Other", "--duration", "1m"])["revision"] == 2)
    let again = try await fixture.outcome(log)
    #expect(again["repeated"] == true && again["revision"] == 1)
    for words in [["stop"], ["status"], ["records"]] {
      #expect(try await fixture.outcome(words)["revision"] == nil)
    }
  }

  @Test func `help and completion include the flags`() async throws {
    let help = try await fixture.run("rpc", "--help").output
    #expect(help.contains("--tools core|all|NAME,…") && help.contains("--read-only"))
    let flags = try await fixture.run("completions", "words", "rpc", "--").output
    #expect(flags.contains("--read-only\n") && flags.contains("--tools\n"))
    let tools = try await fixture.run("completions", "words", "rpc", "--tools", "Su").output
    #expect(tools == "Summarize\n")
  }
}
