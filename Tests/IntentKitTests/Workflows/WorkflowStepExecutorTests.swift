import IntentKit
import JSONText
import Testing

/// Tests of running workflow steps.
@Suite(.timeLimit(.minutes(5))) struct WorkflowRunTests {
  private static let hostile: [String] = [
    "$", "$5", "${x}", "{{x}}", "%s", "\"$\"", "{\"$\": \"/run/id\"}", "$(reboot)", "`id`",
    "a\nb\u{0}c", "\\u0024", "/steps/a/result", "~0~1", "'; --", "<b>&amp;", "\u{202E}abc",
  ]

  @Test(arguments: hostile)
  func `C56 a string passes unchanged as a literal, a reference and a part of a text`(
    _ text: String
  ) async throws {
    let fixture = try WorkflowEngineFixture()
    let json = WorkflowEngineFixture.workflow(
      [
        ["id": "plain", "intent": "Echo", "with": ["value": .string(text)]],
        ["id": "again", "intent": "Echo", "with": ["value": ["$": "/steps/plain/result/value"]]],
        ["id": "given", "intent": "Echo", "with": ["value": ["$": "/params/text"]]],
        [
          "id": "joined", "intent": "Echo",
          "with": ["value": ["$text": ["<", ["$": "/params/text"], ">"]]],
        ],
      ],
      [
        "parameters": [
          "type": "object", "properties": ["text": ["type": "string"]],
          "additionalProperties": false,
        ],
        "output": [
          "plain": ["$": "/steps/again/result/value"], "given": ["$": "/steps/given/result/value"],
          "joined": ["$": "/steps/joined/result/value"],
        ],
      ]
    )
    let value = try await fixture.run(json, with: ["text": .string(text)]).result?.value
    #expect(value?["plain"] == .string(text))
    #expect(value?["given"] == .string(text))
    #expect(value?["joined"] == .string("<\(text)>"))
  }

  @Test(arguments: [
    "1", "1.0", "1e2", "9007199254740993", "-0", "true", "null", "[]", "{}", "[1,\"a\",null]",
    "{\"a\":{\"$literal\":1}}",
  ])
  func `C56 a value keeps its type and its text`(_ text: String) async throws {
    let value = try JSONValue(parsing: text)
    let json = WorkflowEngineFixture.workflow(
      [
        ["id": "a", "intent": "Echo", "with": ["value": ["$literal": value]]],
        ["id": "b", "intent": "Echo", "with": ["value": ["$": "/steps/a/result/value"]]],
      ],
      ["output": ["value": ["$": "/steps/b/result/value"]]]
    )
    let answer = try await WorkflowEngineFixture().run(json).result
    #expect(answer?.value["value"]?.text() == value.text())
  }

  @Test func `C56 an object that looks like a reference can be written`() async throws {
    let odd: JSONValue = ["$": "/run/id", "or": ["$text": []]]
    let json = WorkflowEngineFixture.workflow(
      [["id": "a", "intent": "Echo", "with": ["value": ["list": [["$literal": odd], 1]]]]],
      ["output": ["$literal": ["x": ["$": 1]]]]
    )
    let fixture = try WorkflowEngineFixture()
    let answer = try await fixture.run(json).result
    #expect(
      fixture.log.entries == [#"Echo {"value":{"list":[{"$":"/run/id","or":{"$text":[]}},1]}}"#]
    )
    #expect(answer?.value == ["x": ["$": 1]])
  }

  @Test func `C56 a reference without a value fails the step`() async throws {
    let json = WorkflowEngineFixture.workflow([
      ["id": "a", "intent": "Echo", "with": ["value": ["x": 1]]],
      ["id": "b", "intent": "Echo", "with": ["value": ["$": "/steps/a/result/value/y"]]],
    ])
    let error = try await WorkflowEngineFixture().run(json).error
    #expect(error?.code == "missingReference")
    #expect(error?.data["pointer"] == "/steps/a/result/value/y")
  }

  @Test func `C57 a step is skipped if its condition is false, and has no result`() async throws {
    let skipping: JSONValue = [
      "id": "a", "intent": "Echo", "with": ["value": 1], "if": ["eq": [1, 2]],
    ]
    let fixture = try WorkflowEngineFixture()
    let failing = WorkflowEngineFixture.workflow([
      skipping, ["id": "b", "fail": ["$": "/steps/a/result/value"]],
    ])
    #expect(try await fixture.run(failing).error?.code == "missingReference")
    let going = WorkflowEngineFixture.workflow(
      [skipping],
      [
        "output": [
          "status": ["$": "/steps/a/status"], "value": ["$": "/steps/a/result/value", "or": 7],
        ]
      ]
    )
    #expect(try await fixture.run(going).result?.value == ["status": "skipped", "value": 7])
    #expect(fixture.log.entries == [])
  }

  @Test func `C57 later steps can read the error of a failed step that continues`() async throws {
    let json = WorkflowEngineFixture.workflow(
      [
        ["id": "a", "intent": "Fail", "onError": "continue"],
        [
          "id": "b", "intent": "Echo", "with": ["value": ["$": "/steps/a/error/code"]],
          "if": ["failed": "a"],
        ],
        ["id": "c", "intent": "Echo", "if": ["ok": "a"]],
      ],
      ["output": ["code": ["$": "/steps/b/result/value"], "c": ["$": "/steps/c/status"]]]
    )
    let answer = try await WorkflowEngineFixture().run(json).result
    #expect(answer?.value == ["code": "broken", "c": "skipped"])
    #expect(answer?.dialog == "Flow: 1 done, 1 failed, 1 skipped.")
  }

  @Test(arguments: [
    (#"{"eq":[1,1.0]}"#, true), (#"{"eq":["a","b"]}"#, false), (#"{"ne":[[1],[2]]}"#, true),
    (#"{"eq":[null,"x"]}"#, false), (#"{"lt":["a","b"]}"#, true), (#"{"ge":[2,2]}"#, true),
    (#"{"gt":[1,2]}"#, false), (#"{"le":[9007199254740993,9007199254740992]}"#, false),
    (#"{"in":[1,[3,2,1.0]]}"#, true), (#"{"in":["1",[1]]}"#, false),
    (#"{"exists":{"$":"/run/id"}}"#, true), (#"{"exists":{"$":"/run/error"}}"#, false),
    (#"{"empty":""}"#, true), (#"{"empty":[null]}"#, false), (#"{"empty":null}"#, true),
    (#"{"empty":0}"#, false), (#"{"not":{"empty":"x"}}"#, true), (#"{"and":[]}"#, true),
    (#"{"or":[]}"#, false), (#"{"and":[{"empty":""},{"empty":"x"}]}"#, false),
    (#"{"or":[{"empty":"x"},{"empty":""}]}"#, true),
  ])
  func `a condition is true or false`(_ condition: String, _ holds: Bool) async throws {
    let json = WorkflowEngineFixture.workflow(
      [["id": "a", "intent": "Echo", "if": try JSONValue(parsing: condition)]],
      ["output": ["a": ["$": "/steps/a/status"]]]
    )
    let answer = try await WorkflowEngineFixture().run(json).result
    #expect(answer?.value["a"] == (holds ? "ok" : "skipped"))
  }

  @Test(
    arguments: [
      ["if": ["lt": ["x", ["$": "/steps/a/result/value"]]]],
      ["forEach": ["$": "/steps/a/result/value"]],
    ] as [JSONObject]
  )
  func `a step whose condition or list fails counts as failed`(_ part: JSONObject) async throws {
    let step: JSONObject = ["id": "b", "intent": "Echo", "onError": "continue"]
    let json = WorkflowEngineFixture.workflow([
      ["id": "a", "intent": "Echo", "with": ["value": 5]], .object(step.merging(part)),
    ])
    #expect(try await WorkflowEngineFixture().run(json).result?.dialog == "Flow: 1 done, 1 failed.")
  }

  @Test func `comparing values of different types fails`() async throws {
    let json = WorkflowEngineFixture.workflow([
      ["id": "a", "intent": "Echo", "with": ["value": "5"]],
      ["id": "b", "intent": "Echo", "if": ["lt": [["$": "/steps/a/result/value"], 7]]],
    ])
    let error = try await WorkflowEngineFixture().run(json).error
    #expect(error?.code == "wrongType")
  }

  @Test func `C58 a step is retried up to the maximum`() async throws {
    let rule: JSONValue = ["retry": ["max": 3, "delayMs": 1, "backoff": 2]]
    let json = WorkflowEngineFixture.workflow([["id": "a", "intent": "Flaky", "onError": rule]])
    let late = try WorkflowEngineFixture(failures: 3)
    #expect(try await late.run(json).status == "ok")
    #expect(late.log.entries.count == 4)
    let never = try WorkflowEngineFixture(failures: 4)
    let error = try await never.run(json).error
    #expect(error?.code == "flaky")
    #expect(never.log.entries.count == 4)
  }

  @Test func `C58 an attempt ends at its time limit`() async throws {
    let json = WorkflowEngineFixture.workflow(
      [
        [
          "id": "a", "intent": "Hang", "timeoutMs": 20,
          "onError": ["retry": ["max": 1], "then": "continue"],
        ]
      ],
      ["output": ["status": ["$": "/steps/a/status"], "code": ["$": "/steps/a/error/code"]]]
    )
    let fixture = try WorkflowEngineFixture()
    #expect(try await fixture.run(json).result?.value == ["status": "timeout", "code": "timeout"])
    #expect(fixture.log.entries.count == 2)
    let stopping = WorkflowEngineFixture.workflow([["id": "a", "intent": "Hang", "timeoutMs": 20]])
    #expect(try await fixture.run(stopping).status == "timeout")
  }

  private static let cleanup: JSONValue = [
    ["id": "end", "intent": "Write", "with": ["text": ["$": "/run/status"]]]
  ]

  @Test(
    arguments: [
      ([["id": "a", "intent": "Echo"]], "ok", "ok"),
      ([["id": "a", "intent": "Fail"]], "failed", "failed"),
      ([["id": "a", "intent": "Hang"]], "timeout", "timeout"),
      ([["id": "a", "fail": "No."]], "failed", "failed"),
    ] as [(JSONValue, String, String)]
  )
  func `C58 cleanup steps run however the steps end`(
    _ steps: JSONValue,
    _ runStatus: String,
    _ status: String
  ) async throws {
    let fixture = try WorkflowEngineFixture()
    let outcome = try await fixture.run(
      WorkflowEngineFixture.workflow(steps, ["timeoutMs": 200, "finally": Self.cleanup])
    )
    #expect(outcome.status == status)
    #expect(fixture.log.entries.last == #"Write {"text":"\#(runStatus)"}"#)
  }

  @Test func `C58 cleanup steps run when the run is cancelled`() async throws {
    let fixture = try WorkflowEngineFixture()
    let json = WorkflowEngineFixture.workflow(
      [["id": "a", "intent": "Hang"]],
      ["finally": Self.cleanup]
    )
    let run = Task { try await fixture.run(json) }
    while fixture.log.entries.isEmpty { await Task.yield() }
    run.cancel()
    #expect(try await run.value == .failed(.cancelled))
    #expect(fixture.log.entries.last == #"Write {"text":"cancelled"}"#)
  }

  @Test func `a workflow has its own dialog and failure messages`() async throws {
    let saying = WorkflowEngineFixture.workflow(
      [["id": "a", "intent": "Echo", "with": ["value": 3]]],
      [
        "dialog": [
          "$text": ["It is ", ["$": "/steps/a/result/value"], ", ", ["$": "/steps/a/dialog"]]
        ]
      ]
    )
    #expect(try await WorkflowEngineFixture().run(saying).sentence == "It is 3, Did Echo.")
    let refusing = WorkflowEngineFixture.workflow([
      ["id": "a", "fail": ["$text": ["Not ", ["$": "/run/id"], "."]]]
    ])
    let error = try await WorkflowEngineFixture().run(refusing).error
    #expect(error?.message == "Not flow.")
    #expect(error?.code == "refused")
  }

  @Test func `a disabled step and an optional call of an unknown intent are skipped`()
    async throws
  {
    let json = WorkflowEngineFixture.workflow(
      [
        ["id": "off", "intent": "Fail", "enabled": false],
        ["id": "gone", "intent": "plugin__Tool", "optional": true, "with": ["x": 1]],
      ],
      ["output": ["off": ["$": "/steps/off/status"], "gone": ["$": "/steps/gone/status"]]]
    )
    #expect(
      try await WorkflowEngineFixture().run(json).result?.value == [
        "off": "skipped", "gone": "skipped",
      ]
    )
  }

  @Test func `workflows call each other`() async throws {
    let inner = WorkflowEngineFixture.workflow(
      [["id": "w", "intent": "Write", "with": ["text": ["$": "/params/text"]]]],
      [
        "id": "inner", "output": ["length": ["$": "/steps/w/result/length"]],
        "parameters": [
          "type": "object", "properties": ["text": ["type": "string", "default": "four"]],
          "additionalProperties": false,
        ],
        "result": ["type": "object", "properties": ["length": ["type": "integer"]]],
      ]
    )
    let fixture = try WorkflowEngineFixture(workflows: [inner])
    let outer = WorkflowEngineFixture.workflow(
      [["id": "a", "intent": "inner"]],
      ["output": ["n": ["$": "/steps/a/result/length"]]]
    )
    #expect(try await fixture.run(outer).result?.value == ["n": 4])
    let engine = try fixture.engine()
    let definition = await engine.definitions().first { $0.id == "inner" }
    #expect(definition?.effects.readOnly == false)
    #expect(definition?.sources == [.commandLine, .file, .rpc, .key])
  }

  @Test func `C58 a step isn't retried after the run timed out`() async throws {
    let fixture = try WorkflowEngineFixture(failures: 1)
    let json = WorkflowEngineFixture.workflow(
      [["id": "a", "intent": "Flaky", "onError": ["retry": ["max": 1, "delayMs": 60_000]]]],
      ["timeoutMs": 50]
    )
    #expect(try await fixture.run(json).status == "timeout")
    #expect(fixture.log.entries.count == 1)
  }

  @Test func `C58 cleanup steps have a time limit, and exceeding it is a timeout`() async throws {
    let json = WorkflowEngineFixture.workflow(
      [["id": "a", "intent": "Echo"]],
      ["timeoutMs": 50, "finally": [["id": "end", "intent": "Hang", "onError": "stop"]]]
    )
    #expect(try await WorkflowEngineFixture().run(json).status == "timeout")
  }

  @Test func `a run fails if its dialog can't be evaluated`() async throws {
    let json = WorkflowEngineFixture.workflow(
      [["id": "a", "intent": "Echo", "with": ["value": [1]]]],
      ["dialog": ["$text": [["$": "/steps/a/result/value"]]]]
    )
    let error = try await WorkflowEngineFixture().run(json).error
    #expect(error?.code == "wrongType")
    #expect(error?.data["run"] == "flow")
  }

  @Test func `a waiting workflow lets the next call start`() async throws {
    let released = TestLog()
    let json = WorkflowEngineFixture.workflow([
      ["id": "a", "intent": "Write", "with": ["text": "x"]],
      ["id": "b", "intent": "Flaky", "onError": ["retry": ["max": 1]]],
    ])
    let fixture = try WorkflowEngineFixture(failures: 1)
    let workflow = try Workflow(json: json)
    let engine = try fixture.engine().with(workflow)
    let outcome = await engine.perform(
      IntentCall("flow"),
      from: .rpc,
      allowNextCall: { released.note("released") }
    )
    #expect(outcome.status == "ok")
    #expect(released.entries == ["released"])
  }
}
