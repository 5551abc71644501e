import IntentKit
import JSONText
import Testing

/// Tests of the problems that are found in a workflow before it runs.
@Suite struct WorkflowValidationTests {
  struct Case: Sendable {
    let steps: JSONValue
    var members: JSONObject = [:]
    let problem: ValidationError
  }

  private func problems(_ json: JSONValue) async throws -> [ValidationError] {
    let inner = WorkflowEngineFixture.workflow([["id": "a", "intent": "outer"]], ["id": "inner"])
    let fixture = try WorkflowEngineFixture(workflows: [inner])
    let errors = await (try fixture.engine()).problems(ofWorkflow: json)
    return errors.flatMap(\.problems)
  }

  @Test(arguments: [
    Case(
      steps: [["id": "a", "intent": "Echo", "wiht": [:]]],
      problem: at("/steps/0/wiht", .unknownName(near: "with"))
    ),
    Case(
      steps: [["id": "a", "intent": "Echo"]],
      members: ["stesp": []],
      problem: at("/stesp", .unknownName(near: "steps"))
    ),
    Case(steps: [], problem: at("/steps", .wrongCount(minimum: 1, maximum: nil, found: 0))),
    Case(
      steps: [["id": "a"]],
      problem: at("/steps/0", .missingOneOf("the step 'intent', 'steps' or 'fail'"))
    ),
    Case(
      steps: [["id": "a", "intent": "Echo", "fail": "no"]],
      problem: at("/steps/0/fail", .conflict(with: "intent"))
    ),
    Case(
      steps: [["id": "a", "fail": "no", "with": [:]]],
      problem: at("/steps/0/with", .requires("intent"))
    ),
    Case(
      steps: [["id": "a", "fail": "no", "max": 3]],
      problem: at("/steps/0/max", .requires("forEach"))
    ),
    Case(
      steps: [["id": "a b", "fail": "no"]],
      problem: at(
        "/steps/0/id",
        .invalidFormat(expected: "only letters, digits, '_' and '-'", found: "a b")
      )
    ),
    Case(
      steps: [["id": "a", "fail": "no", "onError": "skip"]],
      problem: at("/steps/0/onError", .notOneOf(["stop", "continue"], found: "skip"))
    ),
    Case(
      steps: [["id": "a", "fail": "no", "if": ["equals": [1, 2]]]],
      problem: at("/steps/0/if/equals", .unknownName(near: nil))
    ),
    Case(
      steps: [["id": "a", "fail": "no", "if": ["eq": [1]]]],
      problem: at("/steps/0/if/eq", .invalidFormat(expected: "a list of two values", found: [1]))
    ),
    Case(
      steps: [["id": "a", "fail": "no", "if": ["exists": "x"]]],
      problem: at(
        "/steps/0/if/exists",
        .invalidFormat(expected: "a reference with '$'", found: "x")
      )
    ),
    Case(
      steps: [["id": "a", "fail": ["$": "params/x"]]],
      problem: at(
        "/steps/0/fail/$",
        .invalidFormat(expected: "a pointer such as '/params/day'", found: "params/x")
      )
    ),
    Case(
      steps: [["id": "a", "fail": ["$": "/run/id", "Or": 1]]],
      problem: at("/steps/0/fail/Or", .unknownName(near: "or"))
    ),
    Case(
      steps: [["id": "a", "fail": "no"]],
      members: ["id": "1st"],
      problem: at(
        "/id",
        .invalidFormat(expected: "a letter followed by letters, digits and '_'", found: "1st")
      )
    ),
  ])
  func `C55 syntax errors are reported`(_ test: Case) async throws {
    let problems = try await problems(WorkflowEngineFixture.workflow(test.steps, test.members))
    #expect(problems.contains(test.problem), "\(problems)")
  }

