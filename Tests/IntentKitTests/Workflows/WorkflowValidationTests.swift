import IntentKit
import JSONText
import Testing

/// What is refused before anything is done.
@Suite struct WorkflowValidationTests {
  struct ProblemCase: Sendable {
    let steps: JSONValue
    var members: JSONObject = [:]
    let sentence: String
  }

  private func sentences(_ json: JSONValue) async throws -> [String] {
    let inner = WorkflowEngineFixture.workflow([["id": "a", "intent": "outer"]], ["id": "inner"])
    let fixture = try WorkflowEngineFixture(workflows: [inner])
    return await (try fixture.engine()).problems(ofWorkflow: json).map(\.outcome.sentence)
  }

  @Test(arguments: [
    ProblemCase(
      steps: [["id": "a", "intent": "Echo", "wiht": [:]]],
      sentence: "There is no key 'steps/0/wiht' (did you mean 'with'?)."
    ),
    ProblemCase(
      steps: [["id": "a", "intent": "Echo"]],
      members: ["stesp": []],
      sentence: "There is no key 'stesp' (did you mean 'steps'?)."
    ),
    ProblemCase(steps: [], sentence: "'steps' must have at least 1 in length, not 0."),
    ProblemCase(steps: [["id": "a"]], sentence: "Give 'intent', 'steps' or 'fail' to the step."),
    ProblemCase(
      steps: [["id": "a", "intent": "Echo", "fail": "no"]],
      sentence: "'steps/0/fail' cannot stand beside 'intent'."
    ),
    ProblemCase(
      steps: [["id": "a", "fail": "no", "with": [:]]],
      sentence: "'steps/0/with' needs 'intent' beside it."
    ),
    ProblemCase(
      steps: [["id": "a", "fail": "no", "max": 3]],
      sentence: "'steps/0/max' needs 'forEach' beside it."
    ),
    ProblemCase(
      steps: [["id": "a b", "fail": "no"]],
      sentence: "'steps/0/id' must be letters, digits, '_' and '-', not 'a b'."
    ),
    ProblemCase(
      steps: [["id": "a", "fail": "no", "onError": "skip"]],
      sentence: "'steps/0/onError' must be 'stop' or 'continue', not 'skip'."
    ),
    ProblemCase(
      steps: [["id": "a", "fail": "no", "if": ["equals": [1, 2]]]],
      sentence: "There is no key 'steps/0/if/equals'."
    ),
    ProblemCase(
      steps: [["id": "a", "fail": "no", "if": ["eq": [1]]]],
      sentence: "'steps/0/if/eq' must be a list of two values, not '[1]'."
    ),
    ProblemCase(
      steps: [["id": "a", "fail": "no", "if": ["exists": "x"]]],
      sentence: "'steps/0/if/exists' must be a reference with '$', not 'x'."
    ),
    ProblemCase(
      steps: [["id": "a", "fail": ["$": "params/x"]]],
      sentence: "'steps/0/fail/$' must be a pointer such as '/params/day', not 'params/x'."
    ),
    ProblemCase(
      steps: [["id": "a", "fail": ["$": "/run/id", "Or": 1]]],
      sentence: "There is no key 'steps/0/fail/Or' (did you mean 'or'?)."
    ),
    ProblemCase(
      steps: [["id": "a", "fail": "no"]],
      members: ["id": "1st"],
      sentence: "'id' must be a letter, then letters, digits and '_', not '1st'."
    ),
  ])
  func `C55 what is not as the language has it is named`(_ test: ProblemCase) async throws {
    let sentences = try await sentences(WorkflowEngineFixture.workflow(test.steps, test.members))
    #expect(sentences.contains("The workflow is wrong: \(test.sentence)"), "\(sentences)")
  }

