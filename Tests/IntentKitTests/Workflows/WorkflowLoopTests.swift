import IntentKit
import JSONText
import Testing

/// Tests of workflow loops, which `forEach` declares.
@Suite struct WorkflowLoopTests {
  private func workflow(_ items: JSONValue, _ members: JSONObject = [:]) -> JSONValue {
    let step: JSONObject = [
      "id": "each", "forEach": items, "max": 3, "intent": "Echo",
      "with": ["value": ["$text": [["$": "/index"], ":", ["$": "/item"]]]],
    ]
    return WorkflowEngineFixture.workflow(
      [.object(step.merging(members))],
      ["output": ["all": ["$": "/steps/each/result"]]]
    )
  }

  @Test(arguments: [0, 1, 3])
  func `C59 results have the order of the items`(_ count: Int) async throws {
    let items = (0..<count).map { JSONValue.string("item \($0)") }
    let answer = try await WorkflowEngineFixture().run(workflow(.array(items))).result
    let expected = (0..<count).map { JSONValue.object(["value": .string("\($0):item \($0)")]) }
    #expect(answer?.value["all"] == .array(expected))
  }

  @Test func `C59 too many items fail the loop before the first one`() async throws {
    let fixture = try WorkflowEngineFixture()
    let error = try await fixture.run(workflow([1, 2, 3, 4])).error
    #expect(error?.code == "tooManyItems")
    #expect(fixture.log.entries == [])
  }

  @Test func `C59 a failed item has the result null, and its index is reported`() async throws {
    let json = WorkflowEngineFixture.workflow(
      [
        [
          "id": "each", "forEach": ["a", ["b"], "c"], "intent": "Write",
          "with": ["text": ["$": "/item"]], "onError": "continue",
        ]
      ],
      [
        "output": [
          "lengths": ["$": "/steps/each/result"], "failed": ["$": "/steps/each/error/data/failed"],
          "status": ["$": "/steps/each/status"],
        ]
      ]
    )
    let answer = try await WorkflowEngineFixture().run(json).result
    #expect(answer?.value["failed"] == [1])
    #expect(answer?.value["status"] == "failed")
    #expect(answer?.value["lengths"]?.array?[1] == .null)
    #expect(answer?.value["lengths"]?.array?[2]["text"] == "c")
  }

  @Test func `C59 a failed item ends the loop by default`() async throws {
    let fixture = try WorkflowEngineFixture()
    let json = WorkflowEngineFixture.workflow([
      [
        "id": "each", "forEach": ["a", 2, "c"], "intent": "Write", "with": ["text": ["$": "/item"]],
      ]
    ])
    #expect(try await fixture.run(json).error?.code == "invalidValue")
    #expect(fixture.log.entries == [#"Write {"text":"a"}"#])
  }

  @Test func `a condition is evaluated for each item`() async throws {
    let answer = try await WorkflowEngineFixture().run(
      workflow(["a", "b", "c"], ["if": ["ne": [["$": "/item"], "b"]]])
    ).result
    #expect(answer?.value["all"]?.array?.map { $0["value"] ?? .null } == ["0:a", .null, "2:c"])
  }

  @Test func `loops may be nested, and their steps can refer to each other`() async throws {
    let json = WorkflowEngineFixture.workflow(
      [
        [
          "id": "outer", "forEach": [["x", "y"], []],
          "steps": [
            [
              "id": "inner", "forEach": ["$": "/item"],
              "steps": [
                ["id": "say", "intent": "Echo", "with": ["value": ["$": "/item"]]],
                [
                  "id": "more", "intent": "Echo",
                  "with": ["value": ["$": "/steps/say/result/value"]],
                ],
              ],
            ]
          ],
        ]
      ],
      ["output": ["all": ["$": "/steps/outer/result"]]]
    )
    let all = try await WorkflowEngineFixture().run(json).result?.value["all"]
    #expect(all?.value(at: JSONPointer(["0", "inner", "1", "more", "value"])) == "y")
    #expect(all?.value(at: JSONPointer(["1", "inner"])) == [])
  }

  @Test func `a loop over a value that isn't a list fails`() async throws {
    let json = WorkflowEngineFixture.workflow([
      ["id": "a", "intent": "Echo", "with": ["value": "x"]],
      ["id": "b", "forEach": ["$": "/steps/a/result/value"], "intent": "Echo"],
    ])
    #expect(try await WorkflowEngineFixture().run(json).error?.code == "wrongType")
  }
}
