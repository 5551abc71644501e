import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests workflows that are started from every source.
@Suite(.timeLimit(.minutes(5))) struct WorkflowCallSourceTests {
  enum WorkflowEntryPoint: String, CaseIterable, Sendable {
    case file, input, id, call, plain, given, tool, key
  }

  /// A text with characters that are special to shells and templates, and that must stay as they
  /// are.
  private static let hostile = "R&D; rm -rf ~ $(id) ${x} {{y}} %s \"q\" '\\ \u{202E}<b>"

  private static let flow = WorkflowFixture.flow(
    [
      ["id": "log", "intent": "LogTime", "with": ["tag": ["$": "/params/tag"], "duration": "1h"]],
      [
        "id": "list", "intent": "ListRecords",
        "with": ["range": "all", "tag": ["$": "/steps/log/result/record/tag/name"]],
      ],
    ],
    [
      "parameters": [
        "type": "object", "required": ["tag"], "properties": ["tag": ["type": "string"]],
        "additionalProperties": false,
      ],
      "output": [
        "seconds": ["$": "/steps/list/result/totalSeconds"],
        "tag": ["$": "/steps/list/result/records/0/tag/name"],
      ],
    ]
  )

  private func value(by way: WorkflowEntryPoint, _ fixture: WorkflowFixture) async throws
    -> JSONValue?
  {
    let tag = JSONValue.string(Self.hostile)
    let file = try fixture.fixture.home.write(Self.flow.text(), to: "flow.json")
    let call: JSONValue = ["intent": "flow", "with": ["tag": tag]]
    switch way {
    case .file: return try await fixture.outcome("run", file, "--tag", Self.hostile)["value"]
    case .id: return try await fixture.outcome("run", "flow", "--tag", Self.hostile)["value"]
    case .input:
      let fixed = Self.flow.text().replacing(
        #"{"$":"/params/tag"}"#,
        with: JSONValue.object(["$literal": tag]).text()
      ).replacing(#""required":["tag"],"#, with: "")
      return try await fixture.outcome("run", "-", input: fixed)["value"]
    case .call:
      let calls = try await fixture.run(["run", "-"], input: "[\(call.text())]").output
      return try JSONValue(parsing: String(calls.split(separator: "\n")[0]))["outcome"]?["value"]
    case .key:
      let map: JSONValue = ["minuta": 1, "keys": ["go": ["press": "LOGO+x", "call": call]]]
      try fixture.fixture.home.write(map.text(), to: ".config/minuta/keymap.json")
      return try await fixture.outcome("key", "go")["value"]
    case .plain, .given, .tool: return try await rpcValue(by: way, tag, fixture)
    }
  }

  private func rpcValue(
    by way: WorkflowEntryPoint,
    _ tag: JSONValue,
    _ fixture: WorkflowFixture
  ) async throws -> JSONValue? {
    let rpcClient = try fixture.rpcClient()
    switch way {
    case .plain: try rpcClient.sendRequest(1, "flow", ["tag": tag])
    case .tool:
      try rpcClient.sendRequest(
        1,
        "tools/call",
        ["name": "flow", "arguments": ["tag": tag], "_meta": PluginFixture.meta]
      )
    default:
      try rpcClient.sendRequest(
        1,
        "minuta/workflow",
        ["definition": Self.flow, "with": ["tag": tag]]
      )
    }
    let result = try await rpcClient.reply(to: 1)["result"]
    #expect(try await rpcClient.finish().code == 0)
    return result?["structuredContent"] ?? result?["value"]
  }

  @Test(arguments: WorkflowEntryPoint.allCases)
  func `a workflow has the same result from every source, even with a hostile name`(
    _ way: WorkflowEntryPoint
  ) async throws {
    let fixture = try await WorkflowFixture.make()
    try fixture.install(Self.flow)
    let value = try #require(try await value(by: way, fixture))
    #expect(value["seconds"] == 3600)
    #expect(value["tag"] == .string(Self.hostile))
  }

  @Test func `an installed workflow is an intent in help, lists and completion`() async throws {
    let fixture = try await WorkflowFixture.make()
    try fixture.install(Self.flow)
    #expect(try await fixture.run("intents").output.contains("  flow  "))
    #expect(try await fixture.run("help", "commands").output.contains("  run flow "))
    #expect(try await fixture.run("help", "flow").output.contains("run flow TAG"))
    #expect(try await fixture.run("completions", "words", "run", "fl").output == "flow\n")
    #expect(try await fixture.run("completions", "words", "flow", "--ta").output == "--tag\n")
    #expect(try await fixture.run("flwo").errors.contains("(did you mean 'flow'?)"))
    let rpcClient = try fixture.rpcClient()
    try rpcClient.sendRequest(1, "minuta/describe", ["intent": "flow"])
    #expect(try await rpcClient.reply(to: 1)["result"]?["title"] == "Flow")
    try rpcClient.sendRequest(2, "tools/list", ["_meta": PluginFixture.meta])
    let tools = try await rpcClient.reply(to: 2)["result"]?["tools"]?.array ?? []
    let tool = tools.first { $0["name"] == "flow" }
    #expect(tool?["annotations"]?["readOnlyHint"] == false)
    #expect(tool?["inputSchema"]?["required"] == ["tag"])
    _ = try await rpcClient.finish()
  }

  @Test func `B53 a workflow that another user can change is refused and named`() async throws {
    let fixture = try await WorkflowFixture.make()
    try fixture.install(Self.flow)
    try await fixture.fixture.shell("chmod o+w .config/minuta/intents/flow.json")
    let result = try await fixture.run("run", "flow", "--tag", "x")
    #expect(result.status == 2)
    #expect(result.errors.contains("intents/flow.json' isn't used"))
    let listed = try await fixture.run("intents")
    #expect(listed.errors.contains("intents/flow.json' isn't used"))
    #expect(try fixture.fixture.content().isEmpty)
  }

  @Test func `an invalid workflow is named with its file and line`() async throws {
    let fixture = try await WorkflowFixture.make()
    let wrong = WorkflowFixture.flow([["id": "a", "intent": "StartTimr"]])
    try fixture.install(wrong)
    let sentence = "'intent' in step 1: unknown intent 'StartTimr' (did you mean 'StartTimer'?)."
    #expect(try await fixture.run("run", "flow").errors.contains(sentence))
    let file = try fixture.fixture.home.write(wrong.text(.indented), to: "wrong.json")
    let result = try await fixture.run("run", file)
    #expect(result.status == 2)
    #expect(
      result.errors.hasPrefix("minuta: \(file):8: The workflow is invalid: \(sentence)")
    )
    let rpcClient = try fixture.rpcClient()
    try rpcClient.sendRequest(1, "minuta/check", ["definition": wrong])
    let problem = try await rpcClient.reply(to: 1)["result"]?["problems"]?.array?.first
    #expect(problem?["error"]?["data"]?["path"] == "/steps/0/intent")
    _ = try await rpcClient.finish()
  }

  @Test(arguments: ["--atomic", "--resume", "--once", "--stream"])
  func `a workflow refuses batch flags and suggests an alternative`(_ flag: String) async throws {
    let fixture = try await WorkflowFixture.make()
    let file = try fixture.fixture.home.write(Self.flow.text(), to: "flow.json")
    let result = try await fixture.run("run", file, flag)
    #expect(result.status == 2)
    #expect(result.errors.contains("A whole workflow run can be undone.\n  minuta undo\n"))
  }

  @Test func `C55 an atomic batch refuses a workflow`() async throws {
    let fixture = try await WorkflowFixture.make()
    try fixture.install(Self.flow)
    let calls = #"[{"intent":"StartTimer"},{"intent":"flow","with":{"tag":"x"}}]"#
    let result = try await fixture.run(["run", "-", "--atomic"], input: calls)
    #expect(result.status == 1)
    #expect(result.output.contains("'flow' can't be part of an atomic batch. Call it separately."))
    #expect(try fixture.fixture.content().isEmpty)
  }
}