  @Test(arguments: [
    ProblemCase(
      steps: [["id": "a", "intent": "Eco"]],
      sentence: "'steps/0/intent': there is no intent 'Eco' (did you mean 'Echo'?)."
    ),
    ProblemCase(
      steps: [["id": "a", "fail": "x"], ["id": "a", "fail": "y"]],
      sentence: "'steps/1/id' holds 'a' twice."
    ),
    ProblemCase(
      steps: [["id": "a", "fail": ["$": "/steps/b/status"]], ["id": "b", "intent": "Echo"]],
      sentence: "'steps/0/fail/$' leads to the step 'b', which has no result yet at that place."
    ),
    ProblemCase(
      steps: [["id": "a", "fail": ["$": "/steps/a/status"]]],
      sentence: "'steps/0/fail/$' leads to the step 'a', which has no result yet at that place."
    ),
    ProblemCase(
      steps: [
        ["id": "first", "intent": "Echo"], ["id": "b", "fail": ["$": "/steps/fist/status"]],
      ],
      sentence: "'steps/1/fail/$': '/steps/fist/status' leads nowhere (did you mean 'first'?)."
    ),
    ProblemCase(
      steps: [["id": "a", "fail": ["$": "/parms/x"]]],
      sentence: "'steps/0/fail/$': '/parms/x' leads nowhere (did you mean 'params'?)."
    ),
    ProblemCase(
      steps: [["id": "a", "fail": ["$": "/params/x"]]],
      sentence: "'steps/0/fail/$': '/params/x' leads nowhere."
    ),
    ProblemCase(
      steps: [["id": "a", "fail": ["$": "/item"]]],
      sentence: "'steps/0/fail/$' leads to an item, and there is none outside 'forEach'."
    ),
    ProblemCase(
      steps: [["id": "a", "fail": ["$": "/event/name"]]],
      sentence: "'steps/0/fail/$' leads to an event, and only a workflow with 'hook' has one."
    ),
    ProblemCase(
      steps: [["id": "a", "intent": "Write"], ["id": "b", "fail": ["$": "/steps/a/result/txt"]]],
      sentence: "'steps/1/fail/$': '/steps/a/result/txt' leads nowhere (did you mean 'text'?)."
    ),
    ProblemCase(
      steps: [
        ["id": "all", "forEach": [1], "steps": [["id": "in", "intent": "Echo"]]],
        ["id": "b", "fail": ["$": "/steps/in/status"]],
      ],
      sentence: "'steps/1/fail/$' leads to the step 'in', which has no result yet at that place."
    ),
    ProblemCase(
      steps: [["id": "b", "fail": "x", "if": ["ok": "late"]], ["id": "late", "intent": "Echo"]],
      sentence: "'steps/0/if/ok' leads to the step 'late', which has no result yet at that place."
    ),
  ])
  func `C55 references and intents that are not there are named`(_ test: ProblemCase) async throws {
    let sentences = try await sentences(WorkflowEngineFixture.workflow(test.steps, test.members))
    #expect(sentences.contains("The workflow is wrong: \(test.sentence)"), "\(sentences)")
  }