  @Test(arguments: [
    Case(
      steps: [["id": "a", "intent": "Eco"]],
      problem: at("/steps/0/intent", .unknownIntent("Eco", near: "Echo"))
    ),
    Case(
      steps: [["id": "a", "fail": "x"], ["id": "a", "fail": "y"]],
      problem: at("/steps/1/id", .idTaken("a"))
    ),
    Case(
      steps: [["id": "a", "fail": ["$": "/steps/b/status"]], ["id": "b", "intent": "Echo"]],
      problem: at("/steps/0/fail/$", .stepHasNotRun(step: "b"))
    ),
    Case(
      steps: [["id": "a", "fail": ["$": "/steps/a/status"]]],
      problem: at("/steps/0/fail/$", .stepHasNotRun(step: "a"))
    ),
    Case(
      steps: [
        ["id": "first", "intent": "Echo"], ["id": "b", "fail": ["$": "/steps/fist/status"]],
      ],
      problem: at("/steps/1/fail/$", .danglingReference("/steps/fist/status", near: "first"))
    ),
    Case(
      steps: [["id": "a", "fail": ["$": "/parms/x"]]],
      problem: at("/steps/0/fail/$", .danglingReference("/parms/x", near: "params"))
    ),
    Case(
      steps: [["id": "a", "fail": ["$": "/params/x"]]],
      problem: at("/steps/0/fail/$", .danglingReference("/params/x", near: nil))
    ),
    Case(
      steps: [["id": "a", "fail": ["$": "/item"]]],
      problem: at("/steps/0/fail/$", .outsideLoop)
    ),
    Case(
      steps: [["id": "a", "fail": ["$": "/event/name"]]],
      problem: at("/steps/0/fail/$", .outsideHook)
    ),
    Case(
      steps: [["id": "a", "intent": "Write"], ["id": "b", "fail": ["$": "/steps/a/result/txt"]]],
      problem: at("/steps/1/fail/$", .danglingReference("/steps/a/result/txt", near: "text"))
    ),
    Case(
      steps: [
        ["id": "all", "forEach": [1], "steps": [["id": "in", "intent": "Echo"]]],
        ["id": "b", "fail": ["$": "/steps/in/status"]],
      ],
      problem: at("/steps/1/fail/$", .stepHasNotRun(step: "in"))
    ),
    Case(
      steps: [["id": "b", "fail": "x", "if": ["ok": "late"]], ["id": "late", "intent": "Echo"]],
      problem: at("/steps/0/if/ok", .stepHasNotRun(step: "late"))
    ),
  ])
  func `C55 unknown references and intents are reported`(_ test: Case) async throws {
    let problems = try await problems(WorkflowEngineFixture.workflow(test.steps, test.members))
    #expect(problems.contains(test.problem), "\(problems)")
  }

  @Test(arguments: [
    Case(
      steps: [["id": "a", "intent": "Write", "with": ["text": 5]]],
      problem: at("/steps/0/with/text", .wrongType(expected: ["string"], found: 5))
    ),
    Case(
      steps: [["id": "a", "intent": "Write", "with": ["txt": "x"]]],
      problem: at("/steps/0/with/txt", .unknownName(near: "text"))
    ),
    Case(
      steps: [
        ["id": "a", "intent": "Write"],
        ["id": "b", "intent": "Write", "with": ["text": ["$": "/steps/a/result/length"]]],
      ],
      problem: at(
        "/steps/1/with/text/$",
        .typeMismatch("/steps/a/result/length", expected: ["string"], found: ["integer"])
      )
    ),
    Case(
      steps: [
        ["id": "a", "intent": "Write"],
        ["id": "b", "forEach": ["$": "/steps/a/result/text"], "fail": "x"],
      ],
      problem: at(
        "/steps/1/forEach/$",
        .typeMismatch("/steps/a/result/text", expected: ["array"], found: ["string"])
      )
    ),
    Case(
      steps: [
        ["id": "a", "intent": "Write"],
        ["id": "b", "fail": "x", "if": ["eq": [["$": "/steps/a/result/length"], "5"]]],
      ],
      problem: at("/steps/1/if/eq", .notComparable(["integer"], ["string"]))
    ),
    Case(
      steps: [
        ["id": "a", "intent": "Write"],
        ["id": "b", "fail": "x", "if": ["lt": [["$": "/steps/a/error"], 5]]],
      ],
      problem: at(
        "/steps/1/if/lt/0/$",
        .typeMismatch(
          "/steps/a/error",
          expected: ["integer", "number", "string"],
          found: ["object"]
        )
      )
    ),
    Case(
      steps: [["id": "a", "fail": ["$text": ["x", ["$": "/run/error"]]]]],
      problem: at(
        "/steps/0/fail/$text/1/$",
        .typeMismatch(
          "/run/error",
          expected: ["boolean", "integer", "number", "string"],
          found: ["object"]
        )
      )
    ),
    Case(
      steps: [["id": "a", "intent": "Write", "with": ["text": ["$": "/run/id", "or": 3]]]],
      problem: at("/steps/0/with/text/or", .wrongType(expected: ["string"], found: 3))
    ),
    Case(
      steps: [["id": "a", "intent": "Echo"]],
      members: [
        "result": ["type": "object", "properties": ["n": ["type": "integer"]]],
        "output": ["n": ["$": "/run/id"]],
      ],
      problem: at("/output/n/$", .typeMismatch("/run/id", expected: ["integer"], found: ["string"]))
    ),
  ])
  func `C55 values of the wrong type are reported`(_ test: Case) async throws {
    let problems = try await problems(WorkflowEngineFixture.workflow(test.steps, test.members))
    #expect(problems.contains(test.problem), "\(problems)")
  }

