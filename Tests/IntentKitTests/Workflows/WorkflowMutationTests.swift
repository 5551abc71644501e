import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Testing

/// Fuzz tests that parse randomly changed workflow files.
@Suite(.timeLimit(.minutes(60))) struct WorkflowMutationTests {
  /// Returns the workflow files to mutate: the examples, and one that uses every feature.
  private static func seeds() throws -> [[UInt8]] {
    let folder = PackageDirectory.path + "/Examples/workflows"
    let examples = try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map {
      Array(try PackageDirectory.text(of: "Examples/workflows/\($0)").utf8)
    }
    return examples + [everything.bytes(), everything.bytes(.indented)]
  }

  private static let everything = WorkflowEngineFixture.workflow(
    [
      ["id": "a", "intent": "Echo", "with": ["value": ["$literal": ["$": 1]]], "timeoutMs": 9],
      [
        "id": "b", "forEach": [1, 2], "max": 5, "enabled": true,
        "if": [
          "and": [["not": ["empty": 1]], ["or": [["in": [1, [1]]], ["exists": ["$": "/item"]]]]]
        ],
        "steps": [
          ["id": "c", "intent": "Write", "with": ["text": ["$text": ["x", ["$": "/index"]]]]]
        ],
        "onError": "continue",
      ],
      [
        "id": "d", "intent": "Flaky", "if": ["eq": [["$": "/steps/a/status", "or": "x"], "ok"]],
        "onError": ["retry": ["max": 1, "delayMs": 0, "backoff": 2], "then": "stop"],
      ],
    ],
    [
      "finally": [["id": "e", "fail": "x", "if": ["failed": "a"]]],
      "output": ["x": ["$": "/run/id"]], "timeoutMs": 5000,
    ]
  )

  @Test func `F7 a mutated workflow is rejected, or parses the same again`() async throws {
    let mutator = ByteMutator(
      seeds: try Self.seeds(),
      pieces: [
        "{", "}", "[", "]", ",", "\"$\":", "\"/steps/a\"", "\"$text\":", "\"or\":", "\"if\":", "{}",
        "\"steps\":", "\"id\":\"a\"", "null", "1e9", "-1", "\u{0}", "\"~2\"", "\"forEach\":",
      ].map { Array($0.utf8) },
      changes: 1...3,
      longest: 4000,
      number: 11
    )
    let engine = try WorkflowEngineFixture().engine()
    let run = try await FuzzTest("workflows", mutator) { bytes in
      guard let json = try? JSONValue(parsing: bytes) else { return false }
      do throws(Failure) {
        let workflow = try Workflow(json: json)
        #expect(try Workflow(json: json) == workflow)
      } catch {
        #expect(error.kind == .badInput)
        return false
      }
      // Finding the problems must end even if workflows call each other in a cycle.
      for problem in await engine.problems(ofWorkflow: json) {
        #expect(problem.code == "invalidWorkflow")
      }
      return true
    }
    Attachment.record("\(run)", named: "workflows.txt")
  }
}
