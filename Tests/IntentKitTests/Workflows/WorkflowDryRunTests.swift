import JSONText
import Testing

@testable import IntentKit

/// Tests of dry runs of workflows.
@Suite struct WorkflowDryRunTests {
  private func steps(_ json: JSONValue) async throws -> (
    fixture: WorkflowEngineFixture, lines: [String]
  ) {
    let fixture = try WorkflowEngineFixture()
    let outcome = try await fixture.dryRun(json)
    let plan = try #require(outcome.result?.plan, "\(outcome)")
    let lines = plan.steps.map { step in
      let path = step["path"]?.array?.map { $0.string ?? $0.text() }.joined(separator: "/") ?? ""
      let perhaps = step["conditional"] == true ? " perhaps" : ""
      return "\(path) \(step["status"]?.string ?? "")\(perhaps) \(step["with"]?.text() ?? "")"
    }
    return (fixture, lines)
  }

  @Test func `C60 a dry run runs reads, plans writes and marks dependent values as unknown`()
    async throws
  {
    let (fixture, lines) = try await steps(
      WorkflowEngineFixture.workflow([
        ["id": "read", "intent": "Echo", "with": ["value": "x"]],
        ["id": "write", "intent": "Write", "with": ["text": ["$": "/steps/read/result/value"]]],
        [
          "id": "hang", "intent": "Write",
          "with": ["text": ["$text": ["<", ["$": "/steps/write/result/text"], ">"]]],
        ],
      ])
    )
    #expect(
      lines == [
        #"read ok {"value":"x"}"#, #"write planned {"text":"x"}"#, #"hang planned {"text":"?"}"#,
      ]
    )
    #expect(fixture.log.entries == [#"Echo {"value":"x"}"#])
  }

  @Test func `C60 a dry run shows both branches of an unknown condition`() async throws {
    let unknown: JSONValue = ["eq": [["$": "/steps/write/result/length"], 3]]
    let (_, lines) = try await steps(
      WorkflowEngineFixture.workflow([
        ["id": "write", "intent": "Write", "with": ["text": "x"]],
        ["id": "yes", "if": unknown, "intent": "Write", "with": ["text": "yes"]],
        ["id": "no", "if": ["not": unknown], "intent": "Echo", "with": ["value": "no"]],
        ["id": "known", "if": ["eq": [1, 2]], "intent": "Write"],
        ["id": "refusal", "if": unknown, "fail": "Perhaps."],
        ["id": "after", "intent": "Write", "with": ["text": ["$": "/steps/yes/status"]]],
      ])
    )
    #expect(
      lines == [
        #"write planned {"text":"x"}"#, #"yes unknown perhaps {"text":"yes"}"#,
        #"no ok perhaps {"value":"no"}"#, "known skipped ", "refusal failed perhaps ",
        #"after planned {"text":"?"}"#,
      ]
    )
  }

  @Test func `C60 a dry run shows a loop over unknown items once`() async throws {
    let (_, lines) = try await steps(
      WorkflowEngineFixture.workflow([
        ["id": "list", "intent": "List"],
        [
          "id": "each", "forEach": ["$": "/steps/list/result/items"], "intent": "Write",
          "with": ["text": ["$": "/item"]],
        ],
      ])
    )
    #expect(lines == ["list planned {}", #"each/? unknown perhaps {"text":"?"}"#, "each unknown "])
  }

  @Test func `C60 a dry run reports that a workflow would fail`() async throws {
    let json = WorkflowEngineFixture.workflow([
      ["id": "a", "intent": "Write"], ["id": "b", "fail": "No."],
    ])
    let fixture = try WorkflowEngineFixture()
    #expect(try await fixture.dryRun(json).error?.message == "No.")
    #expect(fixture.log.entries == [])
  }

  @Test func `a plan masks secrets`() async throws {
    let json = WorkflowEngineFixture.workflow(
      [
        ["id": "a", "intent": "Login", "with": ["name": "me", "word": "pass"]],
        [
          "id": "b", "intent": "Write", "with": ["text": ["$text": ["my ", ["$": "/params/pin"]]]],
        ],
      ],
      [
        "parameters": [
          "type": "object",
          "properties": ["pin": ["type": "string", "x-minuta-secret": true]],
          "additionalProperties": false,
        ]
      ]
    )
    let fixture = try WorkflowEngineFixture()
    let plan = try #require(try await fixture.dryRun(json, with: ["pin": "1234"]).result?.plan)
    #expect(
      plan.steps.map { $0["with"]?.text() } == [
        #"{"name":"me","word":"***"}"#, #"{"text":"my ***"}"#,
      ]
    )
  }

  @Test func `a plan includes the steps of a called workflow`() async throws {
    let inner = WorkflowEngineFixture.workflow(
      [["id": "w", "intent": "Write", "with": ["text": "x"]]],
      ["id": "inner"]
    )
    let fixture = try WorkflowEngineFixture(workflows: [inner])
    let plan = try await fixture.dryRun(
      WorkflowEngineFixture.workflow([["id": "a", "intent": "inner"]])
    ).result?.plan
    #expect(plan?.steps.map { $0["path"] ?? .null } == [["a", "w"], ["a"]])
  }

  @Test func `all parts of a secret are masked, longest first`() {
    let parameters: JSONObject = [
      "properties": ["key": ["x-minuta-secret": true], "short": ["x-minuta-secret": true]]
    ]
    let secrets = SecretMasker(
      of: ["key": ["user": "abcdef", "pin": 42], "short": "abc"],
      in: parameters
    )
    #expect(secrets.masked(["abcdef", "x abc y", 42, 43]) == ["***", "x *** y", "***", 43])
  }
}