  private static let retry: JSONValue = ["retry": ["max": 2]]

  @Test(arguments: [
    Case(
      steps: [["id": "a", "intent": "Write", "onError": retry]],
      problem: at("/steps/0/onError", .unsafeRetry("Write", supportsIdempotencyKeys: false))
    ),
    Case(
      steps: [["id": "a", "onError": retry, "steps": [["id": "b", "intent": "Write"]]]],
      problem: at("/steps/0/onError", .unsafeRetry("Write", supportsIdempotencyKeys: false))
    ),
    Case(
      steps: [["id": "a", "intent": "Write"]],
      members: ["onError": retry],
      problem: at("/steps/0/onError", .unsafeRetry("Write", supportsIdempotencyKeys: false))
    ),
    Case(
      steps: [["id": "a", "intent": "Write", "key": "k"]],
      problem: at("/steps/0/key", .idempotencyKeysUnsupported("Write"))
    ),
    Case(
      steps: [["id": "a", "intent": "inner"]],
      members: ["id": "outer"],
      problem: at(
        "/steps/0/intent",
        .invalidNestedWorkflow(
          "inner",
          at("/steps/0/intent", .callCycle(["outer", "inner", "outer"]))
        )
      )
    ),
    Case(
      steps: [["id": "a", "intent": "flow"]],
      problem: at("/steps/0/intent", .callCycle(["flow", "flow"]))
    ),
    Case(
      steps: [["id": "a", "intent": "Fail"]],
      members: ["id": "Echo"],
      problem: at("/id", .idTaken("Echo"))
    ),
  ])
  func `C55 unsafe retries, call cycles and duplicate IDs are rejected`(_ test: Case)
    async throws
  {
    let problems = try await problems(WorkflowEngineFixture.workflow(test.steps, test.members))
    #expect(problems.contains(test.problem), "\(problems)")
  }

  @Test func `C55 all problems are reported, and no step runs`() async throws {
    let fixture = try WorkflowEngineFixture()
    let json = WorkflowEngineFixture.workflow([
      ["id": "a", "intent": "Write", "with": ["text": "x"]], ["id": "b", "intent": "Nix"],
      ["id": "c", "fail": ["$": "/item"]],
    ])
    let outcome = try await fixture.run(json)
    #expect(outcome.error?.code == "invalidWorkflow")
    #expect(outcome.error?.kind == .badInput)
    #expect(outcome.error?.data["problems"]?.array?.count == 2)
    #expect(fixture.log.entries == [])
  }

  @Test func `C55 an idempotent call may be retried`() async throws {
    let safe = WorkflowEngineFixture.workflow([
      ["id": "a", "intent": "Flaky", "onError": Self.retry]
    ])
    #expect(try await problems(safe) == [])
  }
}
