import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests that unusable files of workflows, hooks and plugins are named in the messages that they
/// affect.
@Suite(.timeLimit(.minutes(5))) struct SkippedDefinitionTests {
  private static let steps: JSONValue = [["id": "a", "intent": "StartTimr"]]
  private static let wrongSteps =
    "is invalid: 'intent' in step 1: unknown intent 'StartTimr' (did you mean 'StartTimer'?)."

  private func folder(_ fixture: WorkflowFixture) -> String {
    fixture.fixture.home.path + "/.config/minuta"
  }

  private func write(_ json: JSONValue, to name: String, _ fixture: WorkflowFixture) throws {
    let path = try fixture.fixture.home.write(json.text(), to: ".config/minuta/\(name)")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
  }

  @Test func `a hook with invalid steps is named by each call that would trigger it`()
    async throws
  {
    let fixture = try await WorkflowFixture.make()
    try fixture.install(WorkflowFixture.hook("timer.stopped", "after", Self.steps))
    let sentence =
      "The hook 'hook' can't run: the workflow in '\(folder(fixture))/intents/hook.json' \(Self.wrongSteps)"
    let started = try await fixture.run("start", "Work")
    #expect(!started.output.contains("hook"))
    #expect(try await fixture.run("stop").output.hasSuffix(" \(sentence)\n"))
    #expect(try await !fixture.run("stop").output.contains("hook"))
    let calls = #"[{"intent":"Status"},{"intent":"StopTimer"}]"#
    for flags in [[], ["--atomic"]] {
      _ = try await fixture.run("start", "Work")
      let lines = try await fixture.run(["run", "-"] + flags, input: calls).output
        .split(separator: "\n")
      #expect(lines.count { $0.contains("can't run") } == 1)
      #expect(lines[1].contains("can't run"))
    }
    let rpcClient = try fixture.rpcClient()
    _ = try await rpcClient.request(1, "StartTimer", [:])
    let dialog = try await rpcClient.request(2, "StopTimer", [:])["result"]?["dialog"]?.string ?? ""
    #expect(dialog.hasSuffix(sentence))
    _ = try await rpcClient.finish()
  }

  @Test func `a misnamed workflow file is named when its id is looked up`() async throws {
    let fixture = try await WorkflowFixture.make()
    let flow = WorkflowFixture.flow([["id": "a", "intent": "Status"]], ["id": "standup"])
    try write(flow, to: "intents/st.json", fixture)
    let sentence = """
      '\(folder(fixture))/intents/st.json' declares the id 'standup'. Rename it to 'standup.json', \
      or change the id.
      """
    for words in [
      ["standup"], ["st"], ["run", "standup"], ["run", "st"], ["intents", "standup"],
    ] {
      let result = try await fixture.run(words)
      #expect(result.errors == "minuta: \(sentence)\n")
      #expect(result.status == 2)
    }
    for words in [["intents"], ["hooks"], ["help", "commands"]] {
      #expect(try await fixture.run(words).errors == "minuta: \(sentence)\n")
    }
    let calls = #"[{"intent":"standup"}]"#
    #expect(try await fixture.run(["run", "-"], input: calls).output.contains("declares the id"))
    let rpcClient = try fixture.rpcClient()
    try rpcClient.sendRequest(1, "standup", [:])
    #expect(try await rpcClient.reply(to: 1)["error"]?["message"] == .string(sentence))
    #expect(try await rpcClient.request(2, "nonesuch", [:])["error"]?["code"] == -32601)
    _ = try await rpcClient.finish()
  }

  @Test func `a file whose name is not a valid id is named as well`() async throws {
    let fixture = try await WorkflowFixture.make()
    let hook = WorkflowFixture.hook("timer.started", "after", Self.steps, ["id": "my_hook"])
    try write(hook, to: "intents/my-hook.json", fixture)
    let part = "'\(folder(fixture))/intents/my-hook.json' is not a valid name for a workflow file."
    for words in [["intents"], ["hooks"], ["help", "commands"]] {
      #expect(try await fixture.run(words).errors.contains(part))
    }
    #expect(try await fixture.run("start").output.contains("A hook can't run: \(part)"))
    #expect(try await fixture.run("my_hook").errors.contains("declares the id 'my_hook'"))
    let unknown = try await fixture.run("my-hook")
    #expect(unknown.errors == "minuta: There is no command 'my-hook'.\n")
  }

  @Test func `a refused manifest is named over JSON-RPC`() async throws {
    let fixture = try await WorkflowFixture.make()
    try write(["minuta": 1, "plugin": "echo"], to: "plugins/echo.json", fixture)
    try write([:], to: "plugins/Not a name.json", fixture)
    let rpcClient = try fixture.rpcClient()
    let error = try await rpcClient.request(1, "echo__say", [:])["error"]
    let message = error?["message"]?.string ?? ""
    #expect(message.contains("\(folder(fixture))/plugins/echo.json:1: "))
    #expect(error?["data"]?["code"] == "malformedManifest")
    try rpcClient.sendRequest(2, "minuta/intents", [:])
    let skipped = try await rpcClient.reply(to: 2)["result"]?["skipped"]?.array ?? []
    #expect(skipped.map { $0["kind"] } == ["plugin", "plugin"])
    #expect(skipped.last?["file"]?.string == folder(fixture) + "/plugins/echo.json")
    #expect(skipped.last?["message"]?.string == message)
    _ = try await rpcClient.finish()
    #expect(try await fixture.run("intents").errors.contains(message))
  }
}