  @Test(arguments: [
    ProblemCase(
      steps: [["id": "a", "intent": "Write", "with": ["text": 5]]],
      sentence: "'steps/0/with/text' must be a text, not '5'."
    ),
    ProblemCase(
      steps: [["id": "a", "intent": "Write", "with": ["txt": "x"]]],
      sentence: "There is no key 'steps/0/with/txt' (did you mean 'text'?)."
    ),
    ProblemCase(
      steps: [
        ["id": "a", "intent": "Write"],
        ["id": "b", "intent": "Write", "with": ["text": ["$": "/steps/a/result/length"]]],
      ],
      sentence:
        "'steps/1/with/text/$' must be a text, and '/steps/a/result/length' is a whole number."
    ),
    ProblemCase(
      steps: [
        ["id": "a", "intent": "Write"],
        ["id": "b", "forEach": ["$": "/steps/a/result/text"], "fail": "x"],
      ],
      sentence: "'steps/1/forEach/$' must be a list, and '/steps/a/result/text' is a text."
    ),
    ProblemCase(
      steps: [
        ["id": "a", "intent": "Write"],
        ["id": "b", "fail": "x", "if": ["eq": [["$": "/steps/a/result/length"], "5"]]],
      ],
      sentence: "'steps/1/if/eq' would compare a whole number with a text."
    ),
    ProblemCase(
      steps: [
        ["id": "a", "intent": "Write"],
        ["id": "b", "fail": "x", "if": ["lt": [["$": "/steps/a/error"], 5]]],
      ],
      sentence:
        "'steps/1/if/lt/0/$' must be a whole number, a number or a text, and '/steps/a/error' is an object."
    ),
    ProblemCase(
      steps: [["id": "a", "fail": ["$text": ["x", ["$": "/run/error"]]]]],
      sentence:
        "'steps/0/fail/$text/1/$' must be true or false, a whole number, a number or a text, and '/run/error' is an object."
    ),
    ProblemCase(
      steps: [["id": "a", "intent": "Write", "with": ["text": ["$": "/run/id", "or": 3]]]],
      sentence: "'steps/0/with/text/or' must be a text, not '3'."
    ),
    ProblemCase(
      steps: [["id": "a", "intent": "Echo"]],
      members: [
        "result": ["type": "object", "properties": ["n": ["type": "integer"]]],
        "output": ["n": ["$": "/run/id"]],
      ],
      sentence: "'output/n/$' must be a whole number, and '/run/id' is a text."
    ),
  ])
  func `C55 values of another type than the schemas say are named`(_ test: ProblemCase) async throws
  {
    let sentences = try await sentences(WorkflowEngineFixture.workflow(test.steps, test.members))
    #expect(sentences.contains("The workflow is wrong: \(test.sentence)"), "\(sentences)")
  }

  private static let retry: JSONValue = ["retry": ["max": 2]]

  @Test(arguments: [
    ProblemCase(
      steps: [["id": "a", "intent": "Write", "onError": retry]],
      sentence:
        "'steps/0/onError' would try 'Write' again, which could do it twice."
    ),
    ProblemCase(
      steps: [["id": "a", "onError": retry, "steps": [["id": "b", "intent": "Write"]]]],
      sentence:
        "'steps/0/onError' would try 'Write' again, which could do it twice."
    ),
    ProblemCase(
      steps: [["id": "a", "intent": "Write"]],
      members: ["onError": retry],
      sentence:
        "'steps/0/onError' would try 'Write' again, which could do it twice."
    ),
    ProblemCase(
      steps: [["id": "a", "intent": "Write", "key": "k"]],
      sentence: "'steps/0/key' cannot stand there, as the intent 'Write' keeps no keys."
    ),
    ProblemCase(
      steps: [["id": "a", "intent": "inner"]],
      members: ["id": "outer"],
      sentence:
        "'steps/0/intent': the workflow 'inner' is wrong: 'steps/0/intent' calls in a circle: outer calls inner calls outer."
    ),
    ProblemCase(
      steps: [["id": "a", "intent": "flow"]],
      sentence: "'steps/0/intent' calls in a circle: flow calls flow."
    ),
    ProblemCase(
      steps: [["id": "a", "intent": "Fail"]],
      members: ["id": "Echo"],
      sentence: "'id' must be another, as 'Echo' is taken."
    ),
  ])
  func `C55 what could be done twice or for ever is refused`(_ test: ProblemCase) async throws {
    let sentences = try await sentences(WorkflowEngineFixture.workflow(test.steps, test.members))
    #expect(sentences.contains("The workflow is wrong: \(test.sentence)"), "\(sentences)")
  }

  @Test func `C55 all problems are told, and nothing is done`() async throws {
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

  @Test func `C55 a call that can be kept by a key may be tried again`() async throws {
    let safe = WorkflowEngineFixture.workflow([
      ["id": "a", "intent": "Flaky", "onError": Self.retry]
    ])
    #expect(try await sentences(safe) == [])
  }
}
