import IntentKit
import JSONText
import Testing

/// Tests of the problems that are found in a workflow before it runs.
@Suite struct WorkflowValidationTests {
  typealias Case = (steps: JSONValue, members: JSONObject, problem: ValidationError)

  private func problems(_ json: JSONValue) async throws -> [ValidationError] {
    let inner = WorkflowEngineFixture.workflow([["id": "a", "intent": "outer"]], ["id": "inner"])
    let fixture = try WorkflowEngineFixture(workflows: [inner])
    let errors = await (try fixture.engine()).problems(ofWorkflow: json)
    return errors.flatMap(\.problems)
  }

  private static let syntax: [Case] = [
    (
      [["id": "a", "intent": "Echo", "wiht": [:]]], [:],
      at("/steps/0/wiht", .unknownName(near: "with"))
    ),
    ([["id": "a", "intent": "Echo"]], ["stesp": []], at("/stesp", .unknownName(near: "steps"))),
    ([], [:], at("/steps", .wrongCount(minimum: 1, maximum: nil, found: 0))),
    ([["id": "a"]], [:], at("/steps/0", .missingOneOf(["intent", "steps", "fail"]))),
    (
      [["id": "a", "intent": "Echo", "fail": "no"]], [:],
      at("/steps/0/fail", .conflict(with: "intent"))
    ),
    ([["id": "a", "fail": "no", "with": [:]]], [:], at("/steps/0/with", .requires("intent"))),
    ([["id": "a", "fail": "no", "max": 3]], [:], at("/steps/0/max", .requires("forEach"))),
    (
      [["id": "a b", "fail": "no"]], [:],
      at(
        "/steps/0/id",
        .invalidFormat(expected: "only letters, digits, '_' and '-'", found: "a b")
      )
    ),
    (
      [["id": "a", "fail": "no", "onError": "skip"]], [:],
      at("/steps/0/onError", .notOneOf(["stop", "continue"], found: "skip"))
    ),
    (
      [["id": "a", "fail": "no", "if": ["equals": [1, 2]]]], [:],
      at("/steps/0/if/equals", .unknownName(near: nil))
    ),
    (
      [["id": "a", "fail": "no", "if": ["eq": [1]]]], [:],
      at("/steps/0/if/eq", .invalidFormat(expected: "a list of two values", found: [1]))
    ),
    (
      [["id": "a", "fail": "no", "if": ["exists": "x"]]], [:],
      at(
        "/steps/0/if/exists",
        .invalidFormat(expected: "a reference with '$'", found: "x")
      )
    ),
    (
      [["id": "a", "fail": ["$": "params/x"]]], [:],
      at(
        "/steps/0/fail/$",
        .invalidFormat(expected: "a pointer such as '/params/day'", found: "params/x")
      )
    ),
    (
      [["id": "a", "fail": ["$": "/run/id", "Or": 1]]], [:],
      at("/steps/0/fail/Or", .unknownName(near: "or"))
    ),
    (
      [["id": "a", "fail": "no"]], ["id": "1st"],
      at(
        "/id",
        .invalidFormat(expected: "a letter followed by letters, digits and '_'", found: "1st")
      )
    ),
  ]

  private static let references: [Case] = [
    (
      [["id": "a", "intent": "Eco"]], [:],
      at("/steps/0/intent", .unknownIntent("Eco", near: "Echo"))
    ),
    (
      [["id": "a", "fail": "x"], ["id": "a", "fail": "y"]], [:], at("/steps/1/id", .idTaken("a"))
    ),
    (
      [["id": "a", "fail": ["$": "/steps/b/status"]], ["id": "b", "intent": "Echo"]], [:],
      at("/steps/0/fail/$", .stepHasNotRun(step: "b"))
    ),
    (
      [["id": "a", "fail": ["$": "/steps/a/status"]]], [:],
      at("/steps/0/fail/$", .stepHasNotRun(step: "a"))
    ),
    (
      [
        ["id": "first", "intent": "Echo"], ["id": "b", "fail": ["$": "/steps/fist/status"]],
      ], [:], at("/steps/1/fail/$", .danglingReference("/steps/fist/status", near: "first"))
    ),
    (
      [["id": "a", "fail": ["$": "/parms/x"]]], [:],
      at("/steps/0/fail/$", .danglingReference("/parms/x", near: "params"))
    ),
    (
      [["id": "a", "fail": ["$": "/params/x"]]], [:],
      at("/steps/0/fail/$", .danglingReference("/params/x", near: nil))
    ),
    ([["id": "a", "fail": ["$": "/item"]]], [:], at("/steps/0/fail/$", .outsideLoop)),
    ([["id": "a", "fail": ["$": "/event/name"]]], [:], at("/steps/0/fail/$", .outsideHook)),
    (
      [["id": "a", "intent": "Write"], ["id": "b", "fail": ["$": "/steps/a/result/txt"]]], [:],
      at("/steps/1/fail/$", .danglingReference("/steps/a/result/txt", near: "text"))
    ),
    (
      [
        ["id": "all", "forEach": [1], "steps": [["id": "in", "intent": "Echo"]]],
        ["id": "b", "fail": ["$": "/steps/in/status"]],
      ], [:], at("/steps/1/fail/$", .stepHasNotRun(step: "in"))
    ),
    (
      [["id": "b", "fail": "x", "if": ["ok": "late"]], ["id": "late", "intent": "Echo"]], [:],
      at("/steps/0/if/ok", .stepHasNotRun(step: "late"))
    ),
  ]

