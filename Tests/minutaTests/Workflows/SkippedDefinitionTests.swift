import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Files of workflows, hooks and plugins that can't be used are named where they matter.
@Suite(.timeLimit(.minutes(5))) struct SkippedDefinitionTests {
  private static let steps: JSONValue = [["id": "a", "intent": "StartTimr"]]
  private static let wrongSteps =
    "The workflow is wrong: 'steps/0/intent': there is no intent 'StartTimr' (did you mean 'StartTimer'?)."

  private func folder(_ bench: WorkflowBench) -> String {
    bench.bench.home.path + "/.config/minuta"
  }

  private func write(_ json: JSONValue, to name: String, _ bench: WorkflowBench) throws {
    let path = try bench.bench.home.write(json.text(), to: ".config/minuta/\(name)")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
  }

  @Test func `a hook whose steps are wrong is named by each call that it would run for`()
    async throws
  {
    let bench = try await WorkflowBench.make()
    try bench.install(WorkflowBench.hook("timer.stopped", "after", Self.steps))
    let sentence =
      "The hook 'hook' can't run: '\(folder(bench))/intents/hook.json': \(Self.wrongSteps)"
    let started = try await bench.run("start", "Work")
    #expect(!started.output.contains("hook"))
    #expect(try await bench.run("stop").output.hasSuffix(" \(sentence)\n"))
    #expect(try await !bench.run("stop").output.contains("hook"))
    let calls = #"[{"intent":"Status"},{"intent":"StopTimer"}]"#
    for flags in [[], ["--atomic"]] {
      _ = try await bench.run("start", "Work")
      let lines = try await bench.run(["run", "-"] + flags, input: calls).output
        .split(separator: "\n")
      #expect(lines.count { $0.contains("can't run") } == 1)
      #expect(lines[1].contains("can't run"))
    }
    let talk = try bench.talk()
    try talk.ask(1, "StartTimer", [:])
    _ = try await talk.reply(to: 1)
    try talk.ask(2, "StopTimer", [:])
    let dialog = try await talk.reply(to: 2)["result"]?["dialog"]?.string ?? ""
    #expect(dialog.hasSuffix(sentence))
    _ = try await talk.finish()
  }

  @Test func `a workflow's file with another name is named by whoever looks for it`() async throws {
    let bench = try await WorkflowBench.make()
    let flow = WorkflowBench.flow([["id": "a", "intent": "Status"]], ["id": "standup"])
    try write(flow, to: "intents/st.json", bench)
    let sentence = """
      '\(folder(bench))/intents/st.json' declares the id 'standup'. Rename it to 'standup.json', \
      or change the id.
      """
    for words in [
      ["standup"], ["st"], ["run", "standup"], ["run", "st"], ["intents", "standup"],
    ] {
      let result = try await bench.run(words)
      #expect(result.errors == "minuta: \(sentence)\n")
      #expect(result.status == 2)
    }
    for words in [["intents"], ["hooks"], ["help"]] {
      #expect(try await bench.run(words).errors == "minuta: \(sentence)\n")
    }
    let calls = #"[{"intent":"standup"}]"#
    #expect(try await bench.run(["run", "-"], input: calls).output.contains("declares the id"))
    let talk = try bench.talk()
    try talk.ask(1, "standup", [:])
    #expect(try await talk.reply(to: 1)["error"]?["message"] == .string(sentence))
    try talk.ask(2, "nonesuch", [:])
    #expect(try await talk.reply(to: 2)["error"]?["code"] == -32601)
    _ = try await talk.finish()
  }

  @Test func `a file whose name can be no id is named as well`() async throws {
    let bench = try await WorkflowBench.make()
    let hook = WorkflowBench.hook("timer.started", "after", Self.steps, ["id": "my_hook"])
    try write(hook, to: "intents/my-hook.json", bench)
    let part = "'\(folder(bench))/intents/my-hook.json' is not named after a workflow."
    for words in [["intents"], ["hooks"], ["help"]] {
      #expect(try await bench.run(words).errors.contains(part))
    }
    #expect(try await bench.run("start").output.contains("A hook is not done: \(part)"))
    #expect(try await bench.run("my_hook").errors.contains("declares the id 'my_hook'"))
    let unknown = try await bench.run("my-hook")
    #expect(unknown.errors == "minuta: There is no command or intent 'my-hook'.\n")
  }

  @Test func `a refused manifest is named over JSON-RPC`() async throws {
    let bench = try await WorkflowBench.make()
    try write(["minuta": 1, "plugin": "echo"], to: "plugins/echo.json", bench)
    try write([:], to: "plugins/Not a name.json", bench)
    let talk = try bench.talk()
    try talk.ask(1, "echo__say", [:])
    let error = try await talk.reply(to: 1)["error"]
    let message = error?["message"]?.string ?? ""
    #expect(message.contains("'\(folder(bench))/plugins/echo.json' is wrong"))
    #expect(error?["data"]?["code"] == "malformedManifest")
    try talk.ask(2, "minuta/intents", [:])
    let skipped = try await talk.reply(to: 2)["result"]?["skipped"]?.array ?? []
    #expect(skipped.map { $0["kind"] } == ["plugin", "plugin"])
    #expect(skipped.last?["file"]?.string == folder(bench) + "/plugins/echo.json")
    #expect(skipped.last?["message"]?.string == message)
    _ = try await talk.finish()
    #expect(try await bench.run("intents").errors.contains(message))
  }
}
