import IntentKit
import JSONText
import MinutaIntents
import MinutaTestSupport
import Testing

@testable import minuta

/// Tests that a workflow with the definition of a built-in intent is treated as that intent is.
@Suite(.timeLimit(.minutes(10))) struct WorkflowCommandTests {
  private let workflows: WorkflowFixture
  private let definition: IntentDefinition

  init() async throws {
    workflows = try await WorkflowFixture.make()
    definition = try #require(BuiltInIntentCatalog().definition(of: "LogTime"))
    var command = JSONObject()
    for name in ["words", "times", "openEnd", "labels", "rest"] {
      command[name] = definition.json["command"]?[name]
    }
    command["examples"] = ["entry Email 30m", "entry Work yesterday 13:00-14:30"]
    let step: JSONValue = [
      "id": "log", "intent": "LogTime",
      "with": [
        "tag": ["$": "/params/tag", "or": "None"],
        "duration": ["$": "/params/duration", "or": "5m"],
      ],
    ]
    try workflows.install(
      WorkflowFixture.flow(
        [step],
        [
          "id": "entry", "description": .string(definition.description),
          "parameters": .object(definition.parameters), "command": .object(command),
        ]
      )
    )
    _ = try await workflows.run("log", "client work", "5m", "+billable")
  }

  private func same(_ text: String) -> String { text.replacing("entry", with: "log") }

  @Test func `its help has the same usage, arguments and flags`() async throws {
    func parts(_ command: String) async throws -> Substring? {
      let help = try await workflows.run(command, "--help").output
      return same(help).split(separator: "\nExamples").first
    }
    #expect(try await parts("entry") == parts("log"))
  }

  @Test(arguments: [[""], ["cl"], ["Work", ""], ["Work", "1h", "+"], ["-"], ["--sta"]])
  func `its words and flags are completed alike`(words: [String]) async throws {
    let entry = try await workflows.run(["completions", "words", "entry"] + words).output
    #expect(try await entry == workflows.run(["completions", "words", "log"] + words).output)
    #expect(!entry.isEmpty)
  }

  @Test(arguments: [
    "Mail call at 9:00", "Mail 25:00", "@1", "--tga Mail", "Mail 1:30", "2h for Acme", "Mail 14-13",
    "Mail --tag Work --tag Email", "Mail yesterday",
  ])
  func `its mistakes get the same answer`(line: String) async throws {
    let words = try #require(line.shellWords)
    let entry = try await workflows.run(["entry"] + words)
    let log = try await workflows.run(["log"] + words)
    #expect(same(entry.errors) == log.errors)
    #expect(entry.status == log.status && entry.status != 0)
  }

  @Test func `a command of a parameter that doesn't exist is refused`() async throws {
    let flow = WorkflowFixture.flow(
      [["id": "a", "intent": "Status"]],
      ["id": "wrong", "command": ["words": ["tga"]]]
    )
    try workflows.install(flow)
    let result = try await workflows.run("wrong", "Work")
    #expect(result.status == 2 && result.errors.contains("tga"), "\(result)")
  }

  @Test func `its command performs the call`() async throws {
    let result = try await workflows.run("entry", "Mail", "20m")
    #expect(result.status == 0, "\(result)")
    #expect(try await workflows.run("list").output.contains("20m  Mail"))
  }
}