  private static let types: [Case] = [
    (
      [["id": "a", "intent": "Write", "with": ["text": 5]]], [:],
      at("/steps/0/with/text", .wrongType(expected: ["string"], found: 5))
    ),
    (
      [["id": "a", "intent": "Write", "with": ["txt": "x"]]], [:],
      at("/steps/0/with/txt", .unknownName(near: "text"))
    ),
    (
      [
        ["id": "a", "intent": "Write"],
        ["id": "b", "intent": "Write", "with": ["text": ["$": "/steps/a/result/length"]]],
      ], [:],
      at(
        "/steps/1/with/text/$",
        .typeMismatch("/steps/a/result/length", expected: ["string"], found: ["integer"])
      )
    ),
    (
      [
        ["id": "a", "intent": "Write"],
        ["id": "b", "forEach": ["$": "/steps/a/result/text"], "fail": "x"],
      ], [:],
      at(
        "/steps/1/forEach/$",
        .typeMismatch("/steps/a/result/text", expected: ["array"], found: ["string"])
      )
    ),
    (
      [
        ["id": "a", "intent": "Write"],
        ["id": "b", "fail": "x", "if": ["eq": [["$": "/steps/a/result/length"], "5"]]],
      ], [:], at("/steps/1/if/eq", .notComparable(["integer"], ["string"]))
    ),
    (
      [
        ["id": "a", "intent": "Write"],
        ["id": "b", "fail": "x", "if": ["lt": [["$": "/steps/a/error"], 5]]],
      ], [:],
      at(
        "/steps/1/if/lt/0/$",
        .typeMismatch(
          "/steps/a/error",
          expected: ["integer", "number", "string"],
          found: ["object"]
        )
      )
    ),
    (
      [["id": "a", "fail": ["$text": ["x", ["$": "/run/error"]]]]], [:],
      at(
        "/steps/0/fail/$text/1/$",
        .typeMismatch(
          "/run/error",
          expected: ["boolean", "integer", "number", "string"],
          found: ["object"]
        )
      )
    ),
    (
      [["id": "a", "intent": "Write", "with": ["text": ["$": "/run/id", "or": 3]]]], [:],
      at("/steps/0/with/text/or", .wrongType(expected: ["string"], found: 3))
    ),
    (
      [["id": "a", "intent": "Echo"]],
      [
        "result": ["type": "object", "properties": ["n": ["type": "integer"]]],
        "output": ["n": ["$": "/run/id"]],
      ], at("/output/n/$", .typeMismatch("/run/id", expected: ["integer"], found: ["string"]))
    ),
  ]

  private static let retry: JSONValue = ["retry": ["max": 2]]

  private static let retries: [Case] = [
    (
      [["id": "a", "intent": "Write", "onError": retry]], [:],
      at("/steps/0/onError", .unsafeRetry("Write", supportsIdempotencyKeys: false))
    ),
    (
      [["id": "a", "onError": retry, "steps": [["id": "b", "intent": "Write"]]]], [:],
      at("/steps/0/onError", .unsafeRetry("Write", supportsIdempotencyKeys: false))
    ),
    (
      [["id": "a", "intent": "Write"]], ["onError": retry],
      at("/steps/0/onError", .unsafeRetry("Write", supportsIdempotencyKeys: false))
    ),
    (
      [["id": "a", "intent": "Write", "key": "k"]], [:],
      at("/steps/0/key", .idempotencyKeysUnsupported("Write"))
    ),
    (
      [["id": "a", "intent": "inner"]], ["id": "outer"],
      at(
        "/steps/0/intent",
        .invalidNestedWorkflow(
          "inner",
          at("/steps/0/intent", .callCycle(["outer", "inner", "outer"]))
        )
      )
    ),
    ([["id": "a", "intent": "flow"]], [:], at("/steps/0/intent", .callCycle(["flow", "flow"]))),
    ([["id": "a", "intent": "Fail"]], ["id": "Echo"], at("/id", .idTaken("Echo"))),
  ]

  @Test(arguments: syntax + references + types + retries)
  func `C55 problems of syntax, references, types, retries and calls are reported`(
    test: Case
  ) async throws {
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
